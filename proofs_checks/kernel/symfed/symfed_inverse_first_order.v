(* symfed-inverse-first-order: The inverse of Id less the mean over clients of (Id - gamma A_c)^H, A_c the Hessian at theta*, is (gamma H
   A)^-1 up to L^2/mu^2, for all gamma and H with gamma mu H <= 1: bounded, which is all that the proof needs where theta_det = theta*.
   symfed, the inverse in the proof of Theorem 1, at theta*. Printed:
     \Big\|\Big(Id-\frac1N\sum_c(Id-\gamma\nabla^2f_c(\theta^\star))^H\Big)^{-1}-(\gamma H\nabla^2f(\theta^\star))^{-1}\Big\|\le\frac{L^2}{\mu^2}
   Conditions:
     L*gamma <= 1
     H*gamma*mu <= 1
     in words: every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L]
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* a_factor_shrinks_from_below *)
Theorem symfed_inverse_first_order_a_factor_shrinks_from_below :
  forall (L : R) (gamma : R) (lambda : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= lambda ->
  lambda <= L ->
  gamma * mu - 1 <= 1 - gamma * lambda.
Proof.
  intros L gamma lambda mu sign_L sign_gamma sign_lambda sign_mu given_1 given_2 given_3.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (m1 : 0 <= (2)) by positive.
  assert (m2 : 0 <= (gamma)) by positive.
  assert (m3 : 0 <= (2) * (gamma)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 slack_given_2) (Rmult_le_pos _ _ m3 slack_given_3))).
Qed.

(* a_factor_shrinks_from_above *)
Theorem symfed_inverse_first_order_a_factor_shrinks_from_above :
  forall (gamma : R) (lambda : R) (mu : R),
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  mu <= lambda ->
  1 - gamma * lambda <= 1 - gamma * mu.
Proof.
  intros gamma lambda mu sign_gamma sign_lambda sign_mu given_1.
  assert (slack_given_1 := slack _ _ given_1).
  assert (m1 : 0 <= (gamma)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_1).
Qed.

(* smooth_from_below *)
Theorem symfed_inverse_first_order_smooth_from_below :
  forall (L : R) (lambda : R),
  0 < L ->
  0 < lambda ->
  - L <= lambda.
Proof.
  intros L lambda sign_L sign_lambda.
  assert (m1 : 0 <= (L)) by positive.
  assert (m2 : 0 <= (lambda)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ m1 m2).
Qed.

(* smooth_from_above *)
Theorem symfed_inverse_first_order_smooth_from_above :
  forall (L : R) (lambda : R),
  0 < L ->
  0 < lambda ->
  lambda <= L ->
  lambda <= L.
Proof.
  intros L lambda sign_L sign_lambda given_1.
  assert (slack_given_1 := slack _ _ given_1).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_1).
Qed.

(* one_move *)
Theorem symfed_inverse_first_order_one_move :
  forall (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (a6 : R) (gamma : R) (mu : R),
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 <= a5 ->
  0 <= a6 ->
  0 < gamma ->
  0 < mu ->
  a1 = a4 ->
  a4 <= a5 + a6 * gamma ->
  a5 <= a2 * (1 - gamma * mu) ->
  a6 <= a3 * L ->
  a1 <= a3 * L * gamma + a2 * (1 - gamma * mu).
Proof.
  intros L a1 a2 a3 a4 a5 a6 gamma mu sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_a6 sign_gamma sign_mu given_1 given_2 given_3 given_4.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (1)) by positive.
  assert (m3 : 0 <= (gamma)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_2) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 slack_given_3) (Rmult_le_pos _ _ m3 slack_given_4))).
Qed.

(* moved_at_first *)
Theorem symfed_inverse_first_order_moved_at_first :
  forall (a1 : R),
  0 <= a1 ->
  a1 = 0 ->
  a1 <= 0.
Proof.
  intros a1 sign_a1 given_1.
  symmetry in given_1. destruct given_1.
  certified (((1))) (Rle_refl 0).
Qed.

(* moved_positive *)
Theorem symfed_inverse_first_order_moved_positive :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  gamma * mu * INR H <= 1 ->
  1 - gamma * mu >= 0.
Proof.
  intros H gamma mu sign_H sign_gamma sign_mu given_1.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  apply Rle_ge.
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (gamma) * (mu)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 more_H)).
Qed.

(* moved_closes *)
Theorem symfed_inverse_first_order_moved_closes :
  forall (L : R) (a1 : R) (gamma : R) (h : nat) (mu : R),
  0 < L ->
  0 <= a1 ->
  0 < gamma ->
  0 < mu ->
  a1 * INR h * L * gamma * (1 - gamma * mu) + a1 * L * gamma <= a1 * L * gamma * (INR h + 1).
Proof.
  intros L a1 gamma h mu sign_L sign_a1 sign_gamma sign_mu.
  assert (m1 : 0 <= (L) * (a1) * (gamma) ^ 2 * (INR h) * (mu)) by positive.
  certified (((1))) m1.
Qed.

(* one_step *)
Theorem symfed_inverse_first_order_one_step :
  forall (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (a6 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 <= a5 ->
  0 <= a6 ->
  0 < gamma ->
  a1 = a4 ->
  a4 <= a2 + a5 * gamma ->
  a5 <= a6 * L ->
  a6 <= a3 * INR h * L * gamma ->
  a1 <= a3 * INR h * L ^ 2 * gamma ^ 2 + a2.
Proof.
  intros L a1 a2 a3 a4 a5 a6 gamma h sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_a6 sign_gamma given_1 given_2 given_3 given_4.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (L) * (gamma)) by positive.
  assert (m3 : 0 <= (gamma)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_2) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 slack_given_4) (Rmult_le_pos _ _ m3 slack_given_3))).
Qed.

(* first_order_closes *)
Theorem symfed_inverse_first_order_first_order_closes :
  forall (L : R) (a1 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 < gamma ->
  a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + a1 * INR h * L ^ 2 * gamma ^ 2 <= a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) / 2.
Proof.
  intros L a1 gamma h sign_L sign_a1 sign_gamma.
  certified (((1))) (Rle_refl 0).
Qed.

(* products_at_first *)
Theorem symfed_inverse_first_order_products_at_first :
  forall (a1 : R) (a2 : R),
  0 <= a1 ->
  0 <= a2 ->
  a1 = a2 ->
  a1 <= a2.
Proof.
  intros a1 a2 sign_a1 sign_a2 given_1.
  symmetry in given_1. destruct given_1.
  certified (((1))) (Rle_refl 0).
Qed.

(* products_step *)
Theorem symfed_inverse_first_order_products_step :
  forall (a1 : R) (a2 : R) (a5 : R) (gamma : R) (mu : R),
  0 <= a1 ->
  0 <= a2 ->
  0 <= a5 ->
  0 < gamma ->
  0 < mu ->
  a1 = a5 ->
  a5 <= a2 * (1 - gamma * mu) ->
  a1 <= a2 * (1 - gamma * mu).
Proof.
  intros a1 a2 a5 gamma mu sign_a1 sign_a2 sign_a5 sign_gamma sign_mu given_1 given_2.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_2).
Qed.

(* products_closes *)
Theorem symfed_inverse_first_order_products_closes :
  forall (a1 : R) (gamma : R) (h : nat) (mu : R),
  0 <= a1 ->
  0 < gamma ->
  0 < mu ->
  a1 * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= a1 * (1 - gamma * mu) ^ (h + 1).
Proof.
  intros a1 gamma h mu sign_a1 sign_gamma sign_mu.
  certified (((1))) (Rle_refl 0).
Qed.

(* size_of_u *)
Theorem symfed_inverse_first_order_size_of_u :
  forall (a1 : R) (a2 : R) (a3 : R) (mu : R),
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 < mu ->
  a1 * mu <= a3 ->
  a3 = a2 ->
  a1 * mu <= a2.
Proof.
  intros a1 a2 a3 mu sign_a1 sign_a2 sign_a3 sign_mu given_1 given_2.
  symmetry in given_2. destruct given_2.
  assert (slack_given_1 := slack _ _ given_1).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_1).
Qed.

(* second_order_at_first *)
Theorem symfed_inverse_first_order_second_order_at_first :
  1 <= 1.
Proof.
  intros .
  certified (((1))) (Rle_refl 0).
Qed.

(* second_order_step *)
Theorem symfed_inverse_first_order_second_order_step :
  forall (gamma : R) (h : nat) (mu : R),
  0 < gamma ->
  0 < mu ->
  (1 - gamma * mu) ^ (h + 1) <= (1 - gamma * mu) ^ h * (1 - gamma * mu).
Proof.
  intros gamma h mu sign_gamma sign_mu.
  certified (((1))) (Rle_refl 0).
Qed.

(* second_order_closes *)
Theorem symfed_inverse_first_order_second_order_closes :
  forall (gamma : R) (h : nat) (mu : R),
  0 < gamma ->
  0 < mu ->
  (1 - gamma * mu) * ((INR h) ^ 2 * gamma ^ 2 * mu ^ 2 / 2 + 1 - INR h * gamma * mu) <= gamma ^ 2 * mu ^ 2 * (INR h + 1) ^ 2 / 2 + 1 - gamma * mu * (INR h + 1).
Proof.
  intros gamma h mu sign_gamma sign_mu.
  assert (m1 : 0 <= (1 / 2) * (gamma) ^ 2 * (mu) ^ 2) by positive.
  assert (m2 : 0 <= (1 / 2) * (gamma) ^ 3 * (INR h) ^ 2 * (mu) ^ 3) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ m1 m2).
Qed.

(* half *)
Theorem symfed_inverse_first_order_half :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  (1 - gamma * mu) ^ H <= gamma ^ 2 * mu ^ 2 * (INR H) ^ 2 / 2 + 1 - gamma * mu * INR H ->
  gamma * mu * INR H <= 1 ->
  1 - (1 - gamma * mu) ^ H >= gamma * mu * INR H / 2.
Proof.
  intros H gamma mu sign_H sign_gamma sign_mu given_1 given_2.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (so_3 : 0 <= 1 - gamma * mu). { assert (m1 : 0 <= (1)) by positive. assert (m2 : 0 <= (gamma) * (mu)) by positive. certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_2) (Rmult_le_pos _ _ m2 more_H)). }
  assert (known_5 := pow_le (1 - gamma * mu) (H) ltac:(positive)).
  assert (so_5 : 0 < gamma * mu). { positive. }
  assert (known_7 := slack_strict _ _ (pow_below_one (1 - gamma * mu) (H) ltac:(positive) ltac:(lra) ltac:(lia))).
  apply Rle_ge.
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (1 / 2) * (INR H) * (gamma) * (mu)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_2)).
Qed.

(* what_is_left *)
Theorem symfed_inverse_first_order_what_is_left :
  forall (H : nat) (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (a6 : R) (a7 : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 <= a5 ->
  0 <= a6 ->
  0 <= a7 ->
  0 < gamma ->
  0 < mu ->
  a1 = a3 ->
  a3 <= a4 + a5 ->
  a5 <= a6 ->
  a6 <= a1 * (1 - gamma * mu) ^ H ->
  a4 <= a7 ->
  a7 <= a2 * gamma * L ^ 2 * (INR H - 1) / 2 ->
  a1 * (1 - (1 - gamma * mu) ^ H) <= a2 * gamma * L ^ 2 * (INR H - 1) / 2.
Proof.
  intros H L a1 a2 a3 a4 a5 a6 a7 gamma mu sign_H sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_a6 sign_a7 sign_gamma sign_mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (slack_given_5 := slack _ _ given_5).
  assert (slack_given_6 := slack _ _ given_6).
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (1)) by positive.
  assert (m3 : 0 <= (1)) by positive.
  assert (m4 : 0 <= (1)) by positive.
  assert (m5 : 0 <= (1)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_2) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 slack_given_4) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m3 slack_given_6) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m4 slack_given_3) (Rmult_le_pos _ _ m5 slack_given_5))))).
Qed.

(* halved *)
Theorem symfed_inverse_first_order_halved :
  forall (H : nat) (L : R) (a1 : R) (a2 : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 < gamma ->
  0 < mu ->
  a1 * (1 - (1 - gamma * mu) ^ H) <= a2 * gamma * L ^ 2 * (INR H - 1) / 2 ->
  1 - (1 - gamma * mu) ^ H >= gamma * mu * INR H / 2 ->
  L * gamma <= 1 ->
  gamma * mu * INR H <= 1 ->
  a1 * gamma * mu * INR H / 2 <= a2 * gamma * L ^ 2 * (INR H - 1) / 2.
Proof.
  intros H L a1 a2 gamma mu sign_H sign_L sign_a1 sign_a2 sign_gamma sign_mu given_1 given_2 given_3 given_4.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ (Rge_le _ _ given_2)).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (so_5 : 0 <= 1 - gamma * mu). { assert (m1 : 0 <= (1)) by positive. assert (m2 : 0 <= (gamma) * (mu)) by positive. certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_4) (Rmult_le_pos _ _ m2 more_H)). }
  assert (known_7 := pow_le (1 - gamma * mu) (H) ltac:(positive)).
  assert (so_7 : 0 < gamma * mu). { positive. }
  assert (known_9 := slack_strict _ _ (pow_below_one (1 - gamma * mu) (H) ltac:(positive) ltac:(lra) ltac:(lia))).
  assert (so_9 : 0 <= 1). { positive. }
  assert (so_10 : 0 <= a1). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_9 slack_given_1)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_10 slack_given_2))).
Qed.

(* bounded *)
Theorem symfed_inverse_first_order_bounded :
  forall (H : nat) (L : R) (a1 : R) (a2 : R) (a3 : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 < gamma ->
  0 < mu ->
  a1 * gamma * mu * INR H / 2 <= a3 * gamma * L ^ 2 * (INR H - 1) / 2 ->
  a3 * mu <= a2 ->
  L * gamma <= 1 ->
  gamma * mu * INR H <= 1 ->
  a1 <= a2 * L ^ 2 / mu ^ 2.
Proof.
  intros H L a1 a2 a3 gamma mu sign_H sign_L sign_a1 sign_a2 sign_a3 sign_gamma sign_mu given_1 given_2 given_3 given_4.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (so_5 : 0 <= 2 / (gamma * mu * INR H)). { positive. }
  assert (so_6 : 0 <= INR H - 1). { assert (m1 : 0 <= (1)) by positive. certified (((1))) (Rmult_le_pos _ _ m1 more_H). }
  assert (so_7 : 0 <= L ^ 2 * (INR H - 1) / (mu ^ 2 * INR H)). { positive. }
  assert (m1 : 0 <= (L) ^ 2 * (a2) / ((INR H) * (mu) ^ 2)) by positive.
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ m1 (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_1)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_7 slack_given_2)))).
Qed.

(* symfed-inverse-first-order: The inverse of Id less the mean over clients of (Id - gamma A_c)^H, A_c the Hessian at theta*, is (gamma H A)^-1 up to L^2/mu^2, for all gamma and H with gamma mu H <= 1: bounded, which is all that the proof needs where theta_det = theta*. *)
Theorem symfed_inverse_first_order :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R)
    (theta_star : vec V),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  spectral V ->
  solvable V ->
  curved N grad_c hess_c mu L ->
  L * gamma <= 1 ->
  gamma * mu * INR H <= 1 ->
  there is inverse_at_theta_star : (vec V -> vec V), with ((forall (x : vec V), (mmean N (fun c => hess_c c theta_star) @
    inverse_at_theta_star x)%vec = x)); then (
  forall contracted_at_star_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), contracted_at_star_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), contracted_at_star_c c (S h) x = (contracted_at_star_c c h x - gamma *:
    hess_c c theta_star @ contracted_at_star_c c h x)%vec) ->
  forall (y : vec V), norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) <=
    norm (y - vmean N (fun c => contracted_at_star_c c H y)) * L ^ 2 / mu ^ 2).
Proof.
  intros V N grad_c hess_c H L gamma mu theta_star some H_positive L_positive gamma_positive mu_positive the_spectral the_solvable curvature
    given_1 given_2.
  assert (curvature_over_1 : forall (c : nat) (inside : (c < N)%nat), at_least (hess_c c theta_star)%mat mu).
  { intros c inside. exact (proj1 (proj2 (curvature c inside (theta_star)%vec))).
  }
  assert (curvature_over_2 : forall (c : nat) (inside : (c < N)%nat), at_most (hess_c c theta_star)%mat L).
  { intros c inside. exact (proj2 (proj2 (curvature c inside (theta_star)%vec))).
  }
  assert (curvature_of_f_over_1 : at_least (mmean N (fun c => hess_c c theta_star))%mat mu).
  { apply mean_at_least; [exact some | intros c inside; exact (curvature_over_1 c inside)].
  }
  split.
  { assert (bounded : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact curvature_of_f_over_1. }
    assert (positive : 0 < mu). { first [lra | not_negative]. }
    destruct (the_solvable (mmean N (fun c => hess_c c theta_star))%mat mu bounded positive) as [found known].
    exists (fun x => found (x)%vec).
    intros x. cbv beta. as_vectors (known (x)%vec).
  }
  intros inverse_at_theta_star inverse.
  intros contracted_at_star_c.
  intros no_power.
  intros one_power_more.
  assert (a_factor_shrinks : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (gamma *: hess_c c theta_star @
    contracted_at_star_c c h x + x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c h x) <= norm (x - contracted_at_star_c c h x)
    * (1 - gamma * mu)).
  { intros c inside h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known := symfed_inverse_first_order_a_factor_shrinks_from_below (L)
        (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits
        above)). specialize (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known := symfed_inverse_first_order_a_factor_shrinks_from_above
        (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
        above)). fits known. } fits sign_.
    }
    assert (left : norm (1 *: (contracted_at_star_c c h x - x)%vec + (hess_c c theta_star)%mat @ ((- gamma)%R *: (contracted_at_star_c c h x
      - x)%vec + (hess_c c theta_star)%mat @ 0%vec)%vec)%vec = norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h x + x - gamma
      *: hess_c c theta_star @ x - contracted_at_star_c c h x)) by lengths.
    assert (right_0 : norm (contracted_at_star_c c h x - x) = norm (x - contracted_at_star_c c h x)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (contracted_at_star_c c h x - x) = norm (x - contracted_at_star_c c h x) * (1 - gamma * mu))
      by (rewrite ?right_0; reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_ high_ everywhere
      (contracted_at_star_c c h x - x)%vec)).
  }
  assert (smooth : forall (c : nat) (inside : (c < N)%nat) (x : vec V), norm (hess_c c theta_star @ x) <= norm (x) * L).
  { intros c inside x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := symfed_inverse_first_order_smooth_from_below (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
        fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := symfed_inverse_first_order_smooth_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (x)%vec + (hess_c c theta_star)%mat @ (1 *: (x)%vec + (hess_c c theta_star)%mat @ 0%vec)%vec)%vec = norm
      (hess_c c theta_star @ x)) by lengths.
    assert (right_0 : norm (x) = norm (x)) by lengths.
    assert (right : L * norm (x) = norm (x) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ L [0; 1] low_ high_ everywhere (x)%vec)).
  }
  assert (smooth_on_what_has_moved : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (hess_c c theta_star @ x - hess_c c
    theta_star @ contracted_at_star_c c h x) <= norm (x - contracted_at_star_c c h x) * L).
  { intros c inside h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := symfed_inverse_first_order_smooth_from_below (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
        fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := symfed_inverse_first_order_smooth_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (contracted_at_star_c c h x - x)%vec + (hess_c c theta_star)%mat @ (1 *: (contracted_at_star_c c h x - x)%vec
      + (hess_c c theta_star)%mat @ 0%vec)%vec)%vec = norm (hess_c c theta_star @ x - hess_c c theta_star @ contracted_at_star_c c h x)) by
      lengths.
    assert (right_0 : norm (contracted_at_star_c c h x - x) = norm (x - contracted_at_star_c c h x)) by lengths.
    assert (right : L * norm (contracted_at_star_c c h x - x) = norm (x - contracted_at_star_c c h x) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ L [0; 1] low_ high_ everywhere (contracted_at_star_c c h x
      - x)%vec)).
  }
  assert (moves_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - contracted_at_star_c c (S h) x) = norm
    (gamma *: hess_c c theta_star @ contracted_at_star_c c h x + x - contracted_at_star_c c h x)).
  { intros c inside h x. assert (whole : (contracted_at_star_c c (S h) x - x)%vec = (contracted_at_star_c c h x - gamma *: hess_c c
    theta_star @ x - gamma *: hess_c c theta_star @ (contracted_at_star_c c h x - x) - x)%vec). { less_in (linear V) (1)%R (one_power_more c
    inside h x). vectors. }
    assert (left : norm (contracted_at_star_c c (S h) x - x)%vec = norm (x - contracted_at_star_c c (S h) x)) by lengths.
    assert (right : norm (contracted_at_star_c c h x - gamma *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @
      (contracted_at_star_c c h x - x) - x)%vec = norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h x + x - contracted_at_star_c
      c h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (moves_in_two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (gamma *: hess_c c theta_star @
    contracted_at_star_c c h x + x - contracted_at_star_c c h x) <= norm (hess_c c theta_star @ x) * gamma + norm (gamma *: hess_c c
    theta_star @ contracted_at_star_c c h x + x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c h x)).
  { intros c inside h x. assert (left : norm ((contracted_at_star_c c h x - gamma *: hess_c c theta_star @ (contracted_at_star_c c h x - x)
    - x)%vec + (- (gamma *: hess_c c theta_star @ x))%vec) = norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h x + x -
    contracted_at_star_c c h x)) by lengths.
    assert (right_0 : norm (contracted_at_star_c c h x - gamma *: hess_c c theta_star @ (contracted_at_star_c c h x - x) - x) = norm (gamma
      *: hess_c c theta_star @ contracted_at_star_c c h x + x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c h x)) by lengths.
    assert (right_1 : norm (- (gamma *: hess_c c theta_star @ x)) = norm (hess_c c theta_star @ x) * gamma) by lengths.
    assert (right : norm (contracted_at_star_c c h x - gamma *: hess_c c theta_star @ (contracted_at_star_c c h x - x) - x) + norm (- (gamma
      *: hess_c c theta_star @ x)) = norm (hess_c c theta_star @ x) * gamma + norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h
      x + x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c h x)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (contracted_at_star_c c h x - gamma *: hess_c c theta_star @ (contracted_at_star_c c h x -
      x) - x)%vec (- (gamma *: hess_c c theta_star @ x))%vec)).
  }
  assert (one_move : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - contracted_at_star_c c (S h) x) <= norm (x) *
    L * gamma + norm (x - contracted_at_star_c c h x) * (1 - gamma * mu)).
  { intros c inside h x. assert (known := symfed_inverse_first_order_one_move (L) (norm (x - contracted_at_star_c c (S h) x)) (norm (x -
    contracted_at_star_c c h x)) (norm (x)) (norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h x + x - contracted_at_star_c c h
    x)) (norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h x + x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c h
    x)) (norm (hess_c c theta_star @ x)) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (moves_over_2 c inside h x))).
    specialize (known ltac:(cbv beta; fits (moves_in_two_parts c inside h x))).
    specialize (known ltac:(cbv beta; fits (a_factor_shrinks c inside h x))).
    specialize (known ltac:(cbv beta; fits (smooth c inside x))).
    fits known.
  }
  assert (has_not_moved_over_2 : forall (c : nat) (inside : (c < N)%nat) (x : vec V), norm (x - contracted_at_star_c c 0%nat x) = 0).
  { intros c inside x. assert (whole : (contracted_at_star_c c 0%nat x - x)%vec = (@vzero V)). { less_in (linear V) (1)%R (no_power c inside
    x). vectors. }
    assert (left : norm (contracted_at_star_c c 0%nat x - x)%vec = norm (x - contracted_at_star_c c 0%nat x)) by lengths.
    assert (right : norm (@vzero V) = 0) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (moved_ : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - contracted_at_star_c c h x) <= norm (x) * INR h
    * L * gamma).
  { intros c inside h x. revert h. apply (induction (fun h => norm (x - contracted_at_star_c c h x)) (fun h => norm (x) * INR h * L * gamma)
    (fun h => 1 - gamma * mu) (fun h => norm (x) * L * gamma)).
    - cbv beta. assert (proved : norm (x - contracted_at_star_c c 0%nat x) <= 0). { assert (known :=
      symfed_inverse_first_order_moved_at_first (norm (x - contracted_at_star_c c 0%nat x))). specialize (known ltac:(first [assumption |
      lia | not_negative])). specialize (known ltac:(cbv beta; fits (has_not_moved_over_2 c inside x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_inverse_first_order_moved_positive H (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits given_2)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - contracted_at_star_c c (S h) x) <= norm (x) * L * gamma + norm (x -
      contracted_at_star_c c h x) * (1 - gamma * mu)). { fits (one_move c inside h x). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * INR h * L * gamma * (1 - gamma * mu) + norm (x) * L * gamma <= norm (x) * L * gamma *
      (INR h + 1)). { assert (known := symfed_inverse_first_order_moved_closes (L) (norm (x)) (gamma) h (mu)). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  assert (next_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: hess_c c theta_star @
    x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x) = norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h x
    + x - (INR h * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c h x)).
  { intros c inside h x. assert (whole : ((gamma * (INR h + 1))%R *: hess_c c theta_star @ x + contracted_at_star_c c (S h) x - x)%vec =
    ((INR h * gamma)%R *: hess_c c theta_star @ x + contracted_at_star_c c h x - gamma *: hess_c c theta_star @ (contracted_at_star_c c h x
    - x) - x)%vec). { less_in (linear V) (1)%R (one_power_more c inside h x). vectors. }
    assert (left : norm ((gamma * (INR h + 1))%R *: hess_c c theta_star @ x + contracted_at_star_c c (S h) x - x)%vec = norm (x - (INR h *
      gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x)) by lengths.
    assert (right : norm ((INR h * gamma)%R *: hess_c c theta_star @ x + contracted_at_star_c c h x - gamma *: hess_c c theta_star @
      (contracted_at_star_c c h x - x) - x)%vec = norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h x + x - (INR h * gamma)%R *:
      hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (gamma *: hess_c c theta_star @
    contracted_at_star_c c h x + x - (INR h * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - contracted_at_star_c
    c h x) <= norm (hess_c c theta_star @ x - hess_c c theta_star @ contracted_at_star_c c h x) * gamma + norm (x - (INR h * gamma)%R *:
    hess_c c theta_star @ x - contracted_at_star_c c h x)).
  { intros c inside h x. assert (left : norm (((INR h * gamma)%R *: hess_c c theta_star @ x + contracted_at_star_c c h x - x)%vec + (-
    (gamma *: hess_c c theta_star @ (contracted_at_star_c c h x - x)))%vec) = norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h
    x + x - (INR h * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c h x)) by lengths.
    assert (right_0 : norm ((INR h * gamma)%R *: hess_c c theta_star @ x + contracted_at_star_c c h x - x) = norm (x - (INR h * gamma)%R *:
      hess_c c theta_star @ x - contracted_at_star_c c h x)) by lengths.
    assert (right_1 : norm (- (gamma *: hess_c c theta_star @ (contracted_at_star_c c h x - x))) = norm (hess_c c theta_star @ x - hess_c c
      theta_star @ contracted_at_star_c c h x) * gamma) by lengths.
    assert (right : norm ((INR h * gamma)%R *: hess_c c theta_star @ x + contracted_at_star_c c h x - x) + norm (- (gamma *: hess_c c
      theta_star @ (contracted_at_star_c c h x - x))) = norm (hess_c c theta_star @ x - hess_c c theta_star @ contracted_at_star_c c h x) *
      gamma + norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x - contracted_at_star_c c h x)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle ((INR h * gamma)%R *: hess_c c theta_star @ x + contracted_at_star_c c h x - x)%vec (-
      (gamma *: hess_c c theta_star @ (contracted_at_star_c c h x - x)))%vec)).
  }
  assert (one_step : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x -
    gamma *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 + norm (x - (INR h * gamma)%R
    *: hess_c c theta_star @ x - contracted_at_star_c c h x)).
  { intros c inside h x. assert (known := symfed_inverse_first_order_one_step (L) (norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x -
    gamma *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x)) (norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x -
    contracted_at_star_c c h x)) (norm (x)) (norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h x + x - (INR h * gamma)%R *:
    hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c h x)) (norm (hess_c c theta_star @ x - hess_c c
    theta_star @ contracted_at_star_c c h x)) (norm (x - contracted_at_star_c c h x)) (gamma) h).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (next_over_2 c inside h x))).
    specialize (known ltac:(cbv beta; fits (two_parts c inside h x))).
    specialize (known ltac:(cbv beta; fits (smooth_on_what_has_moved c inside h x))).
    specialize (known ltac:(cbv beta; fits (moved_ c inside h x))).
    fits known.
  }
  assert (first_order : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: hess_c c theta_star @
    x - contracted_at_star_c c h x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2).
  { intros c inside h x. revert h. apply (induction (fun h => norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x - contracted_at_star_c
    c h x)) (fun h => norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2) (fun h => 1) (fun h => norm (x) * INR h * L ^ 2 * gamma ^ 2)).
    - cbv beta. assert (proved : norm (x - contracted_at_star_c c 0%nat x) <= 0). { assert (known :=
      symfed_inverse_first_order_moved_at_first (norm (x - contracted_at_star_c c 0%nat x))). specialize (known ltac:(first [assumption |
      lia | not_negative])). specialize (known ltac:(cbv beta; fits (has_not_moved_over_2 c inside x))). fits known. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: hess_c c theta_star @ x - contracted_at_star_c c 0%nat x) = norm (x -
        contracted_at_star_c c 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x) = norm (x - (INR h
        * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x)) by lengths; rewrite
        ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: hess_c c theta_star @ x - contracted_at_star_c c 0%nat x) = norm (x -
        contracted_at_star_c c 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x) = norm (x - (INR h
        * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x)) by lengths; rewrite
        ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x -
      contracted_at_star_c c (S h) x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 + norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x -
      contracted_at_star_c c h x)). { fits (one_step c inside h x). }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: hess_c c theta_star @ x - contracted_at_star_c c 0%nat x) = norm (x -
        contracted_at_star_c c 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x) = norm (x - (INR h
        * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x)) by lengths; rewrite
        ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + norm (x) * INR h * L ^ 2 * gamma ^ 2 <=
      norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) / 2). { assert (known := symfed_inverse_first_order_first_order_closes (L) (norm
      (x)) (gamma) h). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: hess_c c theta_star @ x - contracted_at_star_c c 0%nat x) = norm (x -
        contracted_at_star_c c 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x) = norm (x - (INR h
        * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - contracted_at_star_c c (S h) x)) by lengths; rewrite
        ?size_0; clear size_0).
      fits proved.
  }
  assert (first_order_of_u : forall (c : nat) (inside : (c < N)%nat) (y : vec V), norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec) <= norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) * gamma * L ^
    2 * (INR H - 1) / 2).
  { intros c inside y. assert (known := (first_order c inside H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec)%vec)).
    assert (size_0 : norm (((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec -
      (INR H * gamma)%R *: hess_c c theta_star @ ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec)%vec - contracted_at_star_c c H (((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun
      c => contracted_at_star_c c H y))%vec)%vec)) = norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
      vmean N (fun c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec)) by lengths.
    assert (size_1 : norm (((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) =
      norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) / (gamma * INR H)) by lengths.
    rewrite ?size_0 in known.
    rewrite ?size_1 in known.
    fits known.
  }
  assert (mean_of_u : forall (y : vec V), mean N (fun c => norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star
    (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
    y))%vec)) <= norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) * gamma * L ^ 2 * (INR H - 1) / 2).
  { intros y. assert (left : mean N (fun c => norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N
    (fun c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
    y))%vec)) = mean N (fun c => norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
    y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec))).
    { transitivity (mean N (fun c => (1) * (norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N
      (fun c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) * gamma * L ^ 2 *
      (INR H - 1) / 2) = norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) * gamma * L ^ 2 * (INR H - 1)
      / 2).
    { transitivity (mean N (fun c => (- norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) * gamma * L ^ 2
      / 2) + (norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) * gamma * INR H * L ^ 2 / 2))); [apply
      mean_equal; intros c inside; reals | reals]. }
    apply (between _ _ _ _ left right). apply mean_monotone; [exact some | intros c inside]. fits (first_order_of_u c inside y).
  }
  assert (convexity_of_u : forall (y : vec V), norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec) <= mean N (fun c => norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec))).
  { intros y. assert (size : norm (@vmean V N (fun c => (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
    y))%vec)%vec)) = norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c
    => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
    y))%vec)) by lengths.
    assert (left : norm (@vmean V N (fun c => (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun
      c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c
      H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)) = norm
      (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec)) by (try rewrite size; reals).
    assert (whole : mean N (fun c => norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)) = mean N (fun c
      => norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR
      H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec))).
    { transitivity (mean N (fun c => (1) * (norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N
      (fun c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm ((fun c => (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean
      N (fun c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec)%vec) c)) = mean N (fun c => norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N
      (fun c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec))).
    { transitivity (mean N (fun c => norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec))); [apply
      mean_equal; intros c inside; cbv beta | exact whole].
      assert (own : norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
        contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
        y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) = norm
        (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
        y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma *
        INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)) by lengths. try rewrite own. reals. }
    exact (between _ _ _ _ left right (jensen_1 N (fun c => (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
      vmean N (fun c => contracted_at_star_c c H y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec)%vec))).
  }
  assert (products_begins_over_2 : forall (c : nat) (inside : (c < N)%nat) (x : vec V), norm (contracted_at_star_c c 0%nat x) = norm (x)).
  { intros c inside x. assert (whole : (contracted_at_star_c c 0%nat x)%vec = (x)%vec). { less_in (linear V) (1)%R (no_power c inside x).
    vectors. }
    assert (left : norm (contracted_at_star_c c 0%nat x)%vec = norm (contracted_at_star_c c 0%nat x)) by lengths.
    assert (right : norm (x)%vec = norm (x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (products_steps_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (contracted_at_star_c c (S h) x) =
    norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h x - contracted_at_star_c c h x)).
  { intros c inside h x. assert (whole : (contracted_at_star_c c (S h) x)%vec = (contracted_at_star_c c h x - gamma *: hess_c c theta_star @
    contracted_at_star_c c h x)%vec). { less_in (linear V) (1)%R (one_power_more c inside h x). vectors. }
    assert (left : norm (contracted_at_star_c c (S h) x)%vec = norm (contracted_at_star_c c (S h) x)) by lengths.
    assert (right : norm (contracted_at_star_c c h x - gamma *: hess_c c theta_star @ contracted_at_star_c c h x)%vec = norm (gamma *:
      hess_c c theta_star @ contracted_at_star_c c h x - contracted_at_star_c c h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (products_shrinks : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (gamma *: hess_c c theta_star @
    contracted_at_star_c c h x - contracted_at_star_c c h x) <= norm (contracted_at_star_c c h x) * (1 - gamma * mu)).
  { intros c inside h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known := symfed_inverse_first_order_a_factor_shrinks_from_below (L)
        (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits
        above)). specialize (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known := symfed_inverse_first_order_a_factor_shrinks_from_above
        (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
        above)). fits known. } fits sign_.
    }
    assert (left : norm (1 *: (contracted_at_star_c c h x)%vec + (hess_c c theta_star)%mat @ ((- gamma)%R *: (contracted_at_star_c c h
      x)%vec + (hess_c c theta_star)%mat @ 0%vec)%vec)%vec = norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h x -
      contracted_at_star_c c h x)) by lengths.
    assert (right_0 : norm (contracted_at_star_c c h x) = norm (contracted_at_star_c c h x)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (contracted_at_star_c c h x) = norm (contracted_at_star_c c h x) * (1 - gamma * mu)) by
      (rewrite ?right_0; reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_ high_ everywhere
      (contracted_at_star_c c h x)%vec)).
  }
  assert (products : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (contracted_at_star_c c h x) <= norm (x) * (1 -
    gamma * mu) ^ h).
  { intros c inside h x. revert h. apply (induction (fun h => norm (contracted_at_star_c c h x)) (fun h => norm (x) * (1 - gamma * mu) ^ h)
    (fun h => 1 - gamma * mu) (fun h => 0)).
    - cbv beta. assert (proved : norm (contracted_at_star_c c 0%nat x) <= norm (x)). { assert (known :=
      symfed_inverse_first_order_products_at_first (norm (contracted_at_star_c c 0%nat x)) (norm (x))). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv
      beta; fits (products_begins_over_2 c inside x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_inverse_first_order_moved_positive H (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits given_2)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (contracted_at_star_c c (S h) x) <= norm (contracted_at_star_c c h x) * (1 - gamma * mu)). {
      assert (known := symfed_inverse_first_order_products_step (norm (contracted_at_star_c c (S h) x)) (norm (contracted_at_star_c c h x))
      (norm (gamma *: hess_c c theta_star @ contracted_at_star_c c h x - contracted_at_star_c c h x)) (gamma) (mu)). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits (products_steps_over_2 c inside h x))).
      specialize (known ltac:(cbv beta; fits (products_shrinks c inside h x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= norm (x) * (1 - gamma * mu) ^ (h + 1)). {
      assert (known := symfed_inverse_first_order_products_closes (norm (x)) (gamma) h (mu)). specialize (known ltac:(first [assumption |
      lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption |
      lia | not_negative])). fits known. }
      fits proved.
  }
  assert (products_of_the_error : forall (c : nat) (inside : (c < N)%nat) (y : vec V), norm (contracted_at_star_c c H (y - (1 / (gamma * INR
    H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) <= norm (y - (1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) * (1 - gamma * mu) ^ H).
  { intros c inside y. assert (known := (products c inside H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec)%vec)).
    assert (size_0 : norm (contracted_at_star_c c H ((y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec)%vec)) = norm (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
      vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)) by lengths.
    assert (size_1 : norm ((y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec)%vec) = norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec))
      by lengths.
    rewrite ?size_0 in known.
    rewrite ?size_1 in known.
    fits known.
  }
  assert (mean_of_the_error : forall (y : vec V), mean N (fun c => norm (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)) <= norm (y - (1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) * (1 - gamma * mu) ^ H).
  { intros y. assert (left : mean N (fun c => norm (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)) = mean N (fun c => norm (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R
    *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))).
    { transitivity (mean N (fun c => (1) * (norm (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean
      N (fun c => contracted_at_star_c c H y))%vec)%vec)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c
      c H y))%vec) * (1 - gamma * mu) ^ H) = norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec) * (1 - gamma * mu) ^ H).
    { transitivity (mean N (fun c => (norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c
      c H y))%vec) * (1 - gamma * mu) ^ H))); [apply mean_equal; intros c inside; reals | reals]. }
    apply (between _ _ _ _ left right). apply mean_monotone; [exact some | intros c inside]. fits (products_of_the_error c inside y).
  }
  assert (convexity_of_the_error : forall (y : vec V), norm (vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)) <= mean N (fun c => norm (contracted_at_star_c c H
    (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))).
  { intros y. assert (size : norm (@vmean V N (fun c => (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)%vec)) = norm (vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR
    H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))) by lengths.
    assert (left : norm (@vmean V N (fun c => (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N
      (fun c => contracted_at_star_c c H y))%vec)%vec)%vec)) = norm (vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R
      *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))) by (try rewrite size; reals).
    assert (whole : mean N (fun c => norm (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun
      c => contracted_at_star_c c H y))%vec)%vec)) = mean N (fun c => norm (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *:
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))).
    { transitivity (mean N (fun c => (1) * (norm (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean
      N (fun c => contracted_at_star_c c H y))%vec)%vec)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm ((fun c => (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
      vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)%vec) c)) = mean N (fun c => norm (contracted_at_star_c c H (y - (1 / (gamma *
      INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))).
    { transitivity (mean N (fun c => norm (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun
      c => contracted_at_star_c c H y))%vec)%vec))); [apply mean_equal; intros c inside; cbv beta | exact whole].
      assert (own : norm (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
        contracted_at_star_c c H y))%vec)%vec) = norm (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
        vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)) by lengths. try rewrite own. reals. }
    exact (between _ _ _ _ left right (jensen_1 N (fun c => (contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star
      (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)%vec))).
  }
  assert (one_power_more_of_y : forall (c : nat) (inside : (c < N)%nat) (h : nat) (y : vec V), contracted_at_star_c c (S h) y =
    (contracted_at_star_c c h y - gamma *: hess_c c theta_star @ contracted_at_star_c c h y)%vec).
  { intros c inside h y. as_vectors (one_power_more c inside h y).
  }
  assert (one_power_more_of_x_minus_y : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), contracted_at_star_c c (S
    h) (x - y)%vec = (contracted_at_star_c c h (x - y)%vec - gamma *: hess_c c theta_star @ contracted_at_star_c c h (x - y)%vec)%vec).
  { intros c inside h x y. as_vectors (one_power_more c inside h (x - y)%vec).
  }
  assert (no_power_of_y : forall (c : nat) (inside : (c < N)%nat) (y : vec V), contracted_at_star_c c 0%nat y = y).
  { intros c inside y. as_vectors (no_power c inside y).
  }
  assert (no_power_of_x_minus_y : forall (c : nat) (inside : (c < N)%nat) (x : vec V) (y : vec V), contracted_at_star_c c 0%nat (x - y)%vec
    = (x - y)%vec).
  { intros c inside x y. as_vectors (no_power c inside (x - y)%vec).
  }
  assert (linear_begins_over_1 : forall (c : nat) (inside : (c < N)%nat) (x : vec V) (y : vec V), (contracted_at_star_c c 0%nat x -
    contracted_at_star_c c 0%nat y - contracted_at_star_c c 0%nat (x - y)%vec)%vec = 0%vec).
  { intros c inside x y. less_in (linear V) (1)%R (no_power c inside x).
    less_in (linear V) (- 1)%R (no_power_of_y c inside y).
    less_in (linear V) (- 1)%R (no_power_of_x_minus_y c inside x y).
    vectors.
  }
  assert (linear_steps_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), (contracted_at_star_c c (S h) x -
    contracted_at_star_c c (S h) y - contracted_at_star_c c (S h) (x - y)%vec)%vec = (contracted_at_star_c c h x - gamma *: hess_c c
    theta_star @ (contracted_at_star_c c h x - contracted_at_star_c c h y - contracted_at_star_c c h (x - y)%vec) - contracted_at_star_c c h
    y - contracted_at_star_c c h (x - y)%vec)%vec).
  { intros c inside h x y. less_in (linear V) (1)%R (one_power_more c inside h x).
    less_in (linear V) (- 1)%R (one_power_more_of_y c inside h y).
    less_in (linear V) (- 1)%R (one_power_more_of_x_minus_y c inside h x y).
    vectors.
  }
  assert (linear_ : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), (contracted_at_star_c c h x -
    contracted_at_star_c c h y - contracted_at_star_c c h (x - y)%vec)%vec = 0%vec).
  { intros c inside h x y. revert h. apply (equal_by_induction (fun h => (contracted_at_star_c c h x - contracted_at_star_c c h y -
    contracted_at_star_c c h (x - y)%vec)%vec) (fun h => (0%vec)%vec) (fun h => (1%mat - gamma *: hess_c c theta_star)%mat)).
    - cbv beta. as_vectors (linear_begins_over_1 c inside x y).
    - intros h. cbv beta. as_vectors (linear_steps_over_1 c inside h x y).
  }
  assert (linear_in_the_error : forall (c : nat) (inside : (c < N)%nat) (y : vec V), (contracted_at_star_c c H y - contracted_at_star_c c H
    ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec - contracted_at_star_c c
    H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)%vec = 0%vec).
  { intros c inside y. as_vectors (linear_ c inside H y ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec)%vec).
  }
  assert (linear_in_the_mean : forall (y : vec V), (vmean N (fun c => contracted_at_star_c c H y) - vmean N (fun c => contracted_at_star_c c
    H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) - vmean N (fun c =>
    contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
    y))%vec)%vec))%vec = 0%vec).
  { intros y. transitivity (@vmean V N (fun c => (contracted_at_star_c c H y - contracted_at_star_c c H ((1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec - contracted_at_star_c c H (y - (1 / (gamma * INR
    H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)%vec)); [symmetry; vectors | transitivity
    (@vmean V N (fun c => (0%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (linear_in_the_error c inside y).
  }
  assert (A_u : forall (y : vec V), (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec)%vec = (y - vmean N (fun c => contracted_at_star_c c H y))%vec).
  { intros y. as_vectors (inverse (y - vmean N (fun c => contracted_at_star_c c H y))%vec).
  }
  assert (error_over_2 : forall (y : vec V), norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec) = norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star
    (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R
    *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec)).
  { intros y. assert (whole : (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
    y))%vec)%vec = (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec)%vec) + vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec)%vec). { less_in (linear V) (- 1)%R (A_u y). less_in (linear V) (1)%R
    (linear_in_the_mean y). vectors. }
    assert (left : norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec =
      norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)) by lengths.
    assert (right : norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c
      => contracted_at_star_c c H y))%vec)%vec) + vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *:
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
      vmean N (fun c => contracted_at_star_c c H y))%vec)%vec = norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *:
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + vmean N (fun c => contracted_at_star_c c H (y -
      (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c =>
      hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *:
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (error_in_two_parts : forall (y : vec V), norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + vmean N (fun c => contracted_at_star_c c H (y - (1
    / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c
    theta_star) @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) <= norm (vmean N (fun c => contracted_at_star_c c H ((1 /
    (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c
    theta_star) @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) + norm (vmean N (fun c => contracted_at_star_c c H (y -
    (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))).
  { intros y. assert (left : norm ((vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))%vec + (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) = norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + vmean N (fun c => contracted_at_star_c c H (y - (1
    / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c
    theta_star) @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)) by lengths.
    assert (right_0 : norm (vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N
      (fun c => contracted_at_star_c c H y))%vec)%vec)) = norm (vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *:
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))) by lengths.
    assert (right_1 : norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c
      => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec) = norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c =>
      contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec)) by lengths.
    assert (right : norm (vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun
      c => contracted_at_star_c c H y))%vec)%vec)) + norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *:
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
      vmean N (fun c => contracted_at_star_c c H y))%vec) = norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *:
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
      vmean N (fun c => contracted_at_star_c c H y))%vec) + norm (vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *:
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *:
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))%vec (vmean N (fun c => contracted_at_star_c c H
      ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c =>
      hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *:
      inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec)).
  }
  assert (u_is_small : forall (y : vec V), norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) * mu <= norm
    (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)).
  { intros y. assert (bounded : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact curvature_of_f_over_1. }
    assert (left_0 : norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) = norm (inverse_at_theta_star (y -
      vmean N (fun c => contracted_at_star_c c H y))%vec)) by lengths.
    assert (left : mu * norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) = norm (inverse_at_theta_star
      (y - vmean N (fun c => contracted_at_star_c c H y))%vec) * mu) by (rewrite ?left_0; reals).
    assert (right : norm ((mmean N (fun c => hess_c c theta_star))%mat @ (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c
      c H y))%vec)%vec) = norm (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c
      H y))%vec)) by lengths.
    exact (between _ _ _ _ left right (coercive (mmean N (fun c => hess_c c theta_star))%mat mu (inverse_at_theta_star (y - vmean N (fun c
      => contracted_at_star_c c H y))%vec)%vec bounded)).
  }
  assert (norm_of_A_u_over_2 : forall (y : vec V), norm (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c
    => contracted_at_star_c c H y))%vec) = norm (y - vmean N (fun c => contracted_at_star_c c H y))).
  { intros y. assert (whole : (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c
    H y))%vec)%vec = (y - vmean N (fun c => contracted_at_star_c c H y))%vec). { less_in (linear V) (1)%R (A_u y). vectors. }
    assert (left : norm (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec)%vec = norm (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
      y))%vec)) by lengths.
    assert (right : norm (y - vmean N (fun c => contracted_at_star_c c H y))%vec = norm (y - vmean N (fun c => contracted_at_star_c c H y)))
      by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (size_of_u : forall (y : vec V), norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec) * mu <= norm
    (y - vmean N (fun c => contracted_at_star_c c H y))).
  { intros y. assert (known := symfed_inverse_first_order_size_of_u (norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c
    c H y))%vec)) (norm (y - vmean N (fun c => contracted_at_star_c c H y))) (norm (mmean N (fun c => hess_c c theta_star) @
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (u_is_small y))).
    specialize (known ltac:(cbv beta; fits (norm_of_A_u_over_2 y))).
    fits known.
  }
  assert (second_order : forall (h : nat), (1 - gamma * mu) ^ h <= (INR h) ^ 2 * gamma ^ 2 * mu ^ 2 / 2 + 1 - INR h * gamma * mu).
  { intros h. revert h. apply (induction (fun h => (1 - gamma * mu) ^ h) (fun h => (INR h) ^ 2 * gamma ^ 2 * mu ^ 2 / 2 + 1 - INR h * gamma
    * mu) (fun h => 1 - gamma * mu) (fun h => 0)).
    - cbv beta. assert (proved : 1 <= 1). { assert (known := symfed_inverse_first_order_second_order_at_first). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_inverse_first_order_moved_positive H (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits given_2)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : (1 - gamma * mu) ^ (h + 1) <= (1 - gamma * mu) ^ h * (1 - gamma * mu)). { assert (known :=
      symfed_inverse_first_order_second_order_step (gamma) h (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : (1 - gamma * mu) * ((INR h) ^ 2 * gamma ^ 2 * mu ^ 2 / 2 + 1 - INR h * gamma * mu) <= gamma ^ 2 *
      mu ^ 2 * (INR h + 1) ^ 2 / 2 + 1 - gamma * mu * (INR h + 1)). { assert (known := symfed_inverse_first_order_second_order_closes
      (gamma) h (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). fits known. }
      fits proved.
  }
  assert (after_H_steps : (1 - gamma * mu) ^ H <= gamma ^ 2 * mu ^ 2 * (INR H) ^ 2 / 2 + 1 - gamma * mu * INR H).
  { assert (known := (second_order H)).
    fits known.
  }
  assert (half : 1 - (1 - gamma * mu) ^ H >= gamma * mu * INR H / 2).
  { assert (known := symfed_inverse_first_order_half H (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits after_H_steps)).
    specialize (known ltac:(cbv beta; fits given_2)).
    fits known.
  }
  assert (what_is_left : forall (y : vec V), norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec) * (1 - (1 - gamma * mu) ^ H) <= norm (inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec) * gamma * L ^ 2 * (INR H - 1) / 2).
  { intros y. assert (known := symfed_inverse_first_order_what_is_left H (L) (norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y
    - vmean N (fun c => contracted_at_star_c c H y))%vec)) (norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
    y))%vec)) (norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec)%vec) + vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec)) (norm (vmean N (fun c => contracted_at_star_c c H ((1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec) + mmean N (fun c => hess_c c theta_star) @
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec)) (norm (vmean N (fun c => contracted_at_star_c c H (y - (1 / (gamma * INR H))%R *:
    inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))) (mean N (fun c => norm (contracted_at_star_c c H
    (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)%vec))) (mean N (fun c =>
    norm (contracted_at_star_c c H ((1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
    y))%vec)%vec + hess_c c theta_star @ inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec - (1 / (gamma * INR
    H))%R *: inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec))) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (error_over_2 y))).
    specialize (known ltac:(cbv beta; fits (error_in_two_parts y))).
    specialize (known ltac:(cbv beta; fits (convexity_of_the_error y))).
    specialize (known ltac:(cbv beta; fits (mean_of_the_error y))).
    specialize (known ltac:(cbv beta; fits (convexity_of_u y))).
    specialize (known ltac:(cbv beta; fits (mean_of_u y))).
    fits known.
  }
  assert (halved : forall (y : vec V), norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec) * gamma * mu * INR H / 2 <= norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c
    H y))%vec) * gamma * L ^ 2 * (INR H - 1) / 2).
  { intros y. assert (known := symfed_inverse_first_order_halved H (L) (norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec)) (norm (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H
    y))%vec)) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (what_is_left y))).
    specialize (known ltac:(cbv beta; fits half)).
    specialize (known ltac:(cbv beta; fits given_1)).
    specialize (known ltac:(cbv beta; fits given_2)).
    fits known.
  }
  assert (bounded : forall (y : vec V), norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y - vmean N (fun c =>
    contracted_at_star_c c H y))%vec) <= norm (y - vmean N (fun c => contracted_at_star_c c H y)) * L ^ 2 / mu ^ 2).
  { intros y. assert (known := symfed_inverse_first_order_bounded H (L) (norm (y - (1 / (gamma * INR H))%R *: inverse_at_theta_star (y -
    vmean N (fun c => contracted_at_star_c c H y))%vec)) (norm (y - vmean N (fun c => contracted_at_star_c c H y))) (norm
    (inverse_at_theta_star (y - vmean N (fun c => contracted_at_star_c c H y))%vec)) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (halved y))).
    specialize (known ltac:(cbv beta; fits (size_of_u y))).
    specialize (known ltac:(cbv beta; fits given_1)).
    specialize (known ltac:(cbv beta; fits given_2)).
    fits known.
  }
  intros y.
  fits (bounded y).
Qed.

Definition all_of_this_file := (symfed_inverse_first_order).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
