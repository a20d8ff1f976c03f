(* hal-eq27: A round on quadratics is its mean plus the noise of its steps, multiplied by what follows. Printed with plus, and with the
   noise at step h taken where that step ends: both are slips. The mean of noise taken there is not zero, so that only the right index
   gives the next display.
   hal, equation (27). Printed:
     \tilde T_c^{(\gamma,H)}(\theta;Z_c^{1:H})-\theta^\star=\Gamma_c^\star(\theta-\theta^\star)+(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star)+\gamma\sum_{h=1}^H\Gamma_c^{\star,h+1:H}\varepsilon_c^{Z_c^{1:h}}\tilde T^{(\gamma,h)}(\theta;Z_c^{1:h})
   See aistats-eq49-unrolled, which says the same and has the theorems. *)
