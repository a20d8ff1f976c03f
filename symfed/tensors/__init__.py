"""Symbolic tensors of any dimension, and a normal form by which two of them are equal.

`tensor.FreeTensor` is a sum of networks of clients' derivatives and noise cumulants. `ratio.Ratio` are the coefficients, functions of
gamma, H, N and of the eigenvalues of the symmetric matrices in a network. `normal.normal` brings a tensor to the form by which equality is
decided; `jets.TensorJets` lets a transcription `f(p, gamma, H)` run on them; `truths` and `memory` have what it is compared
with. The networks, and the canonical form of one, are those of `symfed.tensors.diagrams`.
"""
