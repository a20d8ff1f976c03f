(* hal-eq28: The clients' own displacements as a sum over steps, and over pairs of steps. The first equality has theta* - theta_c* for
   theta_c* - theta* and a step h = 0 too many; the second lacks the vector A_c (theta* - theta_c* ), so that it equates vectors and
   matrices.
   hal, equation (28). Printed:
     \frac1N\sum_c(Id-\Gamma_c^\star)(\theta_c^\star-\theta^\star)=\frac1N\sum_c\sum_{h=0}^H\gamma(\Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H})\bar A_c(\theta^\star-\theta_c^\star)=\frac{\gamma^2}N\sum_c\sum_{h=0}^H\sum_{\ell=h+1}^H\Gamma_c^{\star,h+1:\ell-1}(\bar A_c-\bar A)\Gamma_{avg}^{\star,\ell+1:H}
   See aistats-eq50, which says the same and has the theorems. *)
