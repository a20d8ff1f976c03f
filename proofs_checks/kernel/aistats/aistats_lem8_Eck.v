(* aistats-lem8-Eck: The shift's term is printed as gamma^(3k/2) h^(2k), with another unit than c^k: false for small gamma h, whatever its
   constant. |T - V| = gamma h |grad f_c(theta* )| to the k, over (gamma mu)^(k/2), is gamma^(k/2) h^k. The change from theta* is printed
   with grad f_c(theta* ), where the line before has grad F(theta* ). What is made of it later, Xi with gamma^(3/2) h, has the true powers.
   aistats, Appendix B.2, proof of Lemma 8, before 'Which in turn'. Printed:
     \mathbb E[c^k|\mathcal F]\le2\cdot6^{k-1}L^{k-2}\|\tilde V-\theta^\star\|^{k-2}\mathbb E[\|\nabla F(\tilde V)-\nabla f_c(\theta^\star)\|^2|\mathcal F]+\frac{10\cdot30^{k-1}\gamma^{3k/2}L^kh^{2k}}{\mu^{k/2}}\|\nabla f_c(\theta^\star)\|^k+4\cdot12^{k-1}\tau^k
   Conditions:
     45*L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* The shift's term is printed as gamma^(3k/2) h^(2k), with another unit than c^k: false for small gamma h, whatever its constant. |T - V|
   = gamma h |grad f_c(theta* )| to the k, over (gamma mu)^(k/2), is gamma^(k/2) h^k. The change from theta* is printed with grad
   f_c(theta* ), where the line before has grad F(theta* ). What is made of it later, Xi with gamma^(3/2) h, has the true powers. At an
   instance (exact least squares in dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors
   = [[[1], [1]], [[-1], [-1]]], cubes = [[0, 0], [0, 0]], gamma = 1/45, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left
   side and the right one. *)
Theorem aistats_lem8_Eck_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 1 in let
  vectors_1_2 := 1 in let vectors_2_1 := -1 in let vectors_2_2 := -1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_1_1 + matrices_1_2) / 2 in
  let t4 := (matrices_2_1 + matrices_2_2) / 2 in
  let t5 := (t3 * ((vectors_1_1 + vectors_1_2) / 2 / t3) + t4 * ((vectors_2_1 + vectors_2_2) / 2 / t4)) / (t3 + t4) in
  let t6 := (matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3 + (matrices_1_2 * t5 - vectors_1_2 + cubes_1_2 * t5 ^ 3)) / 2 in
  let t7 := point_ + gamma * t6 in
  let t8 := t7 - t5 in
  let t9 := (matrices_1_1 + matrices_1_2) / 2 in
  let t10 := (matrices_1_1 + matrices_1_2) / 2 in
  let t11 := (matrices_1_1 + matrices_1_2) / 2 in
  let t12 := matrices_1_1 * t7 - vectors_1_1 + cubes_1_1 * t7 ^ 3 - (matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3) in
  let t13 := matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3 - t6 in
  let t14 := 2 * t12 ^ 2 + 10 / (gamma * t1) * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - (matrices_1_1 * t7 - vectors_1_1 + cubes_1_1 * t7 ^ 3)) ^ 2 + 4 * t13 ^ 2 in
  let t15 := matrices_1_2 * t7 - vectors_1_2 + cubes_1_2 * t7 ^ 3 - (matrices_1_2 * t5 - vectors_1_2 + cubes_1_2 * t5 ^ 3) in
  let t16 := matrices_1_2 * t5 - vectors_1_2 + cubes_1_2 * t5 ^ 3 - t6 in
  let t17 := 2 * t15 ^ 2 + 10 / (gamma * t2) * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - (matrices_1_2 * t7 - vectors_1_2 + cubes_1_2 * t7 ^ 3)) ^ 2 + 4 * t16 ^ 2 in
  let t18 := t12 + t13 in
  let t19 := t15 + t16 in
  let t20 := (t13 ^ 2 + t16 ^ 2) / 2 in
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
  (matrices_2_1 + matrices_2_2) / 2 >= t2 /\
  t8 < 0 /\
  t6 < 0 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t9 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t10 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t11 /\
  ~ ((t14 + t17) / 2 <= 12 * ((t18 ^ 2 + t19 ^ 2) / 2) + 300 * gamma ^ 3 * (matrices_1_1 * (- t6)) ^ 2 / t9 + 48 * t20 /\ (t14 ^ 2 + t17 ^ 2) / 2 <= 432 * (matrices_1_1 * (- t8)) ^ 2 * ((t18 ^ 2 + t19 ^ 2) / 2) + 270000 * gamma ^ 6 * (matrices_1_1 * (- t6)) ^ 4 / t10 ^ 2 + 6912 * t20 ^ 2 /\ (t14 ^ 3 + t17 ^ 3) / 2 <= 15552 * (matrices_1_1 * (- t8)) ^ 4 * ((t18 ^ 2 + t19 ^ 2) / 2) + 243000000 * gamma ^ 9 * (matrices_1_1 * (- t6)) ^ 6 / t11 ^ 3 + 995328 * t20 ^ 3).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem8-Eck on this instance. Powers of c in the mean over the
   sample, from any local iterate, k = 2, ..., 6: with gamma^(k/2) h^k, where gamma^(3k/2) h^(2k) is printed. At an instance (exact least
   squares in dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[1], [1]], [[-1],
   [-1]]], cubes = [[0, 0], [0, 0]], gamma = 1/45, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the right
   one. *)
Theorem aistats_lem8_Eck_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 1 in let
  vectors_1_2 := 1 in let vectors_2_1 := -1 in let vectors_2_2 := -1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_1_1 + matrices_1_2) / 2 in
  let t4 := (matrices_2_1 + matrices_2_2) / 2 in
  let t5 := (t3 * ((vectors_1_1 + vectors_1_2) / 2 / t3) + t4 * ((vectors_2_1 + vectors_2_2) / 2 / t4)) / (t3 + t4) in
  let t6 := (matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3 + (matrices_1_2 * t5 - vectors_1_2 + cubes_1_2 * t5 ^ 3)) / 2 in
  let t7 := point_ + gamma * t6 in
  let t8 := t7 - t5 in
  let t9 := (matrices_1_1 + matrices_1_2) / 2 in
  let t10 := (matrices_1_1 + matrices_1_2) / 2 in
  let t11 := (matrices_1_1 + matrices_1_2) / 2 in
  let t12 := matrices_1_1 * t7 - vectors_1_1 + cubes_1_1 * t7 ^ 3 - (matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3) in
  let t13 := matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3 - t6 in
  let t14 := 2 * t12 ^ 2 + 10 / (gamma * t1) * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - (matrices_1_1 * t7 - vectors_1_1 + cubes_1_1 * t7 ^ 3)) ^ 2 + 4 * t13 ^ 2 in
  let t15 := matrices_1_2 * t7 - vectors_1_2 + cubes_1_2 * t7 ^ 3 - (matrices_1_2 * t5 - vectors_1_2 + cubes_1_2 * t5 ^ 3) in
  let t16 := matrices_1_2 * t5 - vectors_1_2 + cubes_1_2 * t5 ^ 3 - t6 in
  let t17 := 2 * t15 ^ 2 + 10 / (gamma * t2) * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - (matrices_1_2 * t7 - vectors_1_2 + cubes_1_2 * t7 ^ 3)) ^ 2 + 4 * t16 ^ 2 in
  let t18 := (t13 ^ 2 + t16 ^ 2) / 2 in
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
  t8 < 0 /\
  t6 < 0 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t9 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t10 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t11 /\
  (t14 + t17) / 2 <= 12 * ((t12 ^ 2 + t15 ^ 2) / 2) + 300 * gamma * (matrices_1_1 * (- t6)) ^ 2 / t9 + 48 * t18 /\
  (t14 ^ 2 + t17 ^ 2) / 2 <= 432 * (matrices_1_1 * (- t8)) ^ 2 * ((t12 ^ 2 + t15 ^ 2) / 2) + 270000 * gamma ^ 2 * (matrices_1_1 * (- t6)) ^ 4 / t10 ^ 2 + 6912 * t18 ^ 2 /\
  (t14 ^ 3 + t17 ^ 3) / 2 <= 15552 * (matrices_1_1 * (- t8)) ^ 4 * ((t12 ^ 2 + t15 ^ 2) / 2) + 243000000 * gamma ^ 3 * (matrices_1_1 * (- t6)) ^ 6 / t11 ^ 3 + 995328 * t18 ^ 3.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem8_Eck_is_false, aistats_lem8_Eck_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
