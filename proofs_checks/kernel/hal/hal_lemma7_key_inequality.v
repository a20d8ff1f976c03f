(* hal-lemma7-key-inequality: Printed without gamma^2 before the expectation, so that its sides have not one unit, and under gamma <= 1/L:
   false. Even with gamma^2 it needs gamma <= 1/(2L), as the published (35) has it.
   hal, Appendix B.2, proof of Lemma 7, 'Finally, we remark that'. Printed:
     \|\tilde V-\theta^\star\|^2+2\mathbb E\|\nabla F(\tilde V)-\nabla F(\theta^\star)\|^2-2\gamma\langle\tilde V-\theta^\star,\nabla f_c(\tilde V)-\nabla f_c(\theta^\star)\rangle\le(1-\gamma\mu)\|\tilde V-\theta^\star\|^2
   Conditions:
     L*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* Printed without gamma^2 before the expectation, so that its sides have not one unit, and under gamma <= 1/L: false. Even with gamma^2 it
   needs gamma <= 1/(2L), as the published (35) has it. At an instance (exact least squares in dimension one, all samples spelt out):
   matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]], [[0], [0]]], cubes = [[0, 0], [0, 0]], gamma = 1, draws = [[[0],
   [0]]], start = [0], point = [1]. Compared: the left side and the right one. *)
Theorem hal_lemma7_key_inequality_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 0 in let vectors_2_2 := 0 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 in let start := 0 in let point_ := 1 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_2_1 + matrices_2_2) / 2 in
  let t4 := (t2 * ((vectors_1_1 + vectors_1_2) / 2 / t2) + t3 * ((vectors_2_1 + vectors_2_2) / 2 / t3)) / (t2 + t3) in
  let t5 := point_ + gamma * ((matrices_1_1 * t4 - vectors_1_1 + cubes_1_1 * t4 ^ 3 + (matrices_1_2 * t4 - vectors_1_2 + cubes_1_2 * t4 ^ 3)) / 2) in
  let t6 := t5 - t4 in
  let t7 := matrices_1_1 * t5 - vectors_1_1 + cubes_1_1 * t5 ^ 3 - (matrices_1_1 * t4 - vectors_1_1 + cubes_1_1 * t4 ^ 3) in
  let t8 := matrices_1_2 * t5 - vectors_1_2 + cubes_1_2 * t5 ^ 3 - (matrices_1_2 * t4 - vectors_1_2 + cubes_1_2 * t4 ^ 3) in
  matrices_1_1 * gamma <= 1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t1 /\
  ~ (t6 ^ 2 + 2 * ((t7 ^ 2 + t8 ^ 2) / 2) - 2 * gamma * t6 * ((t7 + t8) / 2) <= (1 - gamma * t1) * t6 ^ 2).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (hal_lemma7_key_inequality_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
