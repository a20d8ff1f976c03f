(* iccopt-scaffold-w2-rate: The law of (x, xi_1 .. xi_N) approaches pi at rate (1 - gamma mu)^(H t) in W2: false, one round may lead away,
   for the Euclidean norm depends on the unit of the loss. The rate holds in another norm, that of |x|² + (gamma H)² mean_c |xi_c|², on
   control variates of sum zero, for sample losses that are themselves strongly convex.
   iccopt, slide on Scaffold's convergence. Printed:
     \mathcal W_2(\psi_{(x^{(t)},\xi_{1:N}^{(t)})};\pi^{(\gamma,H)})\le(1-\gamma\mu)^{Ht}\,\mathcal W_2(\psi_{(x^{(t)},\xi_{1:N}^{(t)})};\pi^{(\gamma,H)})
   Conditions:
     H*L*gamma <= 1
     in words: L-smooth, mu-strongly convex functions with third derivatives bounded by Q *)
From Symfed Require Import Instance.

(* The law of (x, xi_1 .. xi_N) approaches pi at rate (1 - gamma mu)^(H t) in W2: false, one round may lead away, for the Euclidean norm
   depends on the unit of the loss. The rate holds in another norm, that of |x|² + (gamma H)² mean_c |xi_c|², on control variates of sum
   zero, for sample losses that are themselves strongly convex. At an instance (exact gradients, one round from xi = 0, Euclidean
   distance): gamma = 1/2, H = 1, hessians = [[[1]], [[2]]], optima = [[0], [0]], start = [1]. Compared: the left side and the right one. *)
Theorem iccopt_scaffold_w2_rate_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 0 in let gamma := 1 / 2 in let start := 1 in
  let t1 := 1 - gamma * A_1 in
  let t2 := 1 - gamma * A_2 in
  let t3 := (t1 + t2) / 2 in
  let t4 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t5 := start - t4 in
  let t6 := - gamma / 2 in
  let t7 := A_1 * (t4 - centre_1) in
  let t8 := - gamma / 2 in
  let t9 := A_2 * (t4 - centre_2) in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  ~ ((t3 * t5 + t6 * t7 + t8 * t9) ^ 2 + ((t1 - t3) / gamma * t5 + (1 + (- gamma - t6) / gamma) * t7 + - t8 / gamma * t9) ^ 2 + ((t2 - t3) / gamma * t5 + - t6 / gamma * t7 + (1 + (- gamma - t8) / gamma) * t9) ^ 2 <= (1 - gamma * A_1) ^ 2 * (t5 ^ 2 + t7 ^ 2 + t9 ^ 2)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (iccopt_scaffold_w2_rate_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
