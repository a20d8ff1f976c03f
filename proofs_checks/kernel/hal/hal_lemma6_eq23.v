(* hal-lemma6-eq23: (23) prints the exponent k again where only 2 is left: both of its inequalities are then false, with another unit on
   either side. With 2 they hold, and so does what is made of their ends.
   hal, Equation (23). Printed:
     \mathbb E\|\nabla F(\tilde T)-\nabla F(\theta^\star)\|^k\le L^{k-2}\|\tilde T-\theta^\star\|^{k-2}\,\mathbb E\|\nabla F(\tilde T)-\nabla F(\theta^\star)\|^k\le L^{k-1}\|\tilde T-\theta^\star\|^{k-2}\langle\nabla f_c(\tilde T)-\nabla f_c(\theta^\star),\tilde T-\theta^\star\rangle
   See aistats-eq23-ck-smooth, which says the same and has the theorems. *)
