(* aistats-prop2-telescoping-norm: Mean factors stand on both sides of the one in which products differ: true for one factor only. Lemma 9
   has the client's on one side. Steps are counted as in Theorem 1's proof, as only there the sum's range fits; H - h >= 2 factors are
   needed.
   aistats, proof of Proposition 2, after equation (13). Printed:
     \|\digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H}\|=\Big\|\sum_{\ell=h+1}^H\digamma_{avg}^{\star,h+1:\ell-1}\Big(\gamma\bar D_c-\frac\gamma N\sum_{c'}\bar D_{c'}\Big)\digamma_{avg}^{\star,\ell+1:H}\Big\|
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth *)
From Symfed Require Import Instance.

(* Mean factors stand on both sides of the one in which products differ: true for one factor only. Lemma 9 has the client's on one side.
   Steps are counted as in Theorem 1's proof, as only there the sum's range fits; H - h >= 2 factors are needed. At an instance (exact
   quadratics, H factors, d = 1): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima = [[0], [0]]. Compared: the left side and the right
   one. *)
Theorem aistats_prop2_telescoping_norm_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 0 in let gamma := 1 / 2 in
  let t1 := 1 - gamma * ((A_1 + A_2) / 2) in
  let t2 := t1 * t1 in
  let t3 := 1 - gamma * A_1 in
  let t4 := (A_1 + A_2) / 2 in
  let t5 := gamma * (A_1 - t4) in
  let t6 := 1 - gamma * A_2 in
  let t7 := gamma * (A_2 - t4) in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  ~ ((t2 - t3 * t3) ^ 2 = (t1 * t5 + t5 * t1) ^ 2 /\ (t2 - t6 * t6) ^ 2 = (t1 * t7 + t7 * t1) ^ 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-avg-product-difference on this instance. The telescoping sum of
   the proof of Proposition 2, with the client's own factors after the one in which products differ, and the bound gamma (L - mu) a factor.
   At an instance (exact quadratics, H factors): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima = [[0], [0]]. Compared: the left
   side and the right one. *)
Theorem aistats_prop2_telescoping_norm_holds_there :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 0 in let gamma := 1 / 2 in
  let t1 := 1 - gamma * ((A_1 + A_2) / 2) in
  let t2 := t1 * t1 in
  let t3 := 1 - gamma * A_1 in
  let t4 := (A_1 + A_2) / 2 in
  let t5 := gamma * (A_1 - t4) in
  let t6 := 1 - gamma * A_2 in
  let t7 := gamma * (A_2 - t4) in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  t2 - t3 * t3 = t3 * t5 + t5 * t1 /\
  t2 - t6 * t6 = t6 * t7 + t7 * t1.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_prop2_telescoping_norm_is_false, aistats_prop2_telescoping_norm_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
