(* hal-thm2-formula: On quadratics the bias of FedAvg is a mean of theta* - theta_c*, weighted by the local contractions.
   hal, Theorem 2. Printed:
     \bar\theta_{sto}^{(\gamma,H)}-\theta^\star=\frac1N\sum_{c=1}^N(Id-\Gamma^\star)^{-1}(Id-\Gamma_c^\star)(\theta^\star-\theta_c^\star)
   See aistats-thm2-exact-bias, which says the same and has the theorems. *)
