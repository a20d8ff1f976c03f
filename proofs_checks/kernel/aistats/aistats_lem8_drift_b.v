(* aistats-lem8-drift-b: Printed for b itself, which is one sample's: false wherever its noise at theta* outweighs the pull to theta*, and
   wherever its loss is flatter than mu. In the mean over the sample, where alone it is used, it holds.
   aistats, Appendix B.2, proof of Lemma 8, after the definition of c. Printed:
     -\gamma b\le-\frac{\gamma\mu}{1+\gamma\mu/6}a^2\le-\frac{\gamma\mu}2a^2,\ a^2=(1+\gamma\mu/6)\|\tilde V-\theta^\star\|^2,\ b=\langle\tilde V-\theta^\star,\nabla F(\tilde V)-\nabla f_c(\theta^\star)\rangle
   Conditions:
     45*L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* Printed for b itself, which is one sample's: false wherever its noise at theta* outweighs the pull to theta*, and wherever its loss is
   flatter than mu. In the mean over the sample, where alone it is used, it holds. At an instance (exact least squares in dimension one,
   the step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [1]], [[0], [0]]], cubes = [[0, 0], [0,
   0]], gamma = 1/45, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_lem8_drift_b_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 1 in let vectors_2_1 := 0 in let vectors_2_2 := 0 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_1_1 + matrices_1_2) / 2 in
  let t4 := (matrices_1_1 + matrices_1_2) / 2 in
  let t5 := (matrices_1_1 + matrices_1_2) / 2 in
  let t6 := (matrices_1_1 + matrices_1_2) / 2 in
  let t7 := (matrices_2_1 + matrices_2_2) / 2 in
  let t8 := (t6 * ((vectors_1_1 + vectors_1_2) / 2 / t6) + t7 * ((vectors_2_1 + vectors_2_2) / 2 / t7)) / (t6 + t7) in
  let t9 := (matrices_1_1 * t8 - vectors_1_1 + cubes_1_1 * t8 ^ 3 + (matrices_1_2 * t8 - vectors_1_2 + cubes_1_2 * t8 ^ 3)) / 2 in
  let t10 := point_ + gamma * t9 in
  let t11 := t10 - t8 in
  let t12 := (1 + gamma * t1 / 6) * t11 ^ 2 in
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
  (matrices_2_1 + matrices_2_2) / 2 >= t3 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t4 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t5 /\
  ~ (- gamma * (t11 * (matrices_1_1 * t10 - vectors_1_1 + cubes_1_1 * t10 ^ 3 - (matrices_1_1 * t8 - vectors_1_1 + cubes_1_1 * t8 ^ 3) + (matrices_1_1 * t8 - vectors_1_1 + cubes_1_1 * t8 ^ 3 - t9))) <= -1 * gamma * t2 / (1 + gamma * t3 / 6) * t12 /\ - gamma * (t11 * (matrices_1_2 * t10 - vectors_1_2 + cubes_1_2 * t10 ^ 3 - (matrices_1_2 * t8 - vectors_1_2 + cubes_1_2 * t8 ^ 3) + (matrices_1_2 * t8 - vectors_1_2 + cubes_1_2 * t8 ^ 3 - t9))) <= -1 * gamma * t4 / (1 + gamma * t5 / 6) * t12).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem8-mean-drift on this instance. The drift of Lemma 8's proof
   in the mean over the sample. At an instance (exact least squares in dimension one, the step's two samples spelt out): matrices =
   [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [1]], [[0], [0]]], cubes = [[0, 0], [0, 0]], gamma = 1/45, draws = [[[0], [0]]],
   start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_lem8_drift_b_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 1 in let vectors_2_1 := 0 in let vectors_2_2 := 0 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_1_1 + matrices_1_2) / 2 in
  let t4 := (matrices_1_1 + matrices_1_2) / 2 in
  let t5 := (matrices_2_1 + matrices_2_2) / 2 in
  let t6 := (t4 * ((vectors_1_1 + vectors_1_2) / 2 / t4) + t5 * ((vectors_2_1 + vectors_2_2) / 2 / t5)) / (t4 + t5) in
  let t7 := (matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3 + (matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3)) / 2 in
  let t8 := point_ + gamma * t7 in
  let t9 := t8 - t6 in
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
  (matrices_2_1 + matrices_2_2) / 2 >= t3 /\
  - gamma * ((t9 * (matrices_1_1 * t8 - vectors_1_1 + cubes_1_1 * t8 ^ 3 - (matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3) + (matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3 - t7)) + t9 * (matrices_1_2 * t8 - vectors_1_2 + cubes_1_2 * t8 ^ 3 - (matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3) + (matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3 - t7))) / 2) <= -1 * gamma * t2 / (1 + gamma * t3 / 6) * ((1 + gamma * t1 / 6) * t9 ^ 2).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem8_drift_b_is_false, aistats_lem8_drift_b_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
