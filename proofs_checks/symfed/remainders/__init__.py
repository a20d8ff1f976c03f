"""What expansions of FedAvg with noise leave out: moments, second moment, bias, with constants, in every dimension."""
