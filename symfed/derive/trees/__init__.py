"""Backward error analysis of one round: rooted trees whose edges stay with a client or cross to another average."""
