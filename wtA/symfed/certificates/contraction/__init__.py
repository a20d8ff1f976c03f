"""Proofs that a round with control variates contracts: for every problem at once, or for one problem in rational numbers."""
