"""Proofs by named theorems, as theorems of Coq: letters with their sorts, what a step states, and the lines that follow from its facts.

`text` finds out what is a vector and what a matrix, and writes both; `proof` walks along a claim's steps; `applied` has for each named
theorem how it is applied. What a statement may use, and what stays assumed, stands in library/Vectors.v and library/Named.v.
"""
