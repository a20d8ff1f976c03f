"""Enclosures of FedAvg's stationary moments: sets, given by a centre and a radius, that provably contain them; no O().

`constants` and `scalar` read a problem's data, `moments` bounds the moments of the iterates, `first_order` and `second_order` bound the
remainders of the equations of the stationary moments, `higher` and `cubes` are for order two; `linear` and `scaffold` solve for linear
gradients. `enclosure` combines them. Lemmas, hypotheses and proofs are in the module docstrings of these files.
"""
