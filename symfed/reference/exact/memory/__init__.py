"""Affine rules with control variates: a round as one linear map, and the law that it settles on, for few clients and for many."""
