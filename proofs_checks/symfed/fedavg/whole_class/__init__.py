"""FedAvg's rounds for clients that are not quadratic: how fast they contract, and how far from the optimum they come to rest."""
