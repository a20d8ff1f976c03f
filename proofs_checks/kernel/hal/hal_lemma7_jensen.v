(* hal-lemma7-jensen: Jensen's inequality, with the mean over clients left inside the norm as well and without - theta*: false, as the
   published (29). With theta* it would be an equation, and not what the next line rewrites; the published version takes the mean out of
   the norm.
   hal, Appendix B.2, proof of Lemma 7, after the first display. Printed:
     \|\theta_{t+1}-\theta^\star\|^2\le\frac1N\sum_c\Big\|\theta_t-\frac\gamma N\sum_c\sum_{h=0}^{H-1}\{\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})-\nabla f_c(\theta^\star)\}\Big\|^2
   Conditions:
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* Jensen's inequality, with the mean over clients left inside the norm as well and without - theta*: false, as the published (29). With
   theta* it would be an equation, and not what the next line rewrites; the published version takes the mean out of the norm. At an
   instance (exact least squares, one round of one step, all draws): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], cubes = [[0, 0]],
   gamma = 1/2, draws = [[[0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem hal_lemma7_jensen_is_false :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 2 in let start := 0 in let point_ := 0 in
  let t1 := gamma * (matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3) in
  let t2 := (matrices_1 + matrices_2) / 2 in
  let t3 := t2 * ((vectors_1 + vectors_2) / 2 / t2) / t2 in
  let t4 := gamma * (matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3) in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  ~ ((point_ - t1 - t3) ^ 2 <= (point_ - t1) ^ 2 /\ (point_ - t4 - t3) ^ 2 <= (point_ - t4) ^ 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem7-jensen on this instance. (29) with theta* on the right. At
   an instance (exact least squares, one round of one step, all draws): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], cubes = [[0,
   0]], gamma = 1/2, draws = [[[0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem hal_lemma7_jensen_holds_there :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 2 in let start := 0 in let point_ := 0 in
  let t1 := gamma * (matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3) in
  let t2 := (matrices_1 + matrices_2) / 2 in
  let t3 := t2 * ((vectors_1 + vectors_2) / 2 / t2) / t2 in
  let t4 := gamma * (matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3) in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  (point_ - t1 - t3) ^ 2 <= (point_ - t3 - t1 + gamma * ((matrices_1 * t3 - vectors_1 + cubes_1 * t3 ^ 3 + (matrices_2 * t3 - vectors_2 + cubes_2 * t3 ^ 3)) / 2)) ^ 2 /\
  (point_ - t4 - t3) ^ 2 <= (point_ - t3 - t4 + gamma * ((matrices_1 * t3 - vectors_1 + cubes_1 * t3 ^ 3 + (matrices_2 * t3 - vectors_2 + cubes_2 * t3 ^ 3)) / 2)) ^ 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (hal_lemma7_jensen_is_false, hal_lemma7_jensen_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
