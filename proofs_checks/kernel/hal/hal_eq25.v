(* hal-eq25: The sign of the published (30), wrong in both versions; here the superscripts are H beside a factor h as well.
   hal, equation (25). Printed:
     \tilde V_c^{(\gamma,H)}=\tilde T_c^{(\gamma,H)}-\gamma h\nabla f_c(\theta^\star);\quad \|\tilde V^{h+1}-\theta^\star\|^2=\|\tilde V^h-\theta^\star-\gamma(\nabla F(\tilde T^h)-\nabla f_c(\theta^\star))\|^2
   See aistats-eq30-V-def, which says the same and has the theorems. *)
