(* aistats-B6-taylor-lhs: The expansion is one of the gradient at the h-th local iterate; printed on its left is the iterate after h + 1
   steps. (The next display takes it for the gradient.) From theta* the right side is the gradient at theta*, and the left is a step away
   from theta*. That the rest is at most a multiple of the cube of the distance needs third derivatives that are Lipschitz at theta*,
   which A1 does not give.
   aistats, Appendix B.6, 'Expansion of Local Updates', first display. Printed:
     \tilde T_c^{(\gamma,h+1)}(\theta;Z_c^{1:h+1})=\nabla f_c(\theta^\star)+\nabla^2f_c(\theta^\star)(\tilde T_c^{(\gamma,h)}-\theta^\star)+\frac12\nabla^3f_c(\theta^\star)(\tilde T_c^{(\gamma,h)}-\theta^\star)^{\otimes2}+\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)}),\quad\sup_\theta\|\mathcal R_{3,h}^c(\theta)\|/\|\theta-\theta^\star\|^3<\infty
   Conditions:
     45*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3 *)
From Symfed Require Import Instance.

(* The expansion is one of the gradient at the h-th local iterate; printed on its left is the iterate after h + 1 steps. (The next display
   takes it for the gradient.) From theta* the right side is the gradient at theta*, and the left is a step away from theta*. That the rest
   is at most a multiple of the cube of the distance needs third derivatives that are Lipschitz at theta*, which A1 does not give. At an
   instance (exact quadratics, one step from theta* ): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], cubes = [[0, 0]], gamma = 1/45,
   draws = [[[0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_B6_taylor_lhs_is_false :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1 + matrices_2) / 2 in
  let t2 := t1 * ((vectors_1 + vectors_2) / 2 / t1) / t1 in
  45 * matrices_1 * gamma <= 1 /\
  gamma * ((matrices_1 + matrices_2) / 2) <= 1 /\
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  ~ (t2 - gamma * (matrices_1 * t2 - vectors_1 + cubes_1 * t2 ^ 3) = (matrices_1 * t2 - vectors_1 + cubes_1 * t2 ^ 3 + (matrices_2 * t2 - vectors_2 + cubes_2 * t2 ^ 3)) / 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-B6-taylor on this instance. The gradient at a local iterate, to
   the third derivative of the client's loss at theta*: what is left is at most a multiple of the cube of the distance from theta*, where
   third derivatives are Lipschitz near theta*. At an instance (gradients with cubes, exact): matrices = [[[[1]], [[1]]]], vectors = [[[0],
   [1]]], cubes = [[0, 0]], gamma = 1/45, draws = [[[0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_B6_taylor_lhs_holds_there :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (cubes_1 + cubes_2) / 2 in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  ((matrices_1 * start - vectors_1 + cubes_1 * start ^ 3 + (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3)) / 2 - (matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3 + (matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3)) / 2 - ((matrices_1 + matrices_2) / 2 + 3 * t1 * point_ * point_) * (start - point_) - 3 * t1 * point_ * (start - point_) * (start - point_)) ^ 2 <= t1 ^ 2 * ((start - point_) ^ 2) ^ 3.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_B6_taylor_lhs_is_false, aistats_B6_taylor_lhs_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
