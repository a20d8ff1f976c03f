(* aistats-lem6-ck-split: E c^k is split at theta*, but the second part is printed as the gradient at the iterate, which tau^k does not
   bound. A slip of the pen: with grad F(theta* ) both inequalities hold, and only the outer ones are used.
   aistats, Appendix B.2, proof of Lemma 6, after (22). Printed:
     \mathbb E[c^k]\le2^{k-1}\{\mathbb E\|\nabla F(\tilde T)-\nabla F(\theta^\star)\|^k+\mathbb E\|\nabla F(\tilde T)\|^k\}\le2^{k-1}\{\mathbb E\|\nabla F(\tilde T)-\nabla F(\theta^\star)\|^k+\tau^k\},\ 2\le k\le6
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: A2 with zeta_{*,1} = 0: at theta* no client's gradient differs from their mean, which is zero
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* E c^k is split at theta*, but the second part is printed as the gradient at the iterate, which tau^k does not bound. A slip of the pen:
   with grad F(theta* ) both inequalities hold, and only the outer ones are used. At an instance (exact least squares in dimension one, the
   step's two samples spelt out): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], cubes = [[0, 0]], gamma = 1/9, draws = [[[0]]],
   start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_lem6_ck_split_is_false :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 9 in let start := 0 in let point_ := 0 in
  let t1 := matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3 in
  let t2 := matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3 in
  let t3 := (matrices_1 + matrices_2) / 2 in
  let t4 := t3 * ((vectors_1 + vectors_2) / 2 / t3) / t3 in
  let t5 := matrices_1 * t4 - vectors_1 + cubes_1 * t4 ^ 3 in
  let t6 := t1 - t5 in
  let t7 := t2 - (matrices_2 * t4 - vectors_2 + cubes_2 * t4 ^ 3) in
  let t8 := 2 * (((- t6) ^ 2 + (- t7) ^ 2) / 2 + (t1 ^ 2 + (- t2) ^ 2) / 2) in
  let t9 := 4 * (((- t6) ^ 3 + (- t7) ^ 3) / 2 + (t1 ^ 3 + (- t2) ^ 3) / 2) in
  let t10 := 8 * (((- t6) ^ 4 + (- t7) ^ 4) / 2 + (t1 ^ 4 + (- t2) ^ 4) / 2) in
  let t11 := 16 * (((- t6) ^ 5 + (- t7) ^ 5) / 2 + (t1 ^ 5 + (- t2) ^ 5) / 2) in
  let t12 := 32 * (((- t6) ^ 6 + (- t7) ^ 6) / 2 + (t1 ^ 6 + (- t2) ^ 6) / 2) in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  t1 >= 0 /\
  t2 < 0 /\
  t6 < 0 /\
  t7 < 0 /\
  t5 >= 0 /\
  ~ ((t1 ^ 2 + (- t2) ^ 2) / 2 <= t8 /\ t8 <= 2 * (((- t6) ^ 2 + (- t7) ^ 2) / 2 + t5 ^ 2) /\ (t1 ^ 3 + (- t2) ^ 3) / 2 <= t9 /\ t9 <= 4 * (((- t6) ^ 3 + (- t7) ^ 3) / 2 + t5 ^ 3) /\ (t1 ^ 4 + (- t2) ^ 4) / 2 <= t10 /\ t10 <= 8 * (((- t6) ^ 4 + (- t7) ^ 4) / 2 + t5 ^ 4) /\ (t1 ^ 5 + (- t2) ^ 5) / 2 <= t11 /\ t11 <= 16 * (((- t6) ^ 5 + (- t7) ^ 5) / 2 + t5 ^ 5) /\ (t1 ^ 6 + (- t2) ^ 6) / 2 <= t12 /\ t12 <= 32 * (((- t6) ^ 6 + (- t7) ^ 6) / 2 + t5 ^ 6)).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem6-two-parts on this instance. Powers of a sample's gradient
   split at theta*, where the noise is; k = 2, ..., 6, at any point, in the mean over the sample. At an instance (exact least squares in
   dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], cubes = [[0, 0]], gamma = 1/9,
   draws = [[[0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_lem6_ck_split_holds_there :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 9 in let start := 0 in let point_ := 0 in
  let t1 := matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3 in
  let t2 := matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3 in
  let t3 := (matrices_1 + matrices_2) / 2 in
  let t4 := t3 * ((vectors_1 + vectors_2) / 2 / t3) / t3 in
  let t5 := matrices_1 * t4 - vectors_1 + cubes_1 * t4 ^ 3 in
  let t6 := t1 - t5 in
  let t7 := matrices_2 * t4 - vectors_2 + cubes_2 * t4 ^ 3 in
  let t8 := t2 - t7 in
  let t9 := 2 * (((- t6) ^ 2 + (- t8) ^ 2) / 2 + (t5 ^ 2 + (- t7) ^ 2) / 2) in
  let t10 := 4 * (((- t6) ^ 3 + (- t8) ^ 3) / 2 + (t5 ^ 3 + (- t7) ^ 3) / 2) in
  let t11 := 8 * (((- t6) ^ 4 + (- t8) ^ 4) / 2 + (t5 ^ 4 + (- t7) ^ 4) / 2) in
  let t12 := 16 * (((- t6) ^ 5 + (- t8) ^ 5) / 2 + (t5 ^ 5 + (- t7) ^ 5) / 2) in
  let t13 := 32 * (((- t6) ^ 6 + (- t8) ^ 6) / 2 + (t5 ^ 6 + (- t7) ^ 6) / 2) in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  t1 >= 0 /\
  t2 < 0 /\
  t6 < 0 /\
  t8 < 0 /\
  t5 >= 0 /\
  t7 < 0 /\
  (t1 ^ 2 + (- t2) ^ 2) / 2 <= t9 /\
  t9 <= 2 * (((- t6) ^ 2 + (- t8) ^ 2) / 2 + t5 ^ 2) /\
  (t1 ^ 3 + (- t2) ^ 3) / 2 <= t10 /\
  t10 <= 4 * (((- t6) ^ 3 + (- t8) ^ 3) / 2 + t5 ^ 3) /\
  (t1 ^ 4 + (- t2) ^ 4) / 2 <= t11 /\
  t11 <= 8 * (((- t6) ^ 4 + (- t8) ^ 4) / 2 + t5 ^ 4) /\
  (t1 ^ 5 + (- t2) ^ 5) / 2 <= t12 /\
  t12 <= 16 * (((- t6) ^ 5 + (- t8) ^ 5) / 2 + t5 ^ 5) /\
  (t1 ^ 6 + (- t2) ^ 6) / 2 <= t13 /\
  t13 <= 32 * (((- t6) ^ 6 + (- t8) ^ 6) / 2 + t5 ^ 6).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem6_ck_split_is_false, aistats_lem6_ck_split_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
