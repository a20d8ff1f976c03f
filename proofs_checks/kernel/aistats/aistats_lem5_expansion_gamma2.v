(* aistats-lem5-expansion-gamma2: The square of a step, printed without gamma^2 at the last term (the same in Lemma 6's proof). The next
   display has it: a slip of the pen.
   aistats, proof of Lemma 5, second display, and Lemma 6's. Printed:
     \|\tilde T_c^{(\gamma,h+1)}-\theta^\star\|^2=\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^2-2\gamma\langle\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)}),\tilde T_c^{(\gamma,h)}-\theta^\star\rangle+\|\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})\|^2
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: A2 with zeta_{*,1} = 0: at theta* no client's gradient differs from their mean, which is zero
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* The square of a step, printed without gamma^2 at the last term (the same in Lemma 6's proof). The next display has it: a slip of the
   pen. At an instance (exact least squares in dimension one, sample by sample): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], cubes
   = [[0, 0]], gamma = 1/9, draws = [[[0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_lem5_expansion_gamma2_is_false :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 9 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1 + matrices_2) / 2 in
  let t2 := point_ - t1 * ((vectors_1 + vectors_2) / 2 / t1) / t1 in
  let t3 := matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3 in
  let t4 := matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3 in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  ~ ((t2 - gamma * t3) ^ 2 = t2 ^ 2 - 2 * gamma * t3 * t2 + t3 ^ 2 /\ (t2 - gamma * t4) ^ 2 = t2 ^ 2 - 2 * gamma * t4 * t2 + t4 ^ 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem5-expansion on this instance. The square of a stochastic
   gradient step's distance to theta*. At an instance (exact least squares in dimension one, sample by sample): matrices = [[[[1]],
   [[1]]]], vectors = [[[0], [1]]], cubes = [[0, 0]], gamma = 1/9, draws = [[[0]]], start = [0], point = [0]. Compared: the left side and
   the right one. *)
Theorem aistats_lem5_expansion_gamma2_holds_there :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 9 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1 + matrices_2) / 2 in
  let t2 := point_ - t1 * ((vectors_1 + vectors_2) / 2 / t1) / t1 in
  let t3 := matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3 in
  let t4 := matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3 in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  (t2 - gamma * t3) ^ 2 = t2 ^ 2 - 2 * gamma * t3 * t2 + gamma ^ 2 * t3 ^ 2 /\
  (t2 - gamma * t4) ^ 2 = t2 ^ 2 - 2 * gamma * t4 * t2 + gamma ^ 2 * t4 ^ 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem5_expansion_gamma2_is_false, aistats_lem5_expansion_gamma2_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
