(* aistats-lem8-min-Xi: The smaller of two numbers bounds no sum of their powers: without noise, or without pull, the right side is nothing.
   The larger is meant. Its first part lacks L and 30, and has mu for its root; gamma^k and 2^(k-1) stand before the sum once more.
   aistats, Appendix B.2, proof of Lemma 8, the definition of Xi. Printed:
     20\sum_{k=2}^62^{k-1}\gamma^k\|\tilde T-\theta^\star\|^{6-k}\Big\{\frac{10\cdot30^{k-1}\gamma^{5k/2}L^kh^k}{\mu^{k/2}}\|\nabla f_c(\theta^\star)\|^k+4\cdot12^{k-1}\gamma^k\tau^k\Big\}\le2\cdot20\cdot30\sum_{k=2}^62^{k-1}\gamma^k\|\tilde T-\theta^\star\|^{6-k}\min\Big\{\frac{\gamma^{3/2}h}\mu\|\nabla f_c(\theta^\star)\|,12\gamma\tau\Big\}^k;\quad\Xi=\min\Big\{\frac{\gamma^{3/2}h}{\mu^{1/2}}\|\nabla f_c(\theta^\star)\|,12\gamma\tau\Big\}
   Conditions:
     45*L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* The smaller of two numbers bounds no sum of their powers: without noise, or without pull, the right side is nothing. The larger is
   meant. Its first part lacks L and 30, and has mu for its root; gamma^k and 2^(k-1) stand before the sum once more. At an instance (exact
   least squares in dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]],
   [[0], [1]]], cubes = [[0, 0], [0, 0]], gamma = 1/45, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the
   right one. *)
Theorem aistats_lem8_min_Xi_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_2_1 + matrices_2_2) / 2 in
  let t3 := (t1 * ((vectors_1_1 + vectors_1_2) / 2 / t1) + t2 * ((vectors_2_1 + vectors_2_2) / 2 / t2)) / (t1 + t2) in
  let t4 := (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3)) / 2 in
  let t5 := point_ + gamma * t4 - t3 - gamma * t4 in
  let t6 := gamma ^ 3 * 340282366920938463463374607431768211456 in
  let t7 := (matrices_1_1 + matrices_1_2) / 2 in
  let t8 := ((matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 - t4) ^ 2 + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3 - t4) ^ 2) / 2 in
  let t9 := t8 * 340282366920938463463374607431768211456 in
  let t10 := 12 * gamma * (1 / 18446744073709551616) in
  let t11 := (matrices_1_1 + matrices_1_2) / 2 in
  let t12 := (matrices_1_1 + matrices_1_2) / 2 in
  let t13 := (matrices_1_1 + matrices_1_2) / 2 in
  let t14 := - t5 in
  let t15 := 40 * gamma ^ 2 * t14 ^ 4 in
  let t16 := 160 * gamma ^ 4 * t14 ^ 2 in
  let t17 := 640 * gamma ^ 6 in
  45 * matrices_1_1 * gamma <= 1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  t5 < 0 /\
  t6 <= 3734237222726348021545949052749172 /\
  t6 > 3734237222726348021545949052749171 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t7 /\
  t4 >= 0 /\
  t9 <= 0 /\
  t9 > -1 /\
  t10 < 61108405499786591 / 18446744073709551616 / t7 * t4 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t11 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t12 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t13 /\
  ~ (t15 * (300 * gamma ^ 5 * (matrices_1_1 * t4) ^ 2 / t11 + 48 * gamma ^ 2 * t8) + t16 * (270000 * gamma ^ 10 * (matrices_1_1 * t4) ^ 4 / t12 ^ 2 + 6912 * gamma ^ 4 * t8 ^ 2) + t17 * (243000000 * gamma ^ 15 * (matrices_1_1 * t4) ^ 6 / t13 ^ 3 + 995328 * gamma ^ 6 * t8 ^ 3) <= 60 * t15 * t10 ^ 2 + 60 * (80 * gamma ^ 3 * t14 ^ 3) * t10 ^ 3 + 60 * t16 * t10 ^ 4 + 60 * (320 * gamma ^ 5 * t14) * t10 ^ 5 + 60 * t17 * t10 ^ 6).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem8-max-Xi on this instance. The pull and the noise as one: the
   larger of the two. At an instance (exact least squares in dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]],
   [[[1]], [[1]]]], vectors = [[[0], [0]], [[0], [1]]], cubes = [[0, 0], [0, 0]], gamma = 1/45, draws = [[[0], [0]]], start = [0], point =
   [0]. Compared: the left side and the right one. *)
Theorem aistats_lem8_min_Xi_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_2_1 + matrices_2_2) / 2 in
  let t4 := (t2 * ((vectors_1_1 + vectors_1_2) / 2 / t2) + t3 * ((vectors_2_1 + vectors_2_2) / 2 / t3)) / (t2 + t3) in
  let t5 := (matrices_1_1 * t4 - vectors_1_1 + cubes_1_1 * t4 ^ 3 + (matrices_1_2 * t4 - vectors_1_2 + cubes_1_2 * t4 ^ 3)) / 2 in
  let t6 := 144 * gamma ^ 2 * (((matrices_1_1 * t4 - vectors_1_1 + cubes_1_1 * t4 ^ 3 - t5) ^ 2 + (matrices_1_2 * t4 - vectors_1_2 + cubes_1_2 * t4 ^ 3 - t5) ^ 2) / 2) in
  let t7 := 900 * gamma ^ 3 * (matrices_1_1 * t5) ^ 2 / t1 in
  let t8 := point_ + gamma * t5 - t4 in
  let t9 := 20 * t8 ^ 4 / 3 in
  let t10 := 20 * t8 ^ 2 / 3 in
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t1 /\
  t6 <= t7 /\
  t9 * (t7 + t6) <= 2 * t9 * t7 /\
  t10 * (t7 ^ 2 + t6 ^ 2) <= 2 * t10 * t7 ^ 2 /\
  20 / 3 * (t7 ^ 3 + t6 ^ 3) <= 40 / 3 * t7 ^ 3.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem8_min_Xi_is_false, aistats_lem8_min_Xi_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
