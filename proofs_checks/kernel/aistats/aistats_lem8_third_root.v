(* aistats-lem8-third-root: Printed for the local path itself: false for every beta, as a step from theta* goes gamma |grad f_c(theta* )|
   far, and for h = 0 nothing stands for that on the right. For the recentred path it is true with L^2 beside gamma^3, without which the
   two sides have not one unit.
   aistats, Appendix B.2, proof of Lemma 8, 'Taking the third root'. Printed:
     (1+\gamma\mu/6)(1-\gamma\mu/3)\le1-\gamma\mu/6;\quad\mathbb E[\|\tilde T^{h+1}-\theta^\star\|^6]^{1/3}\le(1-\gamma\mu/18)\mathbb E[\|\tilde T^h-\theta^\star\|^6]^{1/3}+\beta\frac{\gamma^3h^2}\mu\|\nabla f_c(\theta^\star)\|^2+12\beta\gamma^2\tau^2
   Conditions:
     45*L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* Printed for the local path itself: false for every beta, as a step from theta* goes gamma |grad f_c(theta* )| far, and for h = 0 nothing
   stands for that on the right. For the recentred path it is true with L^2 beside gamma^3, without which the two sides have not one unit.
   At an instance (exact least squares without noise, the first local step): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0],
   [0]], [[1], [1]]], cubes = [[0, 0], [0, 0]], gamma = 1/45, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and
   the right one. *)
Theorem aistats_lem8_third_root_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 1 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_2_1 + matrices_2_2) / 2 in
  let t4 := (t2 * ((vectors_1_1 + vectors_1_2) / 2 / t2) + t3 * ((vectors_2_1 + vectors_2_2) / 2 / t3)) / (t2 + t3) in
  45 * matrices_1_1 * gamma <= 1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t1 /\
  ~ ((point_ - gamma * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3) - t4) ^ 6 <= ((1 - gamma * t1 / 18) * (point_ - t4) ^ 2) ^ 3).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem8-third-root on this instance. The root of a local step,
   along a client's path: for V, with L^2; 7 and 30 for gamma <= 1/(8L) and the preprint's rate gamma mu/6. At an instance (exact least
   squares in dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]], [[1],
   [1]]], cubes = [[0, 0], [0, 0]], gamma = 1/45, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the right
   one. *)
Theorem aistats_lem8_third_root_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 1 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_1_1 + matrices_1_2) / 2 in
  let t4 := (matrices_2_1 + matrices_2_2) / 2 in
  let t5 := (t3 * ((vectors_1_1 + vectors_1_2) / 2 / t3) + t4 * ((vectors_2_1 + vectors_2_2) / 2 / t4)) / (t3 + t4) in
  let t6 := (matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3 + (matrices_1_2 * t5 - vectors_1_2 + cubes_1_2 * t5 ^ 3)) / 2 in
  let t7 := point_ + gamma * t6 - t5 in
  8 * matrices_1_1 * gamma <= 1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t2 /\
  ((t7 - gamma * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - t6)) ^ 6 + (t7 - gamma * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - t6)) ^ 6) / 2 <= ((1 - gamma * t1 / 6) * t7 ^ 2 + 7 * gamma ^ 3 * matrices_1_1 ^ 2 / t2 * t6 ^ 2 + 30 * gamma ^ 2 * (matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3 - t6) ^ 2) ^ 3.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem8_third_root_is_false, aistats_lem8_third_root_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
