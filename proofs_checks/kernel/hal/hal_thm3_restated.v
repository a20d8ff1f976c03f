(* hal-thm3-restated: Theorem 3 once more, with the b_s of the preprint, whose sign is plus. Its second display, the variance, is right
   (hal-thm3-covariance).
   hal, Theorem 3, restated in Appendix B.4. Printed:
     \bar\theta_{sto}-\theta^\star=\frac\gamma{2N}b_s+O(\gamma^2H+\gamma^{3/2}),\quad b_s=\nabla^2f^{-1}\nabla^3f\,\mathbf A\mathcal C,\quad\bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H+\gamma^{3/2})
   See hal-thm3-bias, which says the same and has the theorems. *)
