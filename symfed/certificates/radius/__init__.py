"""Proofs that a stationary mean or second moment lies within a radius of a center, in any dimension: data, bounds, and their check."""
