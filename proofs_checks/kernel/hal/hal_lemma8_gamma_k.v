(* hal-lemma8-gamma-k: The published line with two more slips: gamma^k is missing before the first member, and 2^(k-1) stands for 2 6^(k-1)
   in the last. The others are the same: L^(k-2) for L^(k-1), T for V, gamma^(5k/2) h^(2k) for gamma^(3k/2) h^k.
   hal, Appendix B.2, proof of Lemma 8, 'Which in turn proves that'. Printed:
     \mathbb E[\gamma^ka^{6-k}c^k|\mathcal F]\le2\cdot6^{k-1}L^{k-2}\|\tilde V-\theta^\star\|^{6-k+k-2}\langle\nabla f_c(\tilde V)-\nabla f_c(\theta^\star),\tilde V-\theta^\star\rangle+\frac{10\cdot30^{k-1}\gamma^{5k/2}L^kh^{2k}}{\mu^{k/2}}\|\tilde V-\theta^\star\|^{6-k}\|\nabla f_c(\theta^\star)\|^k+4\cdot12^{k-1}\gamma^k\|\tilde V-\theta^\star\|^{6-k}\tau^k\le2^{k-1}\gamma^kL^{k-1}\|\tilde T-\theta^\star\|^{4}\langle\nabla f_c(\tilde T)-\nabla f_c(\theta^\star),\tilde T-\theta^\star\rangle+\frac{10\cdot30^{k-1}\gamma^{5k/2}L^kh^{2k}}{\mu^{k/2}}\|\tilde V-\theta^\star\|^{6-k}\|\nabla f_c(\theta^\star)\|^k+4\cdot12^{k-1}\gamma^k\|\tilde V-\theta^\star\|^{6-k}\tau^k
   Conditions:
     25*L*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* The published line with two more slips: gamma^k is missing before the first member, and 2^(k-1) stands for 2 6^(k-1) in the last. The
   others are the same: L^(k-2) for L^(k-1), T for V, gamma^(5k/2) h^(2k) for gamma^(3k/2) h^k. At an instance (exact least squares in
   dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]], [[0], [1]]], cubes
   = [[0, 0], [0, 0]], gamma = 1/45, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem hal_lemma8_gamma_k_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_1_1 + matrices_1_2) / 2 in
  let t4 := (matrices_1_1 + matrices_1_2) / 2 in
  let t5 := (matrices_2_1 + matrices_2_2) / 2 in
  let t6 := (t4 * ((vectors_1_1 + vectors_1_2) / 2 / t4) + t5 * ((vectors_2_1 + vectors_2_2) / 2 / t5)) / (t4 + t5) in
  let t7 := (matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3 + (matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3)) / 2 in
  let t8 := (matrices_1_1 + matrices_1_2) / 2 in
  let t9 := (matrices_1_1 + matrices_1_2) / 2 in
  let t10 := (matrices_1_1 + matrices_1_2) / 2 in
  let t11 := (matrices_1_1 + matrices_1_2) / 2 in
  let t12 := (matrices_2_1 + matrices_2_2) / 2 in
  let t13 := (t11 * ((vectors_1_1 + vectors_1_2) / 2 / t11) + t12 * ((vectors_2_1 + vectors_2_2) / 2 / t12)) / (t11 + t12) in
  let t14 := (matrices_1_1 * t13 - vectors_1_1 + cubes_1_1 * t13 ^ 3 + (matrices_1_2 * t13 - vectors_1_2 + cubes_1_2 * t13 ^ 3)) / 2 in
  let t15 := (matrices_1_1 + matrices_1_2) / 2 in
  let t16 := (matrices_1_1 + matrices_1_2) / 2 in
  let t17 := (matrices_1_1 + matrices_1_2) / 2 in
  let t18 := point_ + gamma * t7 in
  let t19 := t18 - t6 in
  let t20 := (1 + gamma * t1 / 6) * t19 ^ 2 in
  let t21 := matrices_1_1 * t18 - vectors_1_1 + cubes_1_1 * t18 ^ 3 - (matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3) in
  let t22 := matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3 - t7 in
  let t23 := 2 * t21 ^ 2 + 10 / (gamma * t2) * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - (matrices_1_1 * t18 - vectors_1_1 + cubes_1_1 * t18 ^ 3)) ^ 2 + 4 * t22 ^ 2 in
  let t24 := matrices_1_2 * t18 - vectors_1_2 + cubes_1_2 * t18 ^ 3 - (matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3) in
  let t25 := matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3 - t7 in
  let t26 := 2 * t24 ^ 2 + 10 / (gamma * t3) * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - (matrices_1_2 * t18 - vectors_1_2 + cubes_1_2 * t18 ^ 3)) ^ 2 + 4 * t25 ^ 2 in
  let t27 := t19 * ((t21 + t24) / 2) in
  let t28 := 12 * t19 ^ 4 * t27 + t19 ^ 4 * (300 * gamma ^ 5 * (matrices_1_1 * t7) ^ 2 / t8 + 48 * gamma ^ 2 * ((t22 ^ 2 + t25 ^ 2) / 2)) in
  let t29 := 432 * matrices_1_1 ^ 2 * t19 ^ 4 * t27 + t19 ^ 2 * (270000 * gamma ^ 10 * (matrices_1_1 * t7) ^ 4 / t9 ^ 2 + 6912 * gamma ^ 4 * ((t22 ^ 2 + t25 ^ 2) / 2) ^ 2) in
  let t30 := 15552 * matrices_1_1 ^ 4 * t19 ^ 4 * t27 + (243000000 * gamma ^ 15 * (matrices_1_1 * t7) ^ 6 / t10 ^ 3 + 995328 * gamma ^ 6 * ((t22 ^ 2 + t25 ^ 2) / 2) ^ 3) in
  let t31 := point_ + gamma * t14 - t13 in
  let t32 := t31 - gamma * t14 in
  let t33 := t32 * ((matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - t14 + (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - t14)) / 2) in
  let t34 := matrices_1_1 * t13 - vectors_1_1 + cubes_1_1 * t13 ^ 3 - t14 in
  let t35 := matrices_1_2 * t13 - vectors_1_2 + cubes_1_2 * t13 ^ 3 - t14 in
  25 * matrices_1_1 * gamma <= 1 /\
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
  (matrices_2_1 + matrices_2_2) / 2 >= t3 /\
  t7 >= 0 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t8 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t9 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t10 /\
  t14 >= 0 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t15 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t16 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t17 /\
  ~ (gamma ^ 2 * t20 ^ 2 * ((t23 + t26) / 2) <= t28 /\ gamma ^ 4 * t20 * ((t23 ^ 2 + t26 ^ 2) / 2) <= t29 /\ gamma ^ 6 * ((t23 ^ 3 + t26 ^ 3) / 2) <= t30 /\ t28 <= 2 * gamma ^ 2 * matrices_1_1 * t32 ^ 4 * t33 + t31 ^ 4 * (300 * gamma ^ 5 * (matrices_1_1 * t14) ^ 2 / t15 + 48 * gamma ^ 2 * ((t34 ^ 2 + t35 ^ 2) / 2)) /\ t29 <= 8 * gamma ^ 4 * matrices_1_1 ^ 3 * t32 ^ 4 * t33 + t31 ^ 2 * (270000 * gamma ^ 10 * (matrices_1_1 * t14) ^ 4 / t16 ^ 2 + 6912 * gamma ^ 4 * ((t34 ^ 2 + t35 ^ 2) / 2) ^ 2) /\ t30 <= 32 * gamma ^ 6 * matrices_1_1 ^ 5 * t32 ^ 4 * t33 + (243000000 * gamma ^ 15 * (matrices_1_1 * t14) ^ 6 / t17 ^ 3 + 995328 * gamma ^ 6 * ((t34 ^ 2 + t35 ^ 2) / 2) ^ 3)).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem8-gamma-k on this instance. Each term of (22) in the mean
   over the sample, k = 2, ..., 6, from any local iterate: what the source prints, with V, L^(k-1) and gamma^(3k/2) h^k. At an instance
   (exact least squares in dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0],
   [0]], [[0], [1]]], cubes = [[0, 0], [0, 0]], gamma = 1/45, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and
   the right one. *)
Theorem hal_lemma8_gamma_k_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_1_1 + matrices_1_2) / 2 in
  let t4 := (matrices_1_1 + matrices_1_2) / 2 in
  let t5 := (matrices_2_1 + matrices_2_2) / 2 in
  let t6 := (t4 * ((vectors_1_1 + vectors_1_2) / 2 / t4) + t5 * ((vectors_2_1 + vectors_2_2) / 2 / t5)) / (t4 + t5) in
  let t7 := (matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3 + (matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3)) / 2 in
  let t8 := (matrices_1_1 + matrices_1_2) / 2 in
  let t9 := (matrices_1_1 + matrices_1_2) / 2 in
  let t10 := (matrices_1_1 + matrices_1_2) / 2 in
  let t11 := point_ + gamma * t7 in
  let t12 := t11 - t6 in
  let t13 := (1 + gamma * t1 / 6) * t12 ^ 2 in
  let t14 := matrices_1_1 * t11 - vectors_1_1 + cubes_1_1 * t11 ^ 3 - (matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3) in
  let t15 := matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3 - t7 in
  let t16 := 2 * t14 ^ 2 + 10 / (gamma * t2) * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - (matrices_1_1 * t11 - vectors_1_1 + cubes_1_1 * t11 ^ 3)) ^ 2 + 4 * t15 ^ 2 in
  let t17 := matrices_1_2 * t11 - vectors_1_2 + cubes_1_2 * t11 ^ 3 - (matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3) in
  let t18 := matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3 - t7 in
  let t19 := 2 * t17 ^ 2 + 10 / (gamma * t3) * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - (matrices_1_2 * t11 - vectors_1_2 + cubes_1_2 * t11 ^ 3)) ^ 2 + 4 * t18 ^ 2 in
  let t20 := t12 * ((t14 + t17) / 2) in
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
  (matrices_2_1 + matrices_2_2) / 2 >= t3 /\
  t7 >= 0 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t8 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t9 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t10 /\
  gamma ^ 2 * t13 ^ 2 * ((t16 + t19) / 2) <= 12 * gamma ^ 2 * matrices_1_1 * t12 ^ 4 * t20 + t12 ^ 4 * (300 * gamma ^ 3 * (matrices_1_1 * t7) ^ 2 / t8 + 48 * gamma ^ 2 * ((t15 ^ 2 + t18 ^ 2) / 2)) /\
  gamma ^ 4 * t13 * ((t16 ^ 2 + t19 ^ 2) / 2) <= 432 * gamma ^ 4 * matrices_1_1 ^ 3 * t12 ^ 4 * t20 + t12 ^ 2 * (270000 * gamma ^ 6 * (matrices_1_1 * t7) ^ 4 / t9 ^ 2 + 6912 * gamma ^ 4 * ((t15 ^ 2 + t18 ^ 2) / 2) ^ 2) /\
  gamma ^ 6 * ((t16 ^ 3 + t19 ^ 3) / 2) <= 15552 * gamma ^ 6 * matrices_1_1 ^ 5 * t12 ^ 4 * t20 + (243000000 * gamma ^ 9 * (matrices_1_1 * t7) ^ 6 / t10 ^ 3 + 995328 * gamma ^ 6 * ((t15 ^ 2 + t18 ^ 2) / 2) ^ 3).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (hal_lemma8_gamma_k_is_false, hal_lemma8_gamma_k_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
