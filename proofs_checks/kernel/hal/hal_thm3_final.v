(* hal-thm3-final: What the proof ends with: Theorem 3's bias, with the sign that was lost on the way.
   hal, Appendix B.4, proof of Theorem 3, last display. Printed:
     \bar\theta_{sto}-\theta^\star=\frac\gamma{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H)+O(\gamma^{3/2})
   See hal-thm3-bias, which says the same and has the theorems. *)
