(* hal-thm2-expansion: On quadratics the bias is gamma (H-1)/2 b_h up to O(gamma^2 H^2): noise does not enter.
   hal, Theorem 2, third display. Printed:
     \bar\theta_{sto}-\theta^\star=\frac{\gamma(H-1)}2b_h+O(\gamma^2H^2)
   See aistats-thm2-bias-expansion, which says the same and has the theorems. *)
