(* hal-thm3-proof-reorganised: (30) times Id - Gamma^H, with the sign of the line before. That the remainder may stand inside the braces
   does not follow from the equation of the mean, where it is not smaller than both sides: aistats-B5-mean-eq.
   hal, Appendix B.4, proof of Theorem 3, before equation (30). Printed:
     (Id-\Gamma^{\star,H})(\bar\theta_{sto}-\theta^\star)=\frac12(Id-\Gamma^{\star,H})\Big\{\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)+O(\gamma^2h)+O(\gamma^{3/2})\Big\}
   See hal-eq30, which says the same and has the theorems. *)
