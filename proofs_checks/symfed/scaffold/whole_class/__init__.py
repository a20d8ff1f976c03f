"""Scaffold's rounds for clients that are not quadratic: one client's inequality over a whole class, and what it says of rounds."""
