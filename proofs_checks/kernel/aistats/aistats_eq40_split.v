(* aistats-eq40-split: The squared distance to the stationary mean, by way of a run on the same samples that starts from the stationary
   distribution.
   aistats, equation (40). Printed:
     \|\theta_t-\bar\theta_{sto}\|^2\le2\|\theta_t-\vartheta_t\|^2+2\|\vartheta_t-\bar\theta_{sto}\|^2
   Cross-checks, on which nothing rests and which are not here: three points. *)
From Symfed Require Import Arithmetic Named.

(* aistats-eq40-split: The squared distance to the stationary mean, by way of a run on the same samples that starts from the stationary distribution. *)
Theorem aistats_eq40_split :
  forall (V : Euclidean) (draw : Type) (N : nat) (X_w : draw -> nat -> vec V) (Y_w : draw -> nat -> vec V) (theta_sto : vec V),
  (1 <= N)%nat ->
  forall (w : draw) (t : nat), norm (theta_sto - X_w w t) ^ 2 <= 2 * norm (theta_sto - Y_w w t) ^ 2 + 2 * norm (X_w w t - Y_w w t) ^ 2.
Proof.
  intros V draw N X_w Y_w theta_sto some.
  assert (in_two : forall (w : draw) (t : nat), norm (theta_sto - X_w w t) ^ 2 <= 2 * norm (theta_sto - Y_w w t) ^ 2 + 2 * norm (X_w w t -
    Y_w w t) ^ 2).
  { intros w t. assert (size : norm ((X_w w t - Y_w w t)%vec + (Y_w w t - theta_sto)%vec) = norm (theta_sto - X_w w t)) by lengths.
    assert (left : norm ((X_w w t - Y_w w t)%vec + (Y_w w t - theta_sto)%vec) ^ 2 = norm (theta_sto - X_w w t) ^ 2) by (try rewrite size;
      reals).
    assert (positive : 0 < 1).
    { lra. }
    assert (right_0 : norm (X_w w t - Y_w w t) = norm (X_w w t - Y_w w t)) by lengths.
    assert (right_1 : norm (Y_w w t - theta_sto) = norm (theta_sto - Y_w w t)) by lengths.
    assert (right : (1 + 1) * norm (X_w w t - Y_w w t) ^ 2 + (1 + 1 / 1) * norm (Y_w w t - theta_sto) ^ 2 = 2 * norm (theta_sto - Y_w w t) ^
      2 + 2 * norm (X_w w t - Y_w w t) ^ 2) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (squared_triangle (X_w w t - Y_w w t)%vec (Y_w w t - theta_sto)%vec 1 positive)).
  }
  intros w t.
  fits (in_two w t).
Qed.

Definition all_of_this_file := (aistats_eq40_split).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
