(* hal-eq26: Gamma_c^(h+1:H), of the H - h steps after the h-th, times that of the first h is Gamma_c, and Gamma* is what a round multiplies
   by.
   hal, equation (26). Printed:
     \Gamma_c^{\star,h+1:H}=(Id-\gamma\bar A_c)^{H-h},\ \Gamma_c^\star=(Id-\gamma\bar A_c)^H,\ \Gamma^\star=\frac1N\sum_c\Gamma_c^\star
   See aistats-eq48-Gamma, which says the same and has the theorems. *)
