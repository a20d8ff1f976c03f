(* aistats-lem7-V-recursion: The recursion of the recentred path and (32): with V as (30) defines it, with a minus, the first of them is
   false wherever a client is pulled.
   aistats, Equation (32) and the display before it, with (30). Printed:
     \|\tilde V^{h+1}-\theta^\star\|^2=\|\tilde V^h-\theta^\star-\gamma(\nabla F(\tilde T^h)-\nabla f_c(\theta^\star))\|^2;\quad\mathbb E[\cdot|\mathcal F]=\|\tilde V^h-\theta^\star\|^2+\gamma^2\mathbb E[\|\nabla F(\tilde T^h)-\nabla f_c(\theta^\star)\|^2|\mathcal F]-2\gamma\langle\tilde V^h-\theta^\star,\nabla f_c(\tilde T^h)-\nabla f_c(\theta^\star)\rangle,\ \tilde V_c^{(\gamma,h)}=\tilde T_c^{(\gamma,h)}-\gamma h\nabla f_c(\theta^\star)
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* The recursion of the recentred path and (32): with V as (30) defines it, with a minus, the first of them is false wherever a client is
   pulled. At an instance (exact least squares in dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]],
   [[1]]]], vectors = [[[0], [0]], [[0], [1]]], cubes = [[0, 0], [0, 0]], gamma = 1/2, draws = [[[0], [0]]], start = [0], point = [0].
   Compared: the left side and the right one. *)
Theorem aistats_lem7_V_recursion_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 2 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_2_1 + matrices_2_2) / 2 in
  let t3 := (t1 * ((vectors_1_1 + vectors_1_2) / 2 / t1) + t2 * ((vectors_2_1 + vectors_2_2) / 2 / t2)) / (t1 + t2) in
  let t4 := (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3)) / 2 in
  let t5 := (matrices_1_1 + matrices_1_2) / 2 in
  let t6 := (matrices_2_1 + matrices_2_2) / 2 in
  let t7 := point_ + -1 * gamma * t4 - t3 in
  let t8 := (matrices_1_1 + matrices_1_2) / 2 in
  let t9 := (matrices_2_1 + matrices_2_2) / 2 in
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  ~ ((point_ - gamma * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3) + -2 * gamma * t4 - (t5 * ((vectors_1_1 + vectors_1_2) / 2 / t5) + t6 * ((vectors_2_1 + vectors_2_2) / 2 / t6)) / (t5 + t6)) ^ 2 = (t7 - gamma * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - t4)) ^ 2 /\ (point_ - gamma * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3) + -2 * gamma * t4 - (t8 * ((vectors_1_1 + vectors_1_2) / 2 / t8) + t9 * ((vectors_2_1 + vectors_2_2) / 2 / t9)) / (t8 + t9)) ^ 2 = (t7 - gamma * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - t4)) ^ 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem7-recursion on this instance. The recursion of the recentred
   path, V with a plus, and (32), from any local iterate in the mean over the step's sample. At an instance (exact least squares in
   dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]], [[0], [1]]], cubes
   = [[0, 0], [0, 0]], gamma = 1/2, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_lem7_V_recursion_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 2 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_2_1 + matrices_2_2) / 2 in
  let t3 := (t1 * ((vectors_1_1 + vectors_1_2) / 2 / t1) + t2 * ((vectors_2_1 + vectors_2_2) / 2 / t2)) / (t1 + t2) in
  let t4 := (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3)) / 2 in
  let t5 := point_ + gamma * t4 - t3 in
  let t6 := matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - t4 in
  let t7 := matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - t4 in
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  ((t5 - gamma * t6) ^ 2 + (t5 - gamma * t7) ^ 2) / 2 = t5 ^ 2 + gamma ^ 2 * ((t6 ^ 2 + t7 ^ 2) / 2) - 2 * gamma * t5 * ((t6 + t7) / 2).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem7_V_recursion_is_false, aistats_lem7_V_recursion_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
