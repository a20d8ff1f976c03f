"""Tactics: searches for the lines of a proof's arithmetic. Nothing here is trusted: the kernel accepts or rejects the lines."""
