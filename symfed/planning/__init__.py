"""Planning on one's own data: clients read one at a time, and what to run on them."""

from symfed.core.extras import need

need("plan", "planning")
