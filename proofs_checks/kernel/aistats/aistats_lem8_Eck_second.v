(* aistats-lem8-Eck-second: Printed with grad f_c(theta* ): at V = theta* its left side has the noise, and its right side nothing. A slip of
   the pen, as the line before has grad F(theta* ) there: with it both hold.
   aistats, Appendix B.2, proof of Lemma 8, before 'Which in turn', second inequality. Printed:
     L^{k-2}\|\tilde V-\theta^\star\|^{k-2}\mathbb E[\|\nabla F(\tilde V)-\nabla f_c(\theta^\star)\|^2|\mathcal F]\le L^{k-1}\|\tilde V-\theta^\star\|^{k-2}\langle\nabla f_c(\tilde V)-\nabla f_c(\theta^\star),\tilde V-\theta^\star\rangle
   Conditions:
     45*L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* Printed with grad f_c(theta* ): at V = theta* its left side has the noise, and its right side nothing. A slip of the pen, as the line
   before has grad F(theta* ) there: with it both hold. At an instance (exact least squares in dimension one, the step's two samples spelt
   out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [1]], [[0], [0]]], cubes = [[0, 0], [0, 0]], gamma = 1/45, draws =
   [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_lem8_Eck_second_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 1 in let vectors_2_1 := 0 in let vectors_2_2 := 0 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_2_1 + matrices_2_2) / 2 in
  let t3 := (t1 * ((vectors_1_1 + vectors_1_2) / 2 / t1) + t2 * ((vectors_2_1 + vectors_2_2) / 2 / t2)) / (t1 + t2) in
  let t4 := (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3)) / 2 in
  let t5 := point_ + gamma * t4 in
  let t6 := t5 - t3 in
  let t7 := matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3 - (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3) in
  let t8 := matrices_1_2 * t5 - vectors_1_2 + cubes_1_2 * t5 ^ 3 - (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3) in
  let t9 := ((t7 + (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 - t4)) ^ 2 + (t8 + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3 - t4)) ^ 2) / 2 in
  let t10 := t6 * ((t7 + t8) / 2) in
  45 * matrices_1_1 * gamma <= 1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  t6 < 0 /\
  ~ (t9 <= matrices_1_1 * t10 /\ (matrices_1_1 * (- t6)) ^ 2 * t9 <= matrices_1_1 ^ 3 * (- t6) ^ 2 * t10 /\ (matrices_1_1 * (- t6)) ^ 4 * t9 <= matrices_1_1 ^ 5 * (- t6) ^ 4 * t10).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem8-Eck-second on this instance. Co-coercivity of the sample's
   gradients between V and theta*, k = 2, ..., 6. At an instance (exact least squares in dimension one, the step's two samples spelt out):
   matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [1]], [[0], [0]]], cubes = [[0, 0], [0, 0]], gamma = 1/45, draws = [[[0],
   [0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_lem8_Eck_second_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 1 in let vectors_2_1 := 0 in let vectors_2_2 := 0 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_2_1 + matrices_2_2) / 2 in
  let t3 := (t1 * ((vectors_1_1 + vectors_1_2) / 2 / t1) + t2 * ((vectors_2_1 + vectors_2_2) / 2 / t2)) / (t1 + t2) in
  let t4 := point_ + gamma * ((matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3)) / 2) in
  let t5 := t4 - t3 in
  let t6 := matrices_1_1 * t4 - vectors_1_1 + cubes_1_1 * t4 ^ 3 - (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3) in
  let t7 := matrices_1_2 * t4 - vectors_1_2 + cubes_1_2 * t4 ^ 3 - (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3) in
  let t8 := (t6 ^ 2 + t7 ^ 2) / 2 in
  let t9 := t5 * ((t6 + t7) / 2) in
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  t5 < 0 /\
  t8 <= matrices_1_1 * t9 /\
  (matrices_1_1 * (- t5)) ^ 2 * t8 <= matrices_1_1 ^ 3 * (- t5) ^ 2 * t9 /\
  (matrices_1_1 * (- t5)) ^ 4 * t8 <= matrices_1_1 ^ 5 * (- t5) ^ 4 * t9.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem8_Eck_second_is_false, aistats_lem8_Eck_second_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
