(* symfed-heterogeneity-bias-grows: The heterogeneity part of the first-order bias never shrinks when H grows.
   symfed, remark after Proposition 3, made precise. Printed:
     \tfrac{\gamma(H-1)}2\|b_h\|\le\tfrac{\gamma H}2\|b_h\|
   Cross-checks, on which nothing rests and which are not here: exact jets. *)
From Symfed Require Import Arithmetic Named.

(* grows *)
Theorem symfed_heterogeneity_bias_grows_grows :
  forall (H : nat) (a1 : R) (gamma : R),
  (1 <= H)%nat ->
  0 <= a1 ->
  0 < gamma ->
  a1 * gamma * (INR H - 1) / 2 <= a1 * gamma * INR H / 2.
Proof.
  intros H a1 gamma sign_H sign_a1 sign_gamma.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (m1 : 0 <= (1 / 2) * (a1) * (gamma)) by positive.
  certified (((1))) m1.
Qed.

(* symfed-heterogeneity-bias-grows: The heterogeneity part of the first-order bias never shrinks when H grows. *)
Theorem symfed_heterogeneity_bias_grows :
  forall (V : Euclidean) (N : nat) (H : nat) (b_h : vec V) (gamma : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < gamma ->
  norm (b_h) * gamma * (INR H - 1) / 2 <= norm (b_h) * gamma * INR H / 2.
Proof.
  intros V N H b_h gamma some H_positive gamma_positive.
  assert (grows : norm (b_h) * gamma * (INR H - 1) / 2 <= norm (b_h) * gamma * INR H / 2).
  { assert (known := symfed_heterogeneity_bias_grows_grows H (norm (b_h)) (gamma)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    fits known.
  }
  fits grows.
Qed.

Definition all_of_this_file := (symfed_heterogeneity_bias_grows).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
