(* aistats-lem3-combined: The lines before put together. The printed product is what is left before strong convexity is used, and (1 - gamma
   mu) what is left after: it is counted twice. False for x^2/2 and gamma = 1/L, where the left is 0 and the right is negative. Half of 2
   gamma pays for strong convexity, and gamma (1 - gamma L) stays; Lemma 3 follows from that as well.
   aistats, proof of Lemma 3, last display. Printed:
     \mathbb E[\|(\theta-\gamma\nabla F_c^{Z_c}(\theta))-(\vartheta-\gamma\nabla F_c^{Z_c}(\vartheta))\|^2\,|\,\mathcal F]\le(1-\gamma\mu)\|\theta-\vartheta\|^2-2\gamma(1-L\gamma/2)\langle\theta-\vartheta,\nabla f_c(\theta)-\nabla f_c(\vartheta)\rangle
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* The lines before put together. The printed product is what is left before strong convexity is used, and (1 - gamma mu) what is left
   after: it is counted twice. False for x^2/2 and gamma = 1/L, where the left is 0 and the right is negative. Half of 2 gamma pays for
   strong convexity, and gamma (1 - gamma L) stays; Lemma 3 follows from that as well. At an instance (exact least squares, two samples a
   client, one step from two points): matrices = [[[[1]], [[1]]]], vectors = [[[0], [0]]], cubes = [[0, 0]], gamma = 1, draws = [[[0]]],
   start = [0], point = [1]. Compared: the left side and the right one. *)
Theorem aistats_lem3_combined_is_false :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 0 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 in let start := 0 in let point_ := 1 in
  let t1 := matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3 - (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) in
  let t2 := matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3 - (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3) in
  matrices_1 * gamma <= 1 /\
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  ~ (((point_ - start - gamma * t1) ^ 2 + (point_ - start - gamma * t2) ^ 2) / 2 <= (1 - gamma * ((matrices_1 + matrices_2) / 2)) * (point_ - start) ^ 2 - 2 * gamma * (1 - gamma / gamma / 2 * gamma * matrices_1) * ((point_ - start) * ((t1 + t2) / 2))).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem3-combined on this instance. A stochastic gradient step from
   two points: strong convexity takes half of the product, co-coercivity gamma L of the other half. At an instance (exact least squares,
   two samples a client, one step from two points): matrices = [[[[1]], [[1]]]], vectors = [[[0], [0]]], cubes = [[0, 0]], gamma = 1, draws
   = [[[0]]], start = [0], point = [1]. Compared: the left side and the right one. *)
Theorem aistats_lem3_combined_holds_there :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 0 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 in let start := 0 in let point_ := 1 in
  let t1 := matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3 - (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) in
  let t2 := matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3 - (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3) in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  ((point_ - start - gamma * t1) ^ 2 + (point_ - start - gamma * t2) ^ 2) / 2 <= (1 - gamma * ((matrices_1 + matrices_2) / 2)) * (point_ - start) ^ 2 - gamma * (1 - gamma * matrices_1) * ((point_ - start) * ((t1 + t2) / 2)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem3_combined_is_false, aistats_lem3_combined_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
