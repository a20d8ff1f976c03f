"""Proofs by named theorems, as theorems of Coq: letters with their sorts, what a step states, and the lines that follow from its facts.

`sorts` finds out what is a vector and what a matrix, `text` writes both; `steps` gathers a claim's steps, `facts` has what is known after
some of them, `proof` walks along them; `applied` has for each named theorem how it is applied, with `norms`, `curvature` and `sequences`,
and `introduced` what a theorem shows to exist. What a statement may use, and what stays assumed, stands in library/Vectors.v,
VectorMeans.v and Named.v.
"""
