(* hal-prop2-restated: Proposition 2 again: the identity is false as it stands; the bound that follows it is a row of its own, and holds.
   hal, Appendix A.1, Proposition 2 (restated). Printed:
     \bar\theta_{det}^{(\gamma,H)}-\theta^\star=\frac1N\sum_{c=1}^N\sum_{h=1}^H\Upsilon_c^{(\gamma,h)}\nabla f_c(\theta^\star),\quad\Upsilon_c^{(\gamma,h)}=(Id-\digamma^\star)^{-1}\digamma_c^{\star,h+1:H},\quad\|\bar\theta_{det}-\theta^\star\|\le\gamma(H-1)C_1
   See hal-prop2-identity, which says the same and has the theorems. *)
