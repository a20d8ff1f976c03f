"""Rounds with control variates for every smooth, strongly convex client: what one client does bounds all, or breaks the bound."""
