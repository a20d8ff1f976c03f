"""Independent truth: nothing here imports a derivation, a formula or a compiled formula."""
