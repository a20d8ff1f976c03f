(* hal-eq33: The sign of the line before makes the first term plus, where it is minus, and the rest of the gradient stands inside what the
   third derivative is applied to. The expansions that follow keep the wrong sign in the preprint, and have the right one in the
   published version.
   hal, equation (33). Printed:
     (Id-\Gamma^{\star,H})(\bar\theta_{sto}^{(\gamma,H)}-\theta^\star)=\frac1N\sum_{c=1}^N(Id-\Gamma_c^{\star,H})\nabla^2f_c(\theta^\star)^{-1}\nabla f_c(\theta^\star)-\frac\gamma{2N}\sum_{c=1}^N\sum_{h=0}^{H-1}\Gamma_c^{\star,H-h-1}\nabla^3f_c(\theta^\star)\int\Big\{\mathbb E\big(\tilde T_c^{(\gamma,h)}-\theta^\star\big)^{\otimes2}+\mathbb E\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)})\Big\}\pi^{(\gamma,H)}(d\theta)
   See aistats-eq55-mean, which says the same and has the theorems. *)
