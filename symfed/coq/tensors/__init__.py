"""Identities in every dimension as theorems of Coq: transcriptions that run on printed tensors, and what they are compared with.

The library's `Tensors.v` says what vectors, matrices and means are: functions on any finite set of coordinates, and means over any finite
set of clients, so that no dimension and no number of clients has a value. Nothing that our engines derive is stated: an exact claim is a
statement on the algorithm's own steps, run H times; an expansion is one on what the rule makes of the first coefficients of the moments
(`Rounds.v`), which a stationary law must keep.
"""

from symfed.coq.tensors.every_dimension import theorem_in_every_dimension

__all__ = ["theorem_in_every_dimension"]
