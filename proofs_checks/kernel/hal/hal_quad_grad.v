(* hal-quad-grad: On quadratics the mean local path shrinks by Id - gamma A_c a step, 'for all h <= H': the power is h, and the path is
   printed with H steps. That the gradients are A_c (theta - theta_c* ) is right.
   hal, Appendix B.3.1. Printed:
     \nabla f_c(\theta)=\bar A_c(\theta-\theta_c^\star),\quad\forall h\le H:\ \mathbb E[\tilde T_c^{(\gamma,H)}(\theta;Z_c^{1:H})]-\theta_c^\star=(Id-\gamma\bar A_c)^h(\theta-\theta_c^\star)
   See aistats-quad-grad, which says the same and has the theorems. *)
