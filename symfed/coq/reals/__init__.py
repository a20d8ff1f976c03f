"""Lemmas about real numbers and clients' means: what each kind of check decides, as a statement and a script."""
