"""What we claim of FedAvg over whole classes of clients, beyond the sources."""
