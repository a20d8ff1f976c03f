"""Stationary laws of many clients by generating functions on the unit circle, in time proportional to their number."""
