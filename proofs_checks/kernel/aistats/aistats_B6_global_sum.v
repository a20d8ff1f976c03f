(* aistats-B6-global-sum: The mean of (53) over clients, without the noise, which (53) has: false for every draw with noise. The
   expectation, which is taken next, is not touched, as noise has mean zero.
   aistats, Appendix B.6, 'Expansion of Global Updates', first display. Printed:
     \frac1N\sum_c\theta_H^c-\theta^\star=\Gamma^{\star,H}(\theta-\theta^\star)-\frac\gamma N\sum_{c=1}^N\sum_{h=0}^{H-1}\Gamma_c^{\star,H-h-1}\Big(\nabla f_c(\theta^\star)+\tfrac12\nabla^3f_c(\theta^\star)(\tilde T_c^{(\gamma,h)}-\theta^\star)^{\otimes2}+\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)})\Big)
   Conditions:
     45*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3 *)
From Symfed Require Import Instance.

(* The mean of (53) over clients, without the noise, which (53) has: false for every draw with noise. The expectation, which is taken next,
   is not touched, as noise has mean zero. At an instance (exact quadratics, two samples a client, every step run): matrices = [[[[1]],
   [[1]]]], vectors = [[[0], [1]]], cubes = [[0, 0]], gamma = 1/45, draws = [[[0]]], start = [0], point = [0]. Compared: the left side and
   the right one. *)
Theorem aistats_B6_global_sum_is_false :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (cubes_1 + cubes_2) / 2 in
  45 * matrices_1 * gamma <= 1 /\
  gamma * ((matrices_1 + matrices_2) / 2) <= 1 /\
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  ~ (start - gamma * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) - point_ = (1 - gamma * ((matrices_1 + matrices_2) / 2 + 3 * t1 * point_ * point_)) * (start - point_) - gamma * ((matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3 + (matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3)) / 2 + 3 * t1 * point_ * (start - point_) * (start - point_) + t1 * (start - point_) ^ 3)).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-B6-global-sum on this instance. The mean of (53) over clients,
   with its noise. At an instance (gradients with cubes, two samples a client, every step run): matrices = [[[[1]], [[1]]]], vectors =
   [[[0], [1]]], cubes = [[0, 0]], gamma = 1/45, draws = [[[0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_B6_global_sum_holds_there :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (cubes_1 + cubes_2) / 2 in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  start - gamma * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) - point_ = (1 - gamma * ((matrices_1 + matrices_2) / 2 + 3 * t1 * point_ * point_)) * (start - point_) - gamma * ((matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3 + (matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3)) / 2 + 3 * t1 * point_ * (start - point_) * (start - point_) + t1 * (start - point_) ^ 3 + (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3 - (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3 + (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3)) / 2)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_B6_global_sum_is_false, aistats_B6_global_sum_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
