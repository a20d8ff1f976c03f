(* aistats-prop6-round: Equation (49) summed over clients. The noise has 1/N and no sum over c, which is of clients; with it put back,
   (49)'s plus and the noise at the point where a step ends are left. Left stands one client's T_c for the round.
   aistats, proof of Proposition 6, the variance, first display. Printed:
     \tilde T_c^{(\gamma,H)}(\theta;Z_{1:N}^{1:H})-\theta^\star=\Gamma^\star(\theta-\theta^\star)+\frac1N\sum_c(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star)+\frac\gamma N\sum_{h=1}^H\Gamma_c^{\star,h+1:H}\varepsilon_c^{Z_c^{1:h}}\tilde T^{(\gamma,h)}(\theta;Z_c^{1:h}) *)
From Symfed Require Import Instance.

(* Equation (49) summed over clients. The noise has 1/N and no sum over c, which is of clients; with it put back, (49)'s plus and the noise
   at the point where a step ends are left. Left stands one client's T_c for the round. At an instance (exact quadratics, two samples a
   client, every step run): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], cubes = [[0, 0]], gamma = 1, draws = [[[0]]], start = [0],
   point = [0]. Compared: the left side and the right one. *)
Theorem aistats_prop6_round_is_false :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 in let start := 0 in let point_ := 0 in
  let t1 := start - gamma * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) in
  let t2 := (matrices_1 + matrices_2) / 2 in
  let t3 := (vectors_1 + vectors_2) / 2 / t2 in
  let t4 := t2 * t3 / t2 in
  let t5 := 1 - gamma * t2 in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  ~ (t1 - t4 = t5 * (start - t4) + (t5 - 1) * (t4 - t3) + gamma * (matrices_1 * t1 - vectors_1 + cubes_1 * t1 ^ 3 - (matrices_1 * t1 - vectors_1 + cubes_1 * t1 ^ 3 + (matrices_2 * t1 - vectors_2 + cubes_2 * t1 ^ 3)) / 2)).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-eq49 on this instance. A client's round on quadratics: the noise
   of its steps is taken off, each step's at the point from which it starts. At an instance (exact quadratics, two samples a client, every
   step run): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], cubes = [[0, 0]], gamma = 1, draws = [[[0]]], start = [0], point = [0].
   Compared: the left side and the right one. *)
Theorem aistats_prop6_round_holds_there :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1 + matrices_2) / 2 in
  let t2 := (vectors_1 + vectors_2) / 2 / t1 in
  let t3 := t1 * t2 / t1 in
  let t4 := 1 - gamma * t1 in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  start - gamma * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) - t3 = t4 * (start - t3) + (t4 - 1) * (t3 - t2) + -1 * gamma * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3 - (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3 + (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3)) / 2).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_prop6_round_is_false, aistats_prop6_round_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
