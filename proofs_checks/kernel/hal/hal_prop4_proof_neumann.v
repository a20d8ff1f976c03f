(* hal-prop4-proof-neumann: The bias by the Neumann series of Gamma*. Printed with theta* - theta_c*, against the formula above it, and with
   H + 1 terms for H. That Gamma_avg may be taken off, as the pulls cancel, is right.
   hal, proof of Proposition 4, Neumann series. Printed:
     \bar\theta_{sto}=\theta^\star+\sum_{t=0}^\infty(\Gamma^\star)^t\frac1N\sum_c\sum_{h=0}^H\gamma\Gamma_c^{\star,h+1:H}\bar A_c(\theta^\star-\theta_c^\star)=\theta^\star+\sum_{t=0}^\infty(\Gamma^\star)^t\frac1N\sum_c\sum_{h=0}^H\gamma(\Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H})\bar A_c(\theta^\star-\theta_c^\star)
   See aistats-prop5-neumann, which says the same and has the theorems. *)
