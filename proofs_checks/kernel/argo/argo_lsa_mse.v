(* argo-lsa-mse: The start is forgotten and the noise adds eta sigma²/a, added up with constants 1. The first step's noise and its matrix
   are one draw, so the two parts of the error are correlated, and a far start breaks the bound, the noise read with its sign mended,
   A(Z) theta* - b(Z). Without that condition the constants are 2 (symfed-lsa-mse).
   argo, slide 'Context, analysis of TD (III)'. Printed:
     \mathbb E[\|\theta_T-\theta_\star\|^2]\le(1-\eta a)^T\|\theta_0-\theta_\star\|^2+\frac{\eta\sigma_\star^2}a
   Conditions:
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike *)
From Symfed Require Import Instance.

(* The start is forgotten and the noise adds eta sigma²/a, added up with constants 1. The first step's noise and its matrix are one draw,
   so the two parts of the error are correlated, and a far start breaks the bound, the noise read with its sign mended, A(Z) theta* - b(Z).
   Without that condition the constants are 2 (symfed-lsa-mse). At an instance (mean over all draws, exact second moments): matrices =
   [[[[1/2]], [[3/2]]]], vectors = [[[0], [1]]], gamma = 4/5, draws = [[[0]]], start = [0], point = [0]. Compared: the left side and the
   right one. *)
Theorem argo_lsa_mse_is_false :
  let matrices_1 := 1 / 2 in let matrices_2 := 3 / 2 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0
  in let gamma := 4 / 5 in let start := 0 in let point_ := 0 in
  let t1 := (1 - ((1 - gamma * matrices_1) * (1 - gamma * matrices_1) + (1 - gamma * matrices_2) * (1 - gamma * matrices_2)) / 2) / gamma in
  let t2 := 1 / 2 * vectors_1 + 1 / 2 * vectors_2 in
  let t3 := 1 / 2 * matrices_1 + 1 / 2 * matrices_2 in
  let t4 := t2 / t3 in
  ~ (((start - gamma * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3) - (1 / 2 * vectors_1 + 1 / 2 * vectors_2) / (1 / 2 * matrices_1 + 1 / 2 * matrices_2)) ^ 2 + (start - gamma * (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3) - (1 / 2 * vectors_1 + 1 / 2 * vectors_2) / (1 / 2 * matrices_1 + 1 / 2 * matrices_2)) ^ 2) / 2 <= (1 - gamma * t1) * (start - t4) ^ 2 + gamma * ((((matrices_1 - t3) * t4 + -1 * (vectors_1 - t2)) ^ 2 + ((matrices_2 - t3) * t4 + -1 * (vectors_2 - t2)) ^ 2) / 2) / t1).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (argo_lsa_mse_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
