"""What we claim of linear stochastic approximation ourselves, alone, in FedLSA and in SCAFFLSA."""
