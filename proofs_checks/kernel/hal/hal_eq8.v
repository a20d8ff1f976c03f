(* hal-eq8: Gamma* is what a round multiplies distances by on quadratics: the mean over clients of the H-th powers, whatever the step size.
   hal, equation (8). Printed:
     \Gamma_c^\star=(Id-\gamma\nabla^2f_c(\theta^\star))^H,\quad\Gamma^\star=\frac1N\sum_c\Gamma_c^\star
   See aistats-eq8-gamma-matrices, which says the same and has the theorems. *)
