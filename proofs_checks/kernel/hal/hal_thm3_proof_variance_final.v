(* hal-thm3-proof-variance-final: With equal clients the second moment about theta* is gamma/N A C up to O(gamma^2 H + gamma^(3/2)).
   hal, Appendix B.4, proof of Theorem 3, the variance. Printed:
     \int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^{3/2})+O(\gamma^2H)
   See hal-thm3-covariance, which says the same and has the theorems. *)
