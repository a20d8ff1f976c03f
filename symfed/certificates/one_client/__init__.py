"""Rounds with control variates for every smooth, strongly convex client: a bound for one client bounds all, or one client breaks it."""
