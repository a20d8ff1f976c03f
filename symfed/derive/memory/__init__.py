"""Algorithms whose clients remember: what a round does, how fast it forgets in the worst case, how many local steps are best."""
