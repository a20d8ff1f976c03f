(* aistats-eq60-jensen3: |u - v + w|^2 <= 3 |u|^2 + 3 |v|^2 + 3 |w|^2 in every dimension.
   aistats, equation (60). Printed:
     \|\vartheta_t-\theta^\star\|^2\le3\|2\theta_t^{(\gamma)}-2\bar\theta_{sto}^{(\gamma,H)}\|^2+3\|\theta_t^{(2\gamma)}-\bar\theta_{sto}^{(2\gamma,H)}\|^2+3\|\bar\vartheta_{sto}-\theta^\star\|^2
   Cross-checks, on which nothing rests and which are not here: one coordinate. *)
From Symfed Require Import Arithmetic Named.

(* equation_60 *)
Theorem aistats_eq60_jensen3_equation_60 :
  forall (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R),
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 <= a5 ->
  a1 = a5 ->
  a5 ^ 2 <= 3 * a2 ^ 2 + 12 * a3 ^ 2 + 3 * a4 ^ 2 ->
  a1 ^ 2 <= 3 * a2 ^ 2 + 12 * a3 ^ 2 + 3 * a4 ^ 2.
Proof.
  intros a1 a2 a3 a4 a5 sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 given_1 given_2.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_2).
Qed.

(* aistats-eq60-jensen3: |u - v + w|^2 <= 3 |u|^2 + 3 |v|^2 + 3 |w|^2 in every dimension. *)
Theorem aistats_eq60_jensen3 :
  forall (V : Euclidean) (N : nat) (mean_2gamma : vec V) (mean_gamma : vec V) (theta_2gamma : vec V) (theta_gamma : vec V) (theta_star : vec
    V),
  (1 <= N)%nat ->
  forall vartheta : vec V,
  (vartheta = (2 *: theta_gamma - theta_2gamma)%vec) ->
  forall mean_vartheta : vec V,
  (mean_vartheta = (2 *: mean_gamma - mean_2gamma)%vec) ->
  norm (theta_star - vartheta) ^ 2 <= 3 * norm (mean_2gamma - theta_2gamma) ^ 2 + 3 * norm (mean_vartheta - theta_star) ^ 2 + 12 * norm
    (mean_gamma - theta_gamma) ^ 2.
Proof.
  intros V N mean_2gamma mean_gamma theta_2gamma theta_gamma theta_star some.
  intros vartheta.
  intros iterate.
  intros mean_vartheta.
  intros mean_.
  assert (decomposition_over_2 : norm (theta_star - vartheta) = norm (mean_2gamma + mean_vartheta + 2 *: theta_gamma - 2 *: mean_gamma -
    theta_2gamma - theta_star)).
  { assert (whole : (vartheta - theta_star)%vec = (mean_2gamma + mean_vartheta + 2 *: theta_gamma - 2 *: mean_gamma - theta_2gamma -
    theta_star)%vec). { less_in (linear V) (1)%R iterate. less_in (linear V) (- 1)%R mean_. vectors. }
    assert (left : norm (vartheta - theta_star)%vec = norm (theta_star - vartheta)) by lengths.
    assert (right : norm (mean_2gamma + mean_vartheta + 2 *: theta_gamma - 2 *: mean_gamma - theta_2gamma - theta_star)%vec = norm
      (mean_2gamma + mean_vartheta + 2 *: theta_gamma - 2 *: mean_gamma - theta_2gamma - theta_star)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (three_parts : norm (mean_2gamma + mean_vartheta + 2 *: theta_gamma - 2 *: mean_gamma - theta_2gamma - theta_star) ^ 2 <= 3 * norm
    (mean_2gamma - theta_2gamma) ^ 2 + 3 * norm (mean_vartheta - theta_star) ^ 2 + 12 * norm (mean_gamma - theta_gamma) ^ 2).
  { assert (size : norm (vsum [(2 *: theta_gamma - 2 *: mean_gamma)%vec; (mean_2gamma - theta_2gamma)%vec; (mean_vartheta -
    theta_star)%vec]) = norm (mean_2gamma + mean_vartheta + 2 *: theta_gamma - 2 *: mean_gamma - theta_2gamma - theta_star)).
    { change (vsum [(2 *: theta_gamma - 2 *: mean_gamma)%vec; (mean_2gamma - theta_2gamma)%vec; (mean_vartheta - theta_star)%vec]) with ((2
      *: theta_gamma - 2 *: mean_gamma)%vec + ((mean_2gamma - theta_2gamma)%vec + ((mean_vartheta - theta_star)%vec + 0)))%vec. lengths. }
    assert (left : norm (vsum [(2 *: theta_gamma - 2 *: mean_gamma)%vec; (mean_2gamma - theta_2gamma)%vec; (mean_vartheta -
      theta_star)%vec]) ^ 2 = norm (mean_2gamma + mean_vartheta + 2 *: theta_gamma - 2 *: mean_gamma - theta_2gamma - theta_star) ^ 2) by
      (try rewrite size; reals).
    assert (right_0 : norm (2 *: theta_gamma - 2 *: mean_gamma) = 2 * norm (mean_gamma - theta_gamma)) by lengths.
    assert (right_1 : norm (mean_2gamma - theta_2gamma) = norm (mean_2gamma - theta_2gamma)) by lengths.
    assert (right_2 : norm (mean_vartheta - theta_star) = norm (mean_vartheta - theta_star)) by lengths.
    assert (right : INR 3 * (norm (2 *: theta_gamma - 2 *: mean_gamma) ^ 2 + (norm (mean_2gamma - theta_2gamma) ^ 2 + (norm (mean_vartheta -
      theta_star) ^ 2 + 0))) = 3 * norm (mean_2gamma - theta_2gamma) ^ 2 + 3 * norm (mean_vartheta - theta_star) ^ 2 + 12 * norm (mean_gamma
      - theta_gamma) ^ 2) by (rewrite ?right_0, ?right_1, ?right_2; reals).
    exact (between _ _ _ _ left right (jensen_sum [(2 *: theta_gamma - 2 *: mean_gamma)%vec; (mean_2gamma - theta_2gamma)%vec;
      (mean_vartheta - theta_star)%vec])).
  }
  assert (equation_60 : norm (theta_star - vartheta) ^ 2 <= 3 * norm (mean_2gamma - theta_2gamma) ^ 2 + 3 * norm (mean_vartheta -
    theta_star) ^ 2 + 12 * norm (mean_gamma - theta_gamma) ^ 2).
  { assert (known := aistats_eq60_jensen3_equation_60 (norm (theta_star - vartheta)) (norm (mean_2gamma - theta_2gamma)) (norm (mean_gamma -
    theta_gamma)) (norm (mean_vartheta - theta_star)) (norm (mean_2gamma + mean_vartheta + 2 *: theta_gamma - 2 *: mean_gamma - theta_2gamma
    - theta_star))).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits decomposition_over_2)).
    specialize (known ltac:(cbv beta; fits three_parts)).
    fits known.
  }
  fits equation_60.
Qed.

Definition all_of_this_file := (aistats_eq60_jensen3).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
