(* iccopt-het-average-drift: The average drift of a round, printed with the gradient of f, not of f_c, at client c's iterates; from x* is
   left unsaid.
   iccopt, slides on heterogeneity measures. Printed:
     \text{average drift: }\zeta=\Big\|\frac1{NH}\sum_{c=1}^N\sum_{h=0}^{H-1}\nabla f(x_c^{(h)})-\nabla f(x^\star)\Big\|^2
   Conditions:
     in words: L-smooth, mu-strongly convex functions *)
From Symfed Require Import Instance.

(* The average drift of a round, printed with the gradient of f, not of f_c, at client c's iterates; from x* is left unsaid. At an instance
   (exact quadratics, against one round of our rule from x* ): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima = [[0], [1]]. Compared:
   printed, and the truth: How far one round of our rule moves the optimum, per unit of time gamma H, squared. *)
Theorem iccopt_het_average_drift_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := t1 - gamma * (A_1 * (t1 - centre_1)) in
  let t3 := t1 - gamma * (A_2 * (t1 - centre_2)) in
  A_2 > A_1 /\
  ~ ((((t1 - t1 + (t1 - t1)) * ((A_1 + A_2) / 2) + (t1 - gamma * (A_1 * (t1 - centre_1)) - t1 + (t1 - gamma * (A_2 * (t1 - centre_2)) - t1)) * ((A_1 + A_2) / 2)) / 4) ^ 2 = ((t1 - (t2 - gamma * (A_1 * (t2 - centre_1)) + (t3 - gamma * (A_2 * (t3 - centre_2)))) / 2) / (gamma * 2)) ^ 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-average-drift on this instance. With each client's own gradient
   along its local steps from x*, the measure is the squared speed at which a round leaves x*. At an instance (exact quadratics, against
   one round of our rule from x* ): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima = [[0], [1]]. Compared: printed, and the truth:
   How far one round of our rule moves the optimum, per unit of time gamma H, squared. *)
Theorem iccopt_het_average_drift_holds_there :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := A_1 * (t1 - centre_1) in
  let t3 := A_2 * (t1 - centre_2) in
  let t4 := t1 - gamma * (A_1 * (t1 - centre_1)) in
  let t5 := t1 - gamma * (A_2 * (t1 - centre_2)) in
  A_2 > A_1 /\
  ((t2 + t3 + (A_1 * (t1 - gamma * t2 - centre_1) + A_2 * (t1 - gamma * t3 - centre_2))) / 4) ^ 2 = ((t1 - (t4 - gamma * (A_1 * (t4 - centre_1)) + (t5 - gamma * (A_2 * (t5 - centre_2)))) / 2) / (gamma * 2)) ^ 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (iccopt_het_average_drift_is_false, iccopt_het_average_drift_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
