(* hal-lemma6-split: E c^k is split at theta*, but the second part is printed as the gradient at the iterate, which tau^k does not bound. A
   slip of the pen: with grad F(theta* ) both inequalities hold, and only the outer ones are used.
   hal, Appendix B.2, proof of Lemma 6, after (22). Printed:
     \mathbb E[c^k]\le2^{k-1}\{\mathbb E\|\nabla F(\tilde T)-\nabla F(\theta^\star)\|^k+\mathbb E\|\nabla F(\tilde T)\|^k\}\le2^{k-1}\{\mathbb E\|\nabla F(\tilde T)-\nabla F(\theta^\star)\|^k+\tau^k\},\ 2\le k\le6
   See aistats-lem6-ck-split, which says the same and has the theorems. *)
