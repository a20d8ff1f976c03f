(* argo-lsa-one-step: The error after a step, with the noise of the same slide, eps(Z) = (A(Z) - Abar) theta* + (b(Z) - bbar), whose b(Z)
   has the wrong sign.
   argo, slide 'Context, analysis of TD (I)', Stochastic Expansion. Printed:
     \theta_t-\theta_\star=(\mathrm{Id}-\eta A(Z_t))(\theta_{t-1}-\theta_\star)-\eta\,\varepsilon(Z_t) *)
From Symfed Require Import Instance.

(* The error after a step, with the noise of the same slide, eps(Z) = (A(Z) - Abar) theta* + (b(Z) - bbar), whose b(Z) has the wrong sign.
   At an instance (exact runs of our rule, draw by draw, d <= 2): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], gamma = 1, draws =
   [[[0]]], start = [0], point = [0]. Compared: printed, and the truth: as computed, step by step. *)
Theorem argo_lsa_one_step_is_false :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 in let start := 0 in let point_ := 0 in
  let t1 := 1 / 2 * vectors_1 + 1 / 2 * vectors_2 in
  let t2 := 1 / 2 * matrices_1 + 1 / 2 * matrices_2 in
  let t3 := t1 / t2 in
  ~ ((1 - gamma * matrices_1) * (start - t3) + -1 * gamma * ((matrices_1 - t2) * t3 + (vectors_1 - t1)) = start - gamma * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) - t3).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (argo_lsa_one_step_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
