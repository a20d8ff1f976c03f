(* aistats-eq23-ck-smooth: (23) prints the exponent k again where only 2 is left: both of its inequalities are then false, with another unit
   on either side. With 2 they hold, and so does what is made of their ends.
   aistats, Equation (23). Printed:
     \mathbb E\|\nabla F(\tilde T)-\nabla F(\theta^\star)\|^k\le L^{k-2}\|\tilde T-\theta^\star\|^{k-2}\,\mathbb E\|\nabla F(\tilde T)-\nabla F(\theta^\star)\|^k\le L^{k-1}\|\tilde T-\theta^\star\|^{k-2}\langle\nabla f_c(\tilde T)-\nabla f_c(\theta^\star),\tilde T-\theta^\star\rangle
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: A2 with zeta_{*,1} = 0: at theta* no client's gradient differs from their mean, which is zero
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* (23) prints the exponent k again where only 2 is left: both of its inequalities are then false, with another unit on either side. With 2
   they hold, and so does what is made of their ends. At an instance (exact least squares in dimension one, the step's two samples spelt
   out): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], cubes = [[0, 0]], gamma = 1/9, draws = [[[0]]], start = [0], point = [0].
   Compared: the left side and the right one. *)
Theorem aistats_eq23_ck_smooth_is_false :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 9 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1 + matrices_2) / 2 in
  let t2 := t1 * ((vectors_1 + vectors_2) / 2 / t1) / t1 in
  let t3 := point_ - t2 in
  let t4 := matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3 - (matrices_1 * t2 - vectors_1 + cubes_1 * t2 ^ 3) in
  let t5 := matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3 - (matrices_2 * t2 - vectors_2 + cubes_2 * t2 ^ 3) in
  let t6 := ((- t4) ^ 2 + (- t5) ^ 2) / 2 in
  let t7 := (t4 + t5) / 2 * t3 in
  let t8 := matrices_1 * (- t3) * (((- t4) ^ 3 + (- t5) ^ 3) / 2) in
  let t9 := (matrices_1 * (- t3)) ^ 2 * (((- t4) ^ 4 + (- t5) ^ 4) / 2) in
  let t10 := (matrices_1 * (- t3)) ^ 3 * (((- t4) ^ 5 + (- t5) ^ 5) / 2) in
  let t11 := (matrices_1 * (- t3)) ^ 4 * (((- t4) ^ 6 + (- t5) ^ 6) / 2) in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  t3 < 0 /\
  t4 < 0 /\
  t5 < 0 /\
  ~ (((- t4) ^ 2 + (- t5) ^ 2) / 2 <= t6 /\ t6 <= matrices_1 * t7 /\ ((- t4) ^ 3 + (- t5) ^ 3) / 2 <= t8 /\ t8 <= matrices_1 ^ 2 * (- t3) * t7 /\ ((- t4) ^ 4 + (- t5) ^ 4) / 2 <= t9 /\ t9 <= matrices_1 ^ 3 * (- t3) ^ 2 * t7 /\ ((- t4) ^ 5 + (- t5) ^ 5) / 2 <= t10 /\ t10 <= matrices_1 ^ 4 * (- t3) ^ 3 * t7 /\ ((- t4) ^ 6 + (- t5) ^ 6) / 2 <= t11 /\ t11 <= matrices_1 ^ 5 * (- t3) ^ 4 * t7).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem6-smooth-powers on this instance. (23) with the exponent 2: k
   - 2 factors by smoothness, two by co-coercivity; k = 3, ..., 6 (k = 2 is co-coercivity itself). At an instance (exact least squares in
   dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], cubes = [[0, 0]], gamma = 1/9,
   draws = [[[0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_eq23_ck_smooth_holds_there :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 9 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1 + matrices_2) / 2 in
  let t2 := t1 * ((vectors_1 + vectors_2) / 2 / t1) / t1 in
  let t3 := point_ - t2 in
  let t4 := matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3 - (matrices_1 * t2 - vectors_1 + cubes_1 * t2 ^ 3) in
  let t5 := matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3 - (matrices_2 * t2 - vectors_2 + cubes_2 * t2 ^ 3) in
  let t6 := ((- t4) ^ 2 + (- t5) ^ 2) / 2 in
  let t7 := (t4 + t5) / 2 * t3 in
  let t8 := matrices_1 * (- t3) * (((- t4) ^ 2 + (- t5) ^ 2) / 2) in
  let t9 := (matrices_1 * (- t3)) ^ 2 * (((- t4) ^ 2 + (- t5) ^ 2) / 2) in
  let t10 := (matrices_1 * (- t3)) ^ 3 * (((- t4) ^ 2 + (- t5) ^ 2) / 2) in
  let t11 := (matrices_1 * (- t3)) ^ 4 * (((- t4) ^ 2 + (- t5) ^ 2) / 2) in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  t3 < 0 /\
  t4 < 0 /\
  t5 < 0 /\
  ((- t4) ^ 2 + (- t5) ^ 2) / 2 <= t6 /\
  t6 <= matrices_1 * t7 /\
  ((- t4) ^ 3 + (- t5) ^ 3) / 2 <= t8 /\
  t8 <= matrices_1 ^ 2 * (- t3) * t7 /\
  ((- t4) ^ 4 + (- t5) ^ 4) / 2 <= t9 /\
  t9 <= matrices_1 ^ 3 * (- t3) ^ 2 * t7 /\
  ((- t4) ^ 5 + (- t5) ^ 5) / 2 <= t10 /\
  t10 <= matrices_1 ^ 4 * (- t3) ^ 3 * t7 /\
  ((- t4) ^ 6 + (- t5) ^ 6) / 2 <= t11 /\
  t11 <= matrices_1 ^ 5 * (- t3) ^ 4 * t7.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_eq23_ck_smooth_is_false, aistats_eq23_ck_smooth_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
