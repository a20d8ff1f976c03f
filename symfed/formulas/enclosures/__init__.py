"""Where FedAvg settles, as a set that provably holds the answer: a centre, a radius, no O().

`constants` and `scalar` read a problem's data, `moments` bounds how far the iterates stray, `first_order` and `second_order` bound what is
left of the equations of the stationary moments, `higher` and `cubes` serve order two; `linear` and `scaffold` solve where gradients are
linear. `enclosure` puts them together. Lemmas, hypotheses and proofs stand at the head of these files.
"""
