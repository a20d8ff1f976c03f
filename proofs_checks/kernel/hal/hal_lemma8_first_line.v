(* hal-lemma8-first-line: The local path itself stands on the right, where the recentred one is meant: false after the first step of any
   client that is pulled. The next line has V, and the published version leaves this one out.
   hal, Appendix B.2, proof of Lemma 8, first display. Printed:
     \|\tilde V_c^{(\gamma,h+1)}-\theta^\star\|^2=\|\tilde T_c^{(\gamma,h)}-\theta^\star-\gamma(\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})-\nabla f_c(\theta^\star))\|^2
   Conditions:
     25*L*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* The local path itself stands on the right, where the recentred one is meant: false after the first step of any client that is pulled.
   The next line has V, and the published version leaves this one out. At an instance (exact least squares in dimension one, the step's two
   samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]], [[0], [1]]], cubes = [[0, 0], [0, 0]], gamma =
   1/45, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem hal_lemma8_first_line_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_2_1 + matrices_2_2) / 2 in
  let t3 := (t1 * ((vectors_1_1 + vectors_1_2) / 2 / t1) + t2 * ((vectors_2_1 + vectors_2_2) / 2 / t2)) / (t1 + t2) in
  let t4 := (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3)) / 2 in
  let t5 := point_ + gamma * t4 - t3 in
  let t6 := matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - t4 in
  let t7 := (matrices_1_1 + matrices_1_2) / 2 in
  let t8 := (matrices_2_1 + matrices_2_2) / 2 in
  let t9 := point_ - (t7 * ((vectors_1_1 + vectors_1_2) / 2 / t7) + t8 * ((vectors_2_1 + vectors_2_2) / 2 / t8)) / (t7 + t8) in
  let t10 := matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - t4 in
  25 * matrices_1_1 * gamma <= 1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  ~ ((t5 - gamma * t6) ^ 2 = (t9 - gamma * t6) ^ 2 /\ (t5 - gamma * t10) ^ 2 = (t9 - gamma * t10) ^ 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem7-recentred on this instance. The local path, recentred with
   a plus, moves by centred gradients. At an instance (exact least squares in dimension one, the step's two samples spelt out): matrices =
   [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]], [[0], [1]]], cubes = [[0, 0], [0, 0]], gamma = 1/45, draws = [[[0], [0]]],
   start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem hal_lemma8_first_line_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 1 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 45 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_2_1 + matrices_2_2) / 2 in
  let t3 := (t1 * ((vectors_1_1 + vectors_1_2) / 2 / t1) + t2 * ((vectors_2_1 + vectors_2_2) / 2 / t2)) / (t1 + t2) in
  let t4 := (matrices_1_1 * t3 - vectors_1_1 + cubes_1_1 * t3 ^ 3 + (matrices_1_2 * t3 - vectors_1_2 + cubes_1_2 * t3 ^ 3)) / 2 in
  let t5 := (matrices_1_1 + matrices_1_2) / 2 in
  let t6 := (matrices_2_1 + matrices_2_2) / 2 in
  let t7 := point_ + gamma * t4 - t3 in
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
  (point_ - gamma * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3) + 2 * gamma * t4 - (t5 * ((vectors_1_1 + vectors_1_2) / 2 / t5) + t6 * ((vectors_2_1 + vectors_2_2) / 2 / t6)) / (t5 + t6)) ^ 2 = (t7 - gamma * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - t4)) ^ 2 /\
  (point_ - gamma * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3) + 2 * gamma * t4 - (t8 * ((vectors_1_1 + vectors_1_2) / 2 / t8) + t9 * ((vectors_2_1 + vectors_2_2) / 2 / t9)) / (t8 + t9)) ^ 2 = (t7 - gamma * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - t4)) ^ 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (hal_lemma8_first_line_is_false, hal_lemma8_first_line_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
