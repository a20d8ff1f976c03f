(* aistats-cor1-split: The squared distance to theta* is at most twice that to the fixed point and twice the squared bias.
   aistats, proof of Corollary 1. Printed:
     \|\theta_t-\theta^\star\|^2\le2\|\theta_t-\bar\theta_{det}\|^2+2\|\bar\theta_{det}-\theta^\star\|^2
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* aistats-cor1-split: The squared distance to theta* is at most twice that to the fixed point and twice the squared bias. *)
Theorem aistats_cor1_split :
  forall (V : Euclidean) (N : nat) (L : R) (gamma : R) (theta : nat -> vec V) (theta_det : vec V) (theta_star : vec V),
  (1 <= N)%nat ->
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  forall (t : nat), norm (theta_star - theta t) ^ 2 <= 2 * norm (theta_det - theta_star) ^ 2 + 2 * norm (theta_det - theta t) ^ 2.
Proof.
  intros V N L gamma theta theta_det theta_star some L_positive gamma_positive given_1.
  assert (split : forall (t : nat), norm (theta_star - theta t) ^ 2 <= 2 * norm (theta_det - theta_star) ^ 2 + 2 * norm (theta_det - theta
    t) ^ 2).
  { intros t. assert (size : norm ((theta t - theta_det)%vec + (theta_det - theta_star)%vec) = norm (theta_star - theta t)) by lengths.
    assert (left : norm ((theta t - theta_det)%vec + (theta_det - theta_star)%vec) ^ 2 = norm (theta_star - theta t) ^ 2) by (try rewrite
      size; reals).
    assert (positive : 0 < 1).
    { lra. }
    assert (right_0 : norm (theta t - theta_det) = norm (theta_det - theta t)) by lengths.
    assert (right_1 : norm (theta_det - theta_star) = norm (theta_det - theta_star)) by lengths.
    assert (right : (1 + 1) * norm (theta t - theta_det) ^ 2 + (1 + 1 / 1) * norm (theta_det - theta_star) ^ 2 = 2 * norm (theta_det -
      theta_star) ^ 2 + 2 * norm (theta_det - theta t) ^ 2) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (squared_triangle (theta t - theta_det)%vec (theta_det - theta_star)%vec 1 positive)).
  }
  intros t.
  fits (split t).
Qed.

Definition all_of_this_file := (aistats_cor1_split).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
