(* hal-prop4-formula: On quadratics the bias of FedAvg is a mean of theta* - theta_c*, weighted by the local contractions. The proof derives
   the opposite sign.
   hal, Proposition 4. Printed:
     \bar\theta_{sto}^{(\gamma,H)}=\theta^\star+(Id-\Gamma^\star)^{-1}\frac1N\sum_{c=1}^N(Id-\Gamma_c^\star)(\theta^\star-\theta_c^\star)
   See aistats-thm2-exact-bias, which says the same and has the theorems. *)
