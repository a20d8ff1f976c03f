(* argo-fedlsa-expansion: The error after a round, with the printed sign and the printed noise, eps^c(Z) = (A^c(Z) - Abar^c) theta_c* +
   (b^c(Z) - bbar^c). (The noise's index h is left out, and theta_t stands for theta_{t+1}: the algorithm's round t starts from theta_t.
   Both are read as meant.)
   argo, slide 'Analysis of FedLSA', Stochastic Expansion. Printed:
     \theta_t-\theta_\star=\frac1N\sum_{c=1}^N\Gamma_{t,1:H}^c(\theta_{t-1}-\theta_\star)+\frac1N\sum_{c=1}^N(\mathrm{Id}-\Gamma_{t,1:H}^c)(\theta_\star^c-\theta_\star)+\frac\eta N\sum_{c=1}^N\sum_{h=1}^H\Gamma_{t,h+1:H}^c\varepsilon^c(Z_t^c) *)
From Symfed Require Import Instance.

(* The error after a round, with the printed sign and the printed noise, eps^c(Z) = (A^c(Z) - Abar^c) theta_c* + (b^c(Z) - bbar^c). (The
   noise's index h is left out, and theta_t stands for theta_{t+1}: the algorithm's round t starts from theta_t. Both are read as meant.)
   At an instance (exact runs of our rule, draw by draw, d <= 2): matrices = [[[[1/2]], [[3/2]]]], vectors = [[[0], [1]]], gamma = 4/5,
   draws = [[[0]]], start = [0], point = [0]. Compared: printed, and the truth: theta - theta* after the run, by our rule. *)
Theorem argo_fedlsa_expansion_is_false :
  let matrices_1 := 1 / 2 in let matrices_2 := 3 / 2 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0
  in let gamma := 4 / 5 in let start := 0 in let point_ := 0 in
  let t1 := 1 - gamma * matrices_1 in
  let t2 := 1 / 2 * vectors_1 + 1 / 2 * vectors_2 in
  let t3 := 1 / 2 * matrices_1 + 1 / 2 * matrices_2 in
  let t4 := t2 / t3 in
  let t5 := t2 / t3 in
  ~ (t1 * (start - t4) + (1 - t1) * (t5 - t4) + gamma * ((matrices_1 - t3) * t5 + (vectors_1 - t2)) = start - gamma * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) - t4).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-fedlsa-expansion on this instance. The error after a round: the
   old one through all local steps, the pull towards the clients' own solutions, less eta times each noise, taken at the client's solution,
   through the later steps; Abar^c theta_c* = bbar^c, and Gamma_{t,H+1:H}^c = Id. At an instance (exact runs of our rule, draw by draw, d
   <= 2): matrices = [[[[1/2]], [[3/2]]]], vectors = [[[0], [1]]], gamma = 4/5, draws = [[[0]]], start = [0], point = [0]. Compared:
   printed, and the truth: theta - theta* after the run, by our rule. *)
Theorem argo_fedlsa_expansion_holds_there :
  let matrices_1 := 1 / 2 in let matrices_2 := 3 / 2 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0
  in let gamma := 4 / 5 in let start := 0 in let point_ := 0 in
  let t1 := 1 - gamma * matrices_1 in
  let t2 := 1 / 2 * vectors_1 + 1 / 2 * vectors_2 in
  let t3 := 1 / 2 * matrices_1 + 1 / 2 * matrices_2 in
  let t4 := t2 / t3 in
  let t5 := t2 / t3 in
  t1 * (start - t4) + (1 - t1) * (t5 - t4) + -1 * gamma * ((matrices_1 - t3) * t5 + -1 * (vectors_1 - t2)) = start - gamma * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) - t4.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (argo_fedlsa_expansion_is_false, argo_fedlsa_expansion_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
