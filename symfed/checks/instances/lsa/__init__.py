"""Exhibits of linear stochastic approximation: exact runs of FedLSA and SCAFFLSA, decision processes, products of random matrices."""
