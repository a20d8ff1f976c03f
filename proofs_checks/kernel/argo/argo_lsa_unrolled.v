(* argo-lsa-unrolled: The error after T steps, with +eta where the one-step expansion has -eta. With the printed noise this one is right
   where A(Z) is constant, that one where b(Z) is, and both are wrong where both vary. Gamma_{T+1:T} = Id.
   argo, slide 'Context, analysis of TD (II)', Stochastic Expansion. Printed:
     \theta_T-\theta_\star=\Gamma_{1:T}(\theta_0-\theta_\star)+\eta\sum_{t=1}^T\Gamma_{t+1:T}\,\varepsilon(Z_t) *)
From Symfed Require Import Instance.

(* The error after T steps, with +eta where the one-step expansion has -eta. With the printed noise this one is right where A(Z) is
   constant, that one where b(Z) is, and both are wrong where both vary. Gamma_{T+1:T} = Id. At an instance (exact runs of our rule, draw
   by draw, d <= 2): matrices = [[[[1/2]], [[3/2]]]], vectors = [[[0], [1]]], gamma = 4/5, draws = [[[0]]], start = [0], point = [0].
   Compared: printed, and the truth: as computed, step by step. *)
Theorem argo_lsa_unrolled_is_false :
  let matrices_1 := 1 / 2 in let matrices_2 := 3 / 2 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0
  in let gamma := 4 / 5 in let start := 0 in let point_ := 0 in
  let t1 := 1 / 2 * vectors_1 + 1 / 2 * vectors_2 in
  let t2 := 1 / 2 * matrices_1 + 1 / 2 * matrices_2 in
  let t3 := t1 / t2 in
  ~ ((1 - gamma * matrices_1) * (start - t3) + gamma * ((matrices_1 - t2) * t3 + (vectors_1 - t1)) = start - gamma * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) - t3).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lsa-unrolled on this instance. The error after T steps: the
   first error through all of them, less eta times each noise through the later ones. At an instance (exact runs of our rule, draw by draw,
   d <= 2): matrices = [[[[1/2]], [[3/2]]]], vectors = [[[0], [1]]], gamma = 4/5, draws = [[[0]]], start = [0], point = [0]. Compared:
   printed, and the truth: as computed, step by step. *)
Theorem argo_lsa_unrolled_holds_there :
  let matrices_1 := 1 / 2 in let matrices_2 := 3 / 2 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0
  in let gamma := 4 / 5 in let start := 0 in let point_ := 0 in
  let t1 := 1 / 2 * vectors_1 + 1 / 2 * vectors_2 in
  let t2 := 1 / 2 * matrices_1 + 1 / 2 * matrices_2 in
  let t3 := t1 / t2 in
  (1 - gamma * matrices_1) * (start - t3) + -1 * gamma * ((matrices_1 - t2) * t3 + -1 * (vectors_1 - t1)) = start - gamma * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) - t3.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (argo_lsa_unrolled_is_false, argo_lsa_unrolled_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
