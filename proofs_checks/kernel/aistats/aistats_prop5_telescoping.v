(* aistats-prop5-telescoping: A client's product of H - h factors less that of the mean Hessian, as a telescoping sum. The factors are Id -
   gamma A_c and Id - gamma A: their difference is minus the printed one. (As all factors of a product are equal, either order of Lemma 9
   does.)
   aistats, proof of Proposition 5, before equation (50). Printed:
     \Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H}=\sum_{\ell=h+1}^H\Gamma_c^{\star,h+1:\ell-1}(\gamma\bar A_c-\gamma\bar A)\Gamma_{avg}^{\star,\ell+1:H}
   Conditions:
     h <= H
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A5: every f_c is quadratic *)
From Symfed Require Import Instance.

(* A client's product of H - h factors less that of the mean Hessian, as a telescoping sum. The factors are Id - gamma A_c and Id - gamma
   A: their difference is minus the printed one. (As all factors of a product are equal, either order of Lemma 9 does.) At an instance
   (exact Hessians, products written out): gamma = 1/2, H = 1, hessians = [[[1]], [[2]]], optima = [[0], [0]], h = 0. Compared: the left
   side and the right one. *)
Theorem aistats_prop5_telescoping_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 0 in let gamma := 1 / 2 in
  let t1 := 1 - gamma * ((A_1 + A_2) / 2) in
  let t2 := (A_1 + A_2) / 2 in
  A_2 > A_1 /\
  ~ (1 - gamma * A_1 - t1 = gamma * (A_1 - t2) /\ 1 - gamma * A_2 - t1 = gamma * (A_2 - t2)).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-prop5-telescoping on this instance. The telescoping sum of
   Proposition 5's proof with the sign of its factors' difference, for every number H - h of factors. At an instance (exact Hessians,
   products written out): gamma = 1/2, H = 1, hessians = [[[1]], [[2]]], optima = [[0], [0]], h = 0. Compared: the left side and the right
   one. *)
Theorem aistats_prop5_telescoping_holds_there :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 0 in let gamma := 1 / 2 in
  let t1 := 1 - gamma * ((A_1 + A_2) / 2) in
  let t2 := (A_1 + A_2) / 2 in
  A_2 > A_1 /\
  1 - gamma * A_1 - t1 = -1 * (gamma * (A_1 - t2)) /\
  1 - gamma * A_2 - t1 = -1 * (gamma * (A_2 - t2)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_prop5_telescoping_is_false, aistats_prop5_telescoping_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
