(* hal-thm4-proof-taylor: The expansion is one of the gradient at the h-th local iterate; printed on its left is the iterate after h + 1
   steps. (The next display takes it for the gradient.) From theta* the right side is the gradient at theta*, and the left is a step away
   from theta*. That the rest is at most a multiple of the cube of the distance needs third derivatives that are Lipschitz at theta*,
   which A1 does not give.
   hal, Appendix B.5, proof of Theorem 4, first display. Printed:
     \tilde T_c^{(\gamma,h+1)}(\theta;Z_c^{1:h+1})=\nabla f_c(\theta^\star)+\nabla^2f_c(\theta^\star)(\tilde T_c^{(\gamma,h)}-\theta^\star)+\frac12\nabla^3f_c(\theta^\star)(\tilde T_c^{(\gamma,h)}-\theta^\star)^{\otimes2}+\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)}),\quad\sup_\theta\|\mathcal R_{3,h}^c(\theta)\|/\|\theta-\theta^\star\|^3<\infty
   See aistats-B6-taylor-lhs, which says the same and has the theorems. *)
