"""Scaffold's exhibits: exact clients, the parts of proofs, and problems on which a statement about it fails."""
