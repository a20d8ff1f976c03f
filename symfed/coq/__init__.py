"""Exact lemmas as theorems of Coq, so that a kernel that is not ours can accept them.

What reads the committed table alone, `symfed.coq.accepted`, imports no SymPy.
"""
