"""Where FedAvg settles, as a set that provably holds the answer: a centre, a radius, no O().

`constants` reads a problem's data, `moments` bounds how far the iterates stray, `first_order` bounds what is left of the equations of the
stationary mean and second moment, `enclosure` puts them together. Lemmas, hypotheses and proofs stand at the head of these files.
"""
