"""Planning for a user's own data: read clients one at a time, and recommend a method for them."""

from symfed.core.extras import need

need("plan", "planning")
