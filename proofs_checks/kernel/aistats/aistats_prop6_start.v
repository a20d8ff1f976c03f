(* aistats-prop6-start: The bias by the inverse of Id - Gamma*, as in Proposition 5's proof: with theta* - theta_c* for theta_c* - theta*,
   which turns the sign of all that follows, and a step h = 0 too many.
   aistats, proof of Proposition 6, first display. Printed:
     \bar\theta_{sto}=\theta^\star+(Id-\Gamma^\star)^{-1}\frac1N\sum_c\sum_{h=0}^H\gamma(\Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H})\bar A_c(\theta^\star-\theta_c^\star)
   See aistats-prop5-neumann, which says the same and has the theorems. *)
