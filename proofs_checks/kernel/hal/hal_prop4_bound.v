(* hal-prop4-bound: On quadratics the bias is at most gamma (H-1) zeta_2 zeta_1/(2 mu), half of what Theorem 2 states and this is to prove.
   It fails at two steps: curvatures 1 and 2, gamma = 1/2. The last equality of the proof has 1/(gamma mu H) for 1/(1 - (1 - gamma
   mu)^H).
   hal, Proposition 4, second display. Printed:
     \|\bar\theta_{sto}^{(\gamma,H)}-\theta^\star\|\le\frac{\gamma(H-1)\zeta_{\star,2}\zeta_{\star,1}}{2\mu}\quad(\gamma\mu H\le1)
   See aistats-prop5-bound, which says the same and has the theorems. *)
