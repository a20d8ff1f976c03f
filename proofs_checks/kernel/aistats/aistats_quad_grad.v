(* aistats-quad-grad: On quadratics the mean local path shrinks by Id - gamma A_c a step, 'for all h <= H': the power is h, and the path is
   printed with H steps. That the gradients are A_c (theta - theta_c* ) is right.
   aistats, Appendix B.4.1. Printed:
     \nabla f_c(\theta)=\bar A_c(\theta-\theta_c^\star),\quad\forall h\le H:\ \mathbb E[\tilde T_c^{(\gamma,H)}(\theta;Z_c^{1:H})]-\theta_c^\star=(Id-\gamma\bar A_c)^h(\theta-\theta_c^\star)
   Conditions:
     h <= H
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A5: every f_c is quadratic
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* On quadratics the mean local path shrinks by Id - gamma A_c a step, 'for all h <= H': the power is h, and the path is printed with H
   steps. That the gradients are A_c (theta - theta_c* ) is right. At an instance (exact quadratics, paths run step by step): gamma = 1, H =
   1, hessians = [[[1]]], optima = [[1]], h = 0, start = [0]. Compared: printed, and the truth: as computed, step by step. *)
Theorem aistats_quad_grad_is_false :
  let A := 1 in let centre := 1 in let gamma := 1 in let start := 0 in
  ~ (start - centre = start - gamma * (A * (start - centre)) - centre).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-mean-local-path on this instance. A quadratic client's gradient
   is A_c (theta - theta_c* ), and after h steps the mean of its path is (Id - gamma A_c)^h (theta - theta_c* ) from its own optimum. At an
   instance (exact quadratics, rounds run one by one): gamma = 1, H = 1, hessians = [[[1]]], optima = [[1]], h = 0, start = [0]. Compared:
   the left side and the right one. *)
Theorem aistats_quad_grad_holds_there :
  let A := 1 in let centre := 1 in let gamma := 1 in let start := 0 in
  let t1 := -1 * centre + start in
  t1 <= start - centre /\
  start - centre <= t1.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_quad_grad_is_false, aistats_quad_grad_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
