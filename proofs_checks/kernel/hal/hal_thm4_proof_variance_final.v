(* hal-thm4-proof-variance-final: In general the second moment about theta* is gamma/N A C up to O(gamma^2 H^2 + gamma^(3/2) H).
   hal, proof of Theorem 4, end of the expansion of the variance. Printed:
     \int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2)+O(\gamma^{3/2}H)
   See hal-thm4-covariance, which says the same and has the theorems. *)
