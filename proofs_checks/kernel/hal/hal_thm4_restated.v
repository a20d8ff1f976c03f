(* hal-thm4-restated: Theorem 4 once more, with the b_s of the preprint, whose sign is plus. Its second display, the variance, is right
   (hal-thm4-covariance); its proof ends with other signs than it states.
   hal, Theorem 4, restated in Appendix B.5. Printed:
     \bar\theta_{sto}-\theta^\star=\frac\gamma{2N}b_s+\frac{\gamma(H-1)}2b_h+O(\gamma^2H^2+\gamma^{3/2}H),\quad b_s=\nabla^2f^{-1}\nabla^3f\,\mathbf A\mathcal C,\quad\bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2+\gamma^{3/2}H)
   See hal-thm4-bias, which says the same and has the theorems. *)
