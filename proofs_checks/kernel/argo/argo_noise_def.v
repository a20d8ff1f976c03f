(* argo-noise-def: The noise is what the update of theta* has beyond its mean, A(Z) theta* - b(Z); printed with the wrong sign of b, so that
   its variance can vanish where the iterates keep moving.
   argo, slide 'Context, analysis of TD (I)', Assumptions. Printed:
     \varepsilon(Z)=(A(Z)-\bar A)\theta_\star+(b(Z)-\bar b)\text{ has finite variance }\sigma_\star^2 *)
From Symfed Require Import Instance.

(* The noise is what the update of theta* has beyond its mean, A(Z) theta* - b(Z); printed with the wrong sign of b, so that its variance
   can vanish where the iterates keep moving. At an instance (A(Z) theta* - b(Z), draw by draw): matrices = [[[[1]], [[1]]]], vectors =
   [[[0], [1]]], gamma = 1, draws = [[[0]]], start = [0], point = [0]. Compared: printed, and the truth: as computed, step by step. *)
Theorem argo_noise_def_is_false :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 in let start := 0 in let point_ := 0 in
  let t1 := 1 / 2 * matrices_1 + 1 / 2 * matrices_2 in
  let t2 := 1 / 2 * vectors_1 + 1 / 2 * vectors_2 in
  let t3 := t2 / t1 in
  ~ ((matrices_1 - t1) * t3 + (vectors_1 - t2) = matrices_1 * t3 - vectors_1 + cubes_1 * t3 ^ 3).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (argo_noise_def_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
