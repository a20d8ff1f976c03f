"""Planning on one's own data: clients read one at a time, and what to run on them."""
