(* aistats-lem7-unroll-t: As a step it is false for H > 1: a bound r <- q^H r + b, q = 1 - gamma mu/2, ends at b/(1 - q^H), more than the
   2b/(gamma mu H) that is printed, by up to 27 per cent. Its conclusion, Lemma 7, is true with the printed constants, unrolled over
   local steps.
   aistats, Appendix B.2, proof of Lemma 7, last display. Printed:
     r_{t+1}\le(1-\frac{\gamma\mu}2)^Hr_t+\frac{H^2(H-1)}2(4\gamma^4L^2+\frac{2\gamma^3L^2}\mu)\zeta_{\star,1}^2+4\gamma^2H\tau^2\text{ unrolled: }r_t\le(1-\frac{\gamma\mu}2)^{Ht}r_0+\frac{H(H-1)}\mu\Big(4\gamma^3L^2+\frac{2\gamma^2L^2}\mu\Big)\zeta_{\star,1}^2+\frac{8\gamma}\mu\tau^2
   Conditions:
     2*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means *)
From Symfed Require Import Instance.

(* As a step it is false for H > 1: a bound r <- q^H r + b, q = 1 - gamma mu/2, ends at b/(1 - q^H), more than the 2b/(gamma mu H) that is
   printed, by up to 27 per cent. Its conclusion, Lemma 7, is true with the printed constants, unrolled over local steps. At an instance
   (the bound's own recursion, 16 rounds): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]], [[0], [1]]], cubes = [[0,
   0], [0, 0]], gamma = 1/2, draws = [[[0, 0], [0, 0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_lem7_unroll_t_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 2 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_1_1 + matrices_1_2) / 2 in
  let t4 := (matrices_1_1 + matrices_1_2) / 2 in
  let t5 := (matrices_1_1 + matrices_1_2) / 2 in
  let t6 := gamma * t2 / 2 in
  let t7 := 4 * gamma ^ 4 * matrices_1_1 ^ 2 + 2 * gamma ^ 3 * matrices_1_1 ^ 2 / t3 in
  let t8 := (matrices_1_1 + matrices_1_2) / 2 in
  let t9 := (matrices_2_1 + matrices_2_2) / 2 in
  let t10 := (t8 * ((vectors_1_1 + vectors_1_2) / 2 / t8) + t9 * ((vectors_2_1 + vectors_2_2) / 2 / t9)) / (t8 + t9) in
  let t11 := (matrices_1_1 * t10 - vectors_1_1 + cubes_1_1 * t10 ^ 3 + (matrices_1_2 * t10 - vectors_1_2 + cubes_1_2 * t10 ^ 3)) / 2 in
  let t12 := matrices_1_1 * t10 - vectors_1_1 + cubes_1_1 * t10 ^ 3 - t11 in
  let t13 := matrices_1_2 * t10 - vectors_1_2 + cubes_1_2 * t10 ^ 3 - t11 in
  2 * matrices_1_1 * gamma <= 1 /\
  gamma * t1 * 2 <= 1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t1 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t2 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t3 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t4 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t5 /\
  ~ ((1 + (1 - t6) ^ 2 + (1 - t6) ^ 4 + (1 - t6) ^ 6 + (1 - t6) ^ 8 + (1 - t6) ^ 10 + (1 - t6) ^ 12 + (1 - t6) ^ 14 + (1 - t6) ^ 16 + (1 - t6) ^ 18 + (1 - t6) ^ 20 + (1 - t6) ^ 22 + (1 - t6) ^ 24 + (1 - t6) ^ 26 + (1 - t6) ^ 28 + (1 - t6) ^ 30) * (2 * t7 * t11 ^ 2 + 4 * gamma ^ 2 * 2 * ((t12 ^ 2 + t13 ^ 2) / 2)) <= 2 / t4 / gamma * t7 * t11 ^ 2 + 8 * gamma / t5 * ((t12 ^ 2 + t13 ^ 2) / 2)).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem7-unroll-t on this instance. With 4/3 of the printed
   constants the bound of a round may be unrolled over rounds: one round keeps to it, whatever came before. At an instance (the bound's own
   recursion, 16 rounds): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]], [[0], [1]]], cubes = [[0, 0], [0, 0]], gamma
   = 1/2, draws = [[[0, 0], [0, 0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_lem7_unroll_t_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 2 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_1_1 + matrices_1_2) / 2 in
  let t4 := (matrices_1_1 + matrices_1_2) / 2 in
  let t5 := (matrices_1_1 + matrices_1_2) / 2 in
  let t6 := gamma * t2 / 2 in
  let t7 := 4 * gamma ^ 4 * matrices_1_1 ^ 2 + 2 * gamma ^ 3 * matrices_1_1 ^ 2 / t3 in
  let t8 := (matrices_1_1 + matrices_1_2) / 2 in
  let t9 := (matrices_2_1 + matrices_2_2) / 2 in
  let t10 := (t8 * ((vectors_1_1 + vectors_1_2) / 2 / t8) + t9 * ((vectors_2_1 + vectors_2_2) / 2 / t9)) / (t8 + t9) in
  let t11 := (matrices_1_1 * t10 - vectors_1_1 + cubes_1_1 * t10 ^ 3 + (matrices_1_2 * t10 - vectors_1_2 + cubes_1_2 * t10 ^ 3)) / 2 in
  let t12 := matrices_1_1 * t10 - vectors_1_1 + cubes_1_1 * t10 ^ 3 - t11 in
  let t13 := matrices_1_2 * t10 - vectors_1_2 + cubes_1_2 * t10 ^ 3 - t11 in
  gamma * t1 * 2 <= 1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t1 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t2 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t3 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t4 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t5 /\
  (1 + (1 - t6) ^ 2 + (1 - t6) ^ 4 + (1 - t6) ^ 6 + (1 - t6) ^ 8 + (1 - t6) ^ 10 + (1 - t6) ^ 12 + (1 - t6) ^ 14 + (1 - t6) ^ 16 + (1 - t6) ^ 18 + (1 - t6) ^ 20 + (1 - t6) ^ 22 + (1 - t6) ^ 24 + (1 - t6) ^ 26 + (1 - t6) ^ 28 + (1 - t6) ^ 30) * (2 * t7 * t11 ^ 2 + 4 * gamma ^ 2 * 2 * ((t12 ^ 2 + t13 ^ 2) / 2)) <= 4 / 3 * (2 / t4 / gamma * t7 * t11 ^ 2 + 8 * gamma / t5 * ((t12 ^ 2 + t13 ^ 2) / 2)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem7_unroll_t_is_false, aistats_lem7_unroll_t_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
