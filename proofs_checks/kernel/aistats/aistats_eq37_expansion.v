(* aistats-eq37-expansion: (37), for V as defined in (30), to which its sentence points: with the minus there it is false wherever a client
   is pulled.
   aistats, Equation (37), with (30). Printed:
     \|\tilde V^{h+1}-\theta^\star\|^2=\|\tilde V^h-\theta^\star\|^2+\gamma^2\|\nabla F(\tilde T)-\nabla f_c(\theta^\star)\|^2-2\gamma\langle\tilde V-\theta^\star,\nabla F(\tilde T)-\nabla f_c(\theta^\star)\rangle=\|\tilde V^h-\theta^\star\|^2+\gamma^2\|\nabla F(\tilde T)-\nabla f_c(\theta^\star)\|^2-2\gamma\langle\tilde V-\theta^\star,\nabla F(\tilde V)-\nabla f_c(\theta^\star)\rangle-2\gamma\langle\tilde V-\theta^\star,\nabla F(\tilde T)-\nabla F(\tilde V)\rangle,\ \tilde V_c^{(\gamma,h)}=\tilde T_c^{(\gamma,h)}-\gamma h\nabla f_c(\theta^\star)
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* (37), for V as defined in (30), to which its sentence points: with the minus there it is false wherever a client is pulled. At an
   instance (exact least squares in dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors
   = [[[0], [0]], [[0], [1]]], cubes = [[0, 0], [0, 0]], gamma = 1/2, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left
   side and the right one. *)
Theorem aistats_eq37_expansion_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 2 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_2_1 + matrices_2_2) / 2 in
  let t3 := (t1 * ((vectors_1_1 + vectors_1_2) / 2 / t1) + t2 * ((vectors_2_1 + vectors_2_2) / 2 / t2)) / (t1 + t2) in
  let t4 := (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3)) / 2 in
  let t5 := (matrices_1_1 + matrices_1_2) / 2 in
  let t6 := (matrices_2_1 + matrices_2_2) / 2 in
  let t7 := (matrices_1_1 + matrices_1_2) / 2 in
  let t8 := (matrices_2_1 + matrices_2_2) / 2 in
  let t9 := (t7 * ((vectors_1_1 + vectors_1_2) / 2 / t7) + t8 * ((vectors_2_1 + vectors_2_2) / 2 / t8)) / (t7 + t8) in
  let t10 := (matrices_1_1 * t9 - vectors_1_1 + cubes_1_1 * t9 ^ 3 + (matrices_1_2 * t9 - vectors_1_2 + cubes_1_2 * t9 ^ 3)) / 2 in
  let t11 := point_ + -1 * gamma * t10 - t9 in
  let t12 := matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - t10 in
  let t13 := (matrices_1_1 + matrices_1_2) / 2 in
  let t14 := (matrices_2_1 + matrices_2_2) / 2 in
  let t15 := matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - t10 in
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  ~ ((point_ - gamma * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3) + -2 * gamma * t4 - (t5 * ((vectors_1_1 + vectors_1_2) / 2 / t5) + t6 * ((vectors_2_1 + vectors_2_2) / 2 / t6)) / (t5 + t6)) ^ 2 = t11 ^ 2 + gamma ^ 2 * t12 ^ 2 - 2 * gamma * t11 * t12 /\ (point_ - gamma * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3) + -2 * gamma * t4 - (t13 * ((vectors_1_1 + vectors_1_2) / 2 / t13) + t14 * ((vectors_2_1 + vectors_2_2) / 2 / t14)) / (t13 + t14)) ^ 2 = t11 ^ 2 + gamma ^ 2 * t15 ^ 2 - 2 * gamma * t11 * t15).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-eq37-recentred on this instance. (37), both of its members,
   along a client's path of any length, V with a plus. At an instance (exact least squares in dimension one, the step's two samples spelt
   out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]], [[0], [1]]], cubes = [[0, 0], [0, 0]], gamma = 1/2, draws =
   [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_eq37_expansion_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 2 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_2_1 + matrices_2_2) / 2 in
  let t3 := (t1 * ((vectors_1_1 + vectors_1_2) / 2 / t1) + t2 * ((vectors_2_1 + vectors_2_2) / 2 / t2)) / (t1 + t2) in
  let t4 := (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3)) / 2 in
  let t5 := point_ + gamma * t4 in
  let t6 := t5 - t3 in
  let t7 := matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - t4 in
  let t8 := matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - t4 in
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  (t6 - gamma * t7) ^ 2 = t6 ^ 2 + gamma ^ 2 * t7 ^ 2 - 2 * gamma * (t6 * (matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3 - (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3) + (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 - t4))) - 2 * gamma * t6 * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - (matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3)) /\
  (t6 - gamma * t8) ^ 2 = t6 ^ 2 + gamma ^ 2 * t8 ^ 2 - 2 * gamma * (t6 * (matrices_1_2 * t5 - vectors_1_2 + cubes_1_2 * t5 ^ 3 - (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3) + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3 - t4))) - 2 * gamma * t6 * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - (matrices_1_2 * t5 - vectors_1_2 + cubes_1_2 * t5 ^ 3)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_eq37_expansion_is_false, aistats_eq37_expansion_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
