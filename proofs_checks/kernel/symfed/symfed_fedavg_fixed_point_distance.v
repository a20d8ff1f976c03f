(* symfed-fedavg-fixed-point-distance: The fixed point lies within gamma (H-1) L/mu times the mean norm of the clients' gradients at theta*
   of the optimum; gamma mu H <= 1 is not needed. Proposition 2's proof has its products give this only times up to e/(e-1).
   symfed, equation (14), first and last but one. Printed:
     \|\bar\theta_{det}-\theta^\star\|\le\frac{\gamma L(H-1)}\mu\frac1N\sum_c\|\nabla f_c(\theta^\star)\|
   Conditions:
     L*gamma <= 1
     in words: every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L]
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* a_step_contracts_from_below *)
Theorem symfed_fedavg_fixed_point_distance_a_step_contracts_from_below :
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

(* a_step_contracts_from_above *)
Theorem symfed_fedavg_fixed_point_distance_a_step_contracts_from_above :
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

(* one_step *)
Theorem symfed_fedavg_fixed_point_distance_one_step :
  forall (a1 : R) (a2 : R) (a3 : R) (gamma : R) (mu : R),
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 < gamma ->
  0 < mu ->
  a1 = a3 ->
  a3 <= a2 * (1 - gamma * mu) ->
  a1 <= a2 * (1 - gamma * mu).
Proof.
  intros a1 a2 a3 gamma mu sign_a1 sign_a2 sign_a3 sign_gamma sign_mu given_1 given_2.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_2).
Qed.

(* steps_at_first *)
Theorem symfed_fedavg_fixed_point_distance_steps_at_first :
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

(* steps_positive *)
Theorem symfed_fedavg_fixed_point_distance_steps_positive :
  forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mu <= L ->
  L * gamma <= 1 ->
  1 - gamma * mu >= 0.
Proof.
  intros L gamma mu sign_L sign_gamma sign_mu given_1 given_2.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  apply Rle_ge.
  assert (m1 : 0 <= (gamma)) by positive.
  assert (m2 : 0 <= (1)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_2)).
Qed.

(* steps_closes *)
Theorem symfed_fedavg_fixed_point_distance_steps_closes :
  forall (a1 : R) (gamma : R) (h : nat) (mu : R),
  0 <= a1 ->
  0 < gamma ->
  0 < mu ->
  a1 * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= a1 * (1 - gamma * mu) ^ (h + 1).
Proof.
  intros a1 gamma h mu sign_a1 sign_gamma sign_mu.
  certified (((1))) (Rle_refl 0).
Qed.

(* a_round_contracts *)
Theorem symfed_fedavg_fixed_point_distance_a_round_contracts :
  forall (H : nat) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 < gamma ->
  0 < mu ->
  a1 = a3 ->
  a3 <= a4 ->
  a4 <= a2 * (1 - gamma * mu) ^ H ->
  a1 <= a2 * (1 - gamma * mu) ^ H.
Proof.
  intros H a1 a2 a3 a4 gamma mu sign_H sign_a1 sign_a2 sign_a3 sign_a4 sign_gamma sign_mu given_1 given_2 given_3.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (1)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_2) (Rmult_le_pos _ _ m2 slack_given_3)).
Qed.

(* fixed_point_positive *)
Theorem symfed_fedavg_fixed_point_distance_fixed_point_positive :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mu <= L ->
  L * gamma <= 1 ->
  (1 - gamma * mu) ^ H >= 0.
Proof.
  intros H L gamma mu sign_H sign_L sign_gamma sign_mu given_1 given_2.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (so_3 : 0 <= 1 - gamma * mu). { assert (m1 : 0 <= (gamma)) by positive. assert (m2 : 0 <= (1)) by positive. certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_2)). }
  assert (known_5 := pow_le (1 - gamma * mu) (H) ltac:(positive)).
  assert (so_5 : 0 < gamma * mu). { positive. }
  assert (known_7 := slack_strict _ _ (pow_below_one (1 - gamma * mu) (H) ltac:(positive) ltac:(lra) ltac:(lia))).
  apply Rle_ge.
  assert (m1 : 0 <= ((1 - gamma * mu) ^ H)) by positive.
  certified (((1))) m1.
Qed.

(* fixed_point_below *)
Theorem symfed_fedavg_fixed_point_distance_fixed_point_below :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mu <= L ->
  L * gamma <= 1 ->
  (1 - gamma * mu) ^ H < 1.
Proof.
  intros H L gamma mu sign_H sign_L sign_gamma sign_mu given_1 given_2.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (so_3 : 0 <= 1 - gamma * mu). { assert (m1 : 0 <= (gamma)) by positive. assert (m2 : 0 <= (1)) by positive. certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_2)). }
  assert (known_5 := pow_le (1 - gamma * mu) (H) ltac:(positive)).
  assert (so_5 : 0 < gamma * mu). { positive. }
  assert (known_7 := slack_strict _ _ (pow_below_one (1 - gamma * mu) (H) ltac:(positive) ltac:(lra) ltac:(lia))).
  assert (m1 : 0 < (1)) by positive.
  certified (((1))) (Rmult_lt_0_compat _ _ m1 known_7).
Qed.

(* smooth_from_below *)
Theorem symfed_fedavg_fixed_point_distance_smooth_from_below :
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
Theorem symfed_fedavg_fixed_point_distance_smooth_from_above :
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

(* one_step_2 *)
Theorem symfed_fedavg_fixed_point_distance_one_step_2 :
  forall (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (a6 : R) (gamma : R) (h : nat) (mu : R),
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
  a4 <= a5 * INR h * gamma ^ 2 + a6 ->
  a6 <= a2 * (1 - gamma * mu) ->
  a5 <= a3 * L ->
  a1 <= a3 * INR h * L * gamma ^ 2 + a2 * (1 - gamma * mu).
Proof.
  intros L a1 a2 a3 a4 a5 a6 gamma h mu sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_a6 sign_gamma sign_mu given_1 given_2 given_3 given_4.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (1)) by positive.
  assert (m3 : 0 <= (gamma) ^ 2 * (INR h)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_2) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 slack_given_3) (Rmult_le_pos _ _ m3 slack_given_4))).
Qed.

(* steps_closes_2 *)
Theorem symfed_fedavg_fixed_point_distance_steps_closes_2 :
  forall (L : R) (a1 : R) (a2 : R) (gamma : R) (h : nat) (mu : R),
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 < gamma ->
  0 < mu ->
  mu <= L ->
  L * gamma <= 1 ->
  a1 * INR h * L * gamma ^ 2 + (1 - gamma * mu) * (a1 * L * gamma * (1 - (1 - gamma * mu) ^ h) * (INR h - 1) / mu + a2 * (1 - gamma * mu) ^ h) <= a1 * INR h * L * gamma * (1 - (1 - gamma * mu) ^ (h + 1)) / mu + a2 * (1 - gamma * mu) ^ (h + 1).
Proof.
  intros L a1 a2 gamma h mu sign_L sign_a1 sign_a2 sign_gamma sign_mu given_1 given_2.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (so_3 : 0 <= 1 - gamma * mu). { assert (m1 : 0 <= (gamma)) by positive. assert (m2 : 0 <= (1)) by positive. certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_2)). }
  assert (known_4 := pow_le (1 - gamma * mu) (h) ltac:(positive)).
  assert (so_5 : 0 <= gamma * mu). { positive. }
  assert (known_6 := slack _ _ (pow_at_most_one (1 - gamma * mu) (h) ltac:(positive) ltac:(lra))).
  assert (m1 : 0 <= (L) * (a1) * (gamma) / ((mu))) by positive.
  certified (((1))) (Rmult_le_pos _ _ (Rmult_le_pos _ _ m1 so_3) known_6).
Qed.

(* shrunk *)
Theorem symfed_fedavg_fixed_point_distance_shrunk :
  forall (H : nat) (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 < gamma ->
  0 < mu ->
  a3 <= a2 * L * gamma * INR H / mu + a2 * L * gamma * (1 - gamma * mu) ^ H / mu + a1 * (1 - gamma * mu) ^ H - a2 * L * gamma * INR H * (1 - gamma * mu) ^ H / mu - a2 * L * gamma / mu ->
  a4 <= a3 ->
  a1 = a4 ->
  a1 * (1 - (1 - gamma * mu) ^ H) <= a2 * L * gamma * (1 - (1 - gamma * mu) ^ H) * (INR H - 1) / mu.
Proof.
  intros H L a1 a2 a3 a4 gamma mu sign_H sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_gamma sign_mu given_1 given_2 given_3.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  symmetry in given_3. destruct given_3.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (mu) / ((mu))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_2)).
Qed.

(* divided *)
Theorem symfed_fedavg_fixed_point_distance_divided :
  forall (H : nat) (L : R) (a1 : R) (a2 : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 < gamma ->
  0 < mu ->
  a1 * (1 - (1 - gamma * mu) ^ H) <= a2 * L * gamma * (1 - (1 - gamma * mu) ^ H) * (INR H - 1) / mu ->
  (1 - gamma * mu) ^ H < 1 ->
  a1 <= a2 * L * gamma * (INR H - 1) / mu.
Proof.
  intros H L a1 a2 gamma mu sign_H sign_L sign_a1 sign_a2 sign_gamma sign_mu given_1 given_2.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack_strict _ _ given_2).
  assert (so_3 : 0 < 1 - (1 - gamma * mu) ^ H). { assert (m1 : 0 < (1)) by positive. certified (((1))) (Rmult_lt_0_compat _ _ m1 slack_given_2). }
  assert (m1 : 0 <= (1)) by positive.
  certified (((1)) * (1 - (1 - gamma * mu) ^ H)) (Rmult_le_pos _ _ m1 slack_given_1).
Qed.

(* symfed-fedavg-fixed-point-distance: The fixed point lies within gamma (H-1) L/mu times the mean norm of the clients' gradients at theta* of the optimum; gamma mu H <= 1 is not needed. Proposition 2's proof has its products give this only times up to e/(e-1). *)
Theorem symfed_fedavg_fixed_point_distance :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mean_value_hessian V ->
  minimiser V ->
  spectral V ->
  banach V ->
  curved N grad_c hess_c mu L ->
  L * gamma <= 1 ->
  forall T_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), T_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), T_c c (S h) x = (T_c c h x - gamma *: grad_c c (T_c c h x))%vec) ->
  forall T : vec V -> vec V,
  (forall (x : vec V), T x = vmean N (fun c => T_c c H x)) ->
  there is theta_det : (vec V), with ((T theta_det = theta_det) /\ (forall (x : vec V), norm (x - theta_det) <= norm (x - T x) / (1 - (1 -
    gamma * mu) ^ H))); then (
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  norm (theta_det - theta_star) <= mean N (fun c => norm (grad_c c theta_star)) * L * gamma * (INR H - 1) / mu)).
Proof.
  intros V N grad_c hess_c H L gamma mu some H_positive L_positive gamma_positive mu_positive the_mean_value_hessian the_minimiser
    the_spectral the_banach curvature given_1.
  intros T_c.
  intros start_.
  intros local_step.
  intros T.
  intros round_.
  assert (mu_at_most_L : mu <= L).
  { exact (ordered_curvatures N grad_c hess_c mu L some curvature).
  }
  assert (exists D_c : nat -> nat -> vec V -> vec V -> mat V, (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V),
    (grad_c c (T_c c h x) - grad_c c (T_c c h y))%vec = (D_c c h x y @ (T_c c h x - T_c c h y))%vec) /\ (forall (c : nat) (inside : (c <
    N)%nat) (h : nat) (x : vec V) (y : vec V), at_least (D_c c h x y)%mat mu) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec
    V) (y : vec V), at_most (D_c c h x y)%mat L)) as [D_c (mean_Hessian_over_1 & mean_Hessian_over_2 & mean_Hessian_over_3)].
  { destruct (the_mean_value_hessian N grad_c hess_c mu L some mu_positive curvature) as [found each].
    exists (fun c h x y => found c (T_c c h x)%vec (T_c c h y)%vec).
    split. { intros c inside h x y. cbv beta. destruct (each c inside (T_c c h x)%vec (T_c c h y)%vec) as (equal & low & high). as_vectors
      equal. }
    split. { intros c inside h x y. cbv beta. destruct (each c inside (T_c c h x)%vec (T_c c h y)%vec) as (equal & low & high). exact low. }
    intros c inside h x y. cbv beta. destruct (each c inside (T_c c h x)%vec (T_c c h y)%vec) as (equal & low & high). exact high.
  }
  assert (a_step_contracts : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), norm (gamma *: D_c c h x y @ T_c c h
    x + T_c c h y - gamma *: D_c c h x y @ T_c c h y - T_c c h x) <= norm (T_c c h x - T_c c h y) * (1 - gamma * mu)).
  { intros c inside h x y. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known :=
        symfed_fedavg_fixed_point_distance_a_step_contracts_from_below (L) (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv
        beta; fits given_1)). specialize (known ltac:(cbv beta; fits above)). specialize (known ltac:(cbv beta; fits below)). fits known. }
        fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known :=
        symfed_fedavg_fixed_point_distance_a_step_contracts_from_above (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption |
        lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)). fits known. } fits sign_.
    }
    assert (left : norm (1 *: (T_c c h x - T_c c h y)%vec + (D_c c h x y)%mat @ ((- gamma)%R *: (T_c c h x - T_c c h y)%vec + (D_c c h x
      y)%mat @ 0%vec)%vec)%vec = norm (gamma *: D_c c h x y @ T_c c h x + T_c c h y - gamma *: D_c c h x y @ T_c c h y - T_c c h x)) by
      lengths.
    assert (right_0 : norm (T_c c h x - T_c c h y) = norm (T_c c h x - T_c c h y)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (T_c c h x - T_c c h y) = norm (T_c c h x - T_c c h y) * (1 - gamma * mu)) by (rewrite
      ?right_0; reals).
    assert (low_ : at_least (D_c c h x y)%mat mu). { exact (mean_Hessian_over_2 c inside h x y). }
    assert (high_ : at_most (D_c c h x y)%mat L). { exact (mean_Hessian_over_3 c inside h x y). }
    exact (between _ _ _ _ left right (the_spectral (D_c c h x y)%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_ high_ everywhere (T_c c h x -
      T_c c h y)%vec)).
  }
  assert (local_step_from_y : forall (c : nat) (inside : (c < N)%nat) (h : nat) (y : vec V), T_c c (S h) y = (T_c c h y - gamma *: grad_c c
    (T_c c h y))%vec).
  { intros c inside h y. as_vectors (local_step c inside h y).
  }
  assert (difference_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), norm (T_c c (S h) x - T_c c (S h)
    y) = norm (gamma *: D_c c h x y @ T_c c h x + T_c c h y - gamma *: D_c c h x y @ T_c c h y - T_c c h x)).
  { intros c inside h x y. assert (whole : (T_c c (S h) x - T_c c (S h) y)%vec = (T_c c h x - gamma *: D_c c h x y @ (T_c c h x - T_c c h y)
    - T_c c h y)%vec). { less_in (linear V) (1)%R (local_step c inside h x). less_in (linear V) (- 1)%R (local_step_from_y c inside h y).
    less_in (linear V) (- gamma)%R (mean_Hessian_over_1 c inside h x y). vectors. }
    assert (left : norm (T_c c (S h) x - T_c c (S h) y)%vec = norm (T_c c (S h) x - T_c c (S h) y)) by lengths.
    assert (right : norm (T_c c h x - gamma *: D_c c h x y @ (T_c c h x - T_c c h y) - T_c c h y)%vec = norm (gamma *: D_c c h x y @ T_c c h
      x + T_c c h y - gamma *: D_c c h x y @ T_c c h y - T_c c h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (one_step : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), norm (T_c c (S h) x - T_c c (S h) y) <= norm
    (T_c c h x - T_c c h y) * (1 - gamma * mu)).
  { intros c inside h x y. assert (known := symfed_fedavg_fixed_point_distance_one_step (norm (T_c c (S h) x - T_c c (S h) y)) (norm (T_c c
    h x - T_c c h y)) (norm (gamma *: D_c c h x y @ T_c c h x + T_c c h y - gamma *: D_c c h x y @ T_c c h y - T_c c h x)) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (difference_over_2 c inside h x y))).
    specialize (known ltac:(cbv beta; fits (a_step_contracts c inside h x y))).
    fits known.
  }
  assert (start_at_y : forall (c : nat) (inside : (c < N)%nat) (y : vec V), T_c c 0%nat y = y).
  { intros c inside y. as_vectors (start_ c inside y).
  }
  assert (at_the_start_over_2 : forall (c : nat) (inside : (c < N)%nat) (x : vec V) (y : vec V), norm (T_c c 0%nat x - T_c c 0%nat y) = norm
    (x - y)).
  { intros c inside x y. assert (whole : (T_c c 0%nat x - T_c c 0%nat y)%vec = (x - y)%vec). { less_in (linear V) (1)%R (start_ c inside x).
    less_in (linear V) (- 1)%R (start_at_y c inside y). vectors. }
    assert (left : norm (T_c c 0%nat x - T_c c 0%nat y)%vec = norm (T_c c 0%nat x - T_c c 0%nat y)) by lengths.
    assert (right : norm (x - y)%vec = norm (x - y)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (steps : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), norm (T_c c h x - T_c c h y) <= norm (x - y) *
    (1 - gamma * mu) ^ h).
  { intros c inside h x y. revert h. apply (induction (fun h => norm (T_c c h x - T_c c h y)) (fun h => norm (x - y) * (1 - gamma * mu) ^ h)
    (fun h => 1 - gamma * mu) (fun h => 0)).
    - cbv beta. assert (proved : norm (T_c c 0%nat x - T_c c 0%nat y) <= norm (x - y)). { assert (known :=
      symfed_fedavg_fixed_point_distance_steps_at_first (norm (T_c c 0%nat x - T_c c 0%nat y)) (norm (x - y))). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(cbv beta; fits (at_the_start_over_2 c inside x y))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_fedavg_fixed_point_distance_steps_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known.
      } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (T_c c (S h) x - T_c c (S h) y) <= norm (T_c c h x - T_c c h y) * (1 - gamma * mu)). { fits
      (one_step c inside h x y). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - y) * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= norm (x - y) * (1 - gamma * mu) ^ (h +
      1)). { assert (known := symfed_fedavg_fixed_point_distance_steps_closes (norm (x - y)) (gamma) h (mu)). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  assert (H_steps : forall (c : nat) (inside : (c < N)%nat) (x : vec V) (y : vec V), norm (T_c c H x - T_c c H y) <= norm (x - y) * (1 -
    gamma * mu) ^ H).
  { intros c inside x y. assert (known := (steps c inside H x y)).
    fits known.
  }
  assert (in_the_mean : forall (x : vec V) (y : vec V), mean N (fun c => norm (T_c c H x - T_c c H y)) <= norm (x - y) * (1 - gamma * mu) ^
    H).
  { intros x y. assert (left : mean N (fun c => norm (T_c c H x - T_c c H y)) = mean N (fun c => norm (T_c c H x - T_c c H y))).
    { transitivity (mean N (fun c => (1) * (norm (T_c c H x - T_c c H y)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm (x - y) * (1 - gamma * mu) ^ H) = norm (x - y) * (1 - gamma * mu) ^ H).
    { transitivity (mean N (fun c => (norm (x - y) * (1 - gamma * mu) ^ H))); [apply mean_equal; intros c inside; reals | reals]. }
    apply (between _ _ _ _ left right). apply mean_monotone; [exact some | intros c inside]. fits (H_steps c inside x y).
  }
  assert (convexity : forall (x : vec V) (y : vec V), norm (vmean N (fun c => T_c c H x) - vmean N (fun c => T_c c H y)) <= mean N (fun c =>
    norm (T_c c H x - T_c c H y))).
  { intros x y. assert (size : norm (@vmean V N (fun c => (T_c c H x - T_c c H y)%vec)) = norm (vmean N (fun c => T_c c H x) - vmean N (fun
    c => T_c c H y))) by lengths.
    assert (left : norm (@vmean V N (fun c => (T_c c H x - T_c c H y)%vec)) = norm (vmean N (fun c => T_c c H x) - vmean N (fun c => T_c c H
      y))) by (try rewrite size; reals).
    assert (whole : mean N (fun c => norm (T_c c H x - T_c c H y)) = mean N (fun c => norm (T_c c H x - T_c c H y))).
    { transitivity (mean N (fun c => (1) * (norm (T_c c H x - T_c c H y)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm ((fun c => (T_c c H x - T_c c H y)%vec) c)) = mean N (fun c => norm (T_c c H x - T_c c H y))).
    { transitivity (mean N (fun c => norm (T_c c H x - T_c c H y))); [apply mean_equal; intros c inside; cbv beta | exact whole].
      assert (own : norm (T_c c H x - T_c c H y) = norm (T_c c H x - T_c c H y)) by lengths. try rewrite own. reals. }
    exact (between _ _ _ _ left right (jensen_1 N (fun c => (T_c c H x - T_c c H y)%vec))).
  }
  assert (round_from_y : forall (y : vec V), T y = vmean N (fun c => T_c c H y)).
  { intros y. as_vectors (round_ y).
  }
  assert (two_rounds_over_2 : forall (x : vec V) (y : vec V), norm (T x - T y) = norm (vmean N (fun c => T_c c H x) - vmean N (fun c => T_c
    c H y))).
  { intros x y. assert (whole : (T x - T y)%vec = (vmean N (fun c => T_c c H x) - vmean N (fun c => T_c c H y))%vec). { less_in (linear V)
    (1)%R (round_ x). less_in (linear V) (- 1)%R (round_from_y y). vectors. }
    assert (left : norm (T x - T y)%vec = norm (T x - T y)) by lengths.
    assert (right : norm (vmean N (fun c => T_c c H x) - vmean N (fun c => T_c c H y))%vec = norm (vmean N (fun c => T_c c H x) - vmean N
      (fun c => T_c c H y))) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (a_round_contracts : forall (x : vec V) (y : vec V), norm (T x - T y) <= norm (x - y) * (1 - gamma * mu) ^ H).
  { intros x y. assert (known := symfed_fedavg_fixed_point_distance_a_round_contracts H (norm (T x - T y)) (norm (x - y)) (norm (vmean N
    (fun c => T_c c H x) - vmean N (fun c => T_c c H y))) (mean N (fun c => norm (T_c c H x - T_c c H y))) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (two_rounds_over_2 x y))).
    specialize (known ltac:(cbv beta; fits (convexity x y))).
    specialize (known ltac:(cbv beta; fits (in_the_mean x y))).
    fits known.
  }
  split.
  { assert (positive : (1 - gamma * mu) ^ H >= 0). { assert (known := symfed_fedavg_fixed_point_distance_fixed_point_positive H (L) (gamma)
    (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
    not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
    not_negative])). specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. }
    assert (below : (1 - gamma * mu) ^ H < 1). { assert (known := symfed_fedavg_fixed_point_distance_fixed_point_below H (L) (gamma) (mu)).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. }
    assert (contracts : forall x y, norm (T x - T y) <= ((1 - gamma * mu) ^ H)%R * norm (x - y)).
    { intros x y.
    assert (left_0 : norm (T x - T y) = norm (T x - T y)) by lengths.
    assert (left : norm (T x - T y) = norm (T x - T y)) by (rewrite ?left_0; reals).
    assert (right_0 : norm (x - y) = norm (x - y)) by lengths.
    assert (right : ((1 - gamma * mu) ^ H)%R * norm (x - y) = norm (x - y) * (1 - gamma * mu) ^ H) by (rewrite ?right_0; reals).
    apply (between _ _ _ _ (eq_sym left) (eq_sym right)).
    fits (a_round_contracts x y). }
    destruct (the_banach T ((1 - gamma * mu) ^ H)%R ltac:(lra) below contracts) as (found & fixed & near).
    exists found. split; [exact fixed | ].
    intros x. cbv beta.
    assert (left : norm (x - found) = norm (x - found)) by lengths.
    assert (size : norm (x - T x) = norm (x - T x)) by lengths.
    assert (right : norm (x - T x) / (1 - ((1 - gamma * mu) ^ H)%R) = norm (x - T x) / (1 - (1 - gamma * mu) ^ H)) by (try rewrite size;
      reflexivity).
    exact (between _ _ _ _ left right (near x)).
  }
  intros theta_det (fixed_point_over_1 & fixed_point_over_2).
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
  assert (start_here : forall (c : nat) (inside : (c < N)%nat), T_c c 0%nat theta_det = theta_det).
  { intros c inside. as_vectors (start_ c inside theta_det).
  }
  assert (local_step_here : forall (c : nat) (inside : (c < N)%nat) (h : nat), T_c c (S h) theta_det = (T_c c h theta_det - gamma *: grad_c
    c (T_c c h theta_det))%vec).
  { intros c inside h. as_vectors (local_step c inside h theta_det).
  }
  assert (round_here : T theta_det = vmean N (fun c => T_c c H theta_det)).
  { as_vectors (round_ theta_det).
  }
  assert (exists Dstar_c : nat -> nat -> mat V, (forall (c : nat) (inside : (c < N)%nat) (h : nat), (grad_c c (T_c c h theta_det) - grad_c c
    theta_star)%vec = (Dstar_c c h @ (T_c c h theta_det - theta_star))%vec) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat), at_least
    (Dstar_c c h)%mat mu) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat), at_most (Dstar_c c h)%mat L)) as [Dstar_c
    (mean_Hessian_over_1_2 & mean_Hessian_over_2_2 & mean_Hessian_over_3_2)].
  { destruct (the_mean_value_hessian N grad_c hess_c mu L some mu_positive curvature) as [found each].
    exists (fun c h => found c (T_c c h theta_det)%vec (theta_star)%vec).
    split. { intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high).
      as_vectors equal. }
    split. { intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high). exact
      low. }
    intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high). exact high.
  }
  assert (a_step_contracts_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm ((INR h * gamma ^ 2)%R *: Dstar_c c h @ grad_c c
    theta_star + gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - (INR h * gamma)%R *: grad_c c theta_star - gamma *: Dstar_c c h @
    theta_star - T_c c h theta_det) <= norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - T_c c h theta_det) * (1 - gamma * mu)).
  { intros c inside h. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known :=
        symfed_fedavg_fixed_point_distance_a_step_contracts_from_below (L) (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv
        beta; fits given_1)). specialize (known ltac:(cbv beta; fits above)). specialize (known ltac:(cbv beta; fits below)). fits known. }
        fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known :=
        symfed_fedavg_fixed_point_distance_a_step_contracts_from_above (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption |
        lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)). fits known. } fits sign_.
    }
    assert (left : norm (1 *: ((INR h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - theta_star)%vec + (Dstar_c c h)%mat @ ((-
      gamma)%R *: ((INR h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - theta_star)%vec + (Dstar_c c h)%mat @ 0%vec)%vec)%vec =
      norm ((INR h * gamma ^ 2)%R *: Dstar_c c h @ grad_c c theta_star + gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - (INR h *
      gamma)%R *: grad_c c theta_star - gamma *: Dstar_c c h @ theta_star - T_c c h theta_det)) by lengths.
    assert (right_0 : norm ((INR h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - theta_star) = norm (theta_star - (INR h *
      gamma)%R *: grad_c c theta_star - T_c c h theta_det)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm ((INR h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - theta_star) = norm (theta_star
      - (INR h * gamma)%R *: grad_c c theta_star - T_c c h theta_det) * (1 - gamma * mu)) by (rewrite ?right_0; reals).
    assert (low_ : at_least (Dstar_c c h)%mat mu). { exact (mean_Hessian_over_2_2 c inside h). }
    assert (high_ : at_most (Dstar_c c h)%mat L). { exact (mean_Hessian_over_3_2 c inside h). }
    exact (between _ _ _ _ left right (the_spectral (Dstar_c c h)%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_ high_ everywhere ((INR h *
      gamma)%R *: grad_c c theta_star + T_c c h theta_det - theta_star)%vec)).
  }
  assert (smooth : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (Dstar_c c h @ grad_c c theta_star) <= norm (grad_c c theta_star)
    * L).
  { intros c inside h. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := symfed_fedavg_fixed_point_distance_smooth_from_below (L) (lambda)). specialize
        (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits
        known. } fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := symfed_fedavg_fixed_point_distance_smooth_from_above (L) (lambda)). specialize
        (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
        specialize (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (grad_c c theta_star)%vec + (Dstar_c c h)%mat @ (1 *: (grad_c c theta_star)%vec + (Dstar_c c h)%mat @
      0%vec)%vec)%vec = norm (Dstar_c c h @ grad_c c theta_star)) by lengths.
    assert (right_0 : norm (grad_c c theta_star) = norm (grad_c c theta_star)) by lengths.
    assert (right : L * norm (grad_c c theta_star) = norm (grad_c c theta_star) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (Dstar_c c h)%mat mu). { exact (mean_Hessian_over_2_2 c inside h). }
    assert (high_ : at_most (Dstar_c c h)%mat L). { exact (mean_Hessian_over_3_2 c inside h). }
    exact (between _ _ _ _ left right (the_spectral (Dstar_c c h)%mat _ _ L [0; 1] low_ high_ everywhere (grad_c c theta_star)%vec)).
  }
  assert (step_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star -
    gamma *: grad_c c theta_star - T_c c (S h) theta_det) = norm (gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - (INR h * gamma)%R
    *: grad_c c theta_star - gamma *: Dstar_c c h @ theta_star - T_c c h theta_det)).
  { intros c inside h. assert (whole : ((gamma * (INR h + 1))%R *: grad_c c theta_star + T_c c (S h) theta_det - theta_star)%vec = ((INR h *
    gamma ^ 2)%R *: Dstar_c c h @ grad_c c theta_star + (INR h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - gamma *: Dstar_c c h
    @ ((INR h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - theta_star) - theta_star)%vec). { less_in (linear V) (1)%R
    (local_step_here c inside h). less_in (linear V) (- gamma)%R (mean_Hessian_over_1_2 c inside h). vectors. }
    assert (left : norm ((gamma * (INR h + 1))%R *: grad_c c theta_star + T_c c (S h) theta_det - theta_star)%vec = norm (theta_star - (INR
      h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - T_c c (S h) theta_det)) by lengths.
    assert (right : norm ((INR h * gamma ^ 2)%R *: Dstar_c c h @ grad_c c theta_star + (INR h * gamma)%R *: grad_c c theta_star + T_c c h
      theta_det - gamma *: Dstar_c c h @ ((INR h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - theta_star) - theta_star)%vec =
      norm (gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - (INR h * gamma)%R *: grad_c c theta_star - gamma *: Dstar_c c h @
      theta_star - T_c c h theta_det)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - (INR
    h * gamma)%R *: grad_c c theta_star - gamma *: Dstar_c c h @ theta_star - T_c c h theta_det) <= norm (Dstar_c c h @ grad_c c theta_star)
    * INR h * gamma ^ 2 + norm ((INR h * gamma ^ 2)%R *: Dstar_c c h @ grad_c c theta_star + gamma *: Dstar_c c h @ T_c c h theta_det +
    theta_star - (INR h * gamma)%R *: grad_c c theta_star - gamma *: Dstar_c c h @ theta_star - T_c c h theta_det)).
  { intros c inside h. assert (left : norm (((INR h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - gamma *: Dstar_c c h @ ((INR h *
    gamma)%R *: grad_c c theta_star + T_c c h theta_det - theta_star) - theta_star)%vec + ((INR h * gamma ^ 2)%R *: Dstar_c c h @ grad_c c
    theta_star)%vec) = norm (gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - (INR h * gamma)%R *: grad_c c theta_star - gamma *:
    Dstar_c c h @ theta_star - T_c c h theta_det)) by lengths.
    assert (right_0 : norm ((INR h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - gamma *: Dstar_c c h @ ((INR h * gamma)%R *:
      grad_c c theta_star + T_c c h theta_det - theta_star) - theta_star) = norm ((INR h * gamma ^ 2)%R *: Dstar_c c h @ grad_c c theta_star
      + gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - (INR h * gamma)%R *: grad_c c theta_star - gamma *: Dstar_c c h @ theta_star
      - T_c c h theta_det)) by lengths.
    assert (right_1 : norm ((INR h * gamma ^ 2)%R *: Dstar_c c h @ grad_c c theta_star) = norm (Dstar_c c h @ grad_c c theta_star) * INR h *
      gamma ^ 2) by lengths.
    assert (right : norm ((INR h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - gamma *: Dstar_c c h @ ((INR h * gamma)%R *: grad_c
      c theta_star + T_c c h theta_det - theta_star) - theta_star) + norm ((INR h * gamma ^ 2)%R *: Dstar_c c h @ grad_c c theta_star) =
      norm (Dstar_c c h @ grad_c c theta_star) * INR h * gamma ^ 2 + norm ((INR h * gamma ^ 2)%R *: Dstar_c c h @ grad_c c theta_star +
      gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - (INR h * gamma)%R *: grad_c c theta_star - gamma *: Dstar_c c h @ theta_star -
      T_c c h theta_det)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle ((INR h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - gamma *: Dstar_c c h @ ((INR
      h * gamma)%R *: grad_c c theta_star + T_c c h theta_det - theta_star) - theta_star)%vec ((INR h * gamma ^ 2)%R *: Dstar_c c h @ grad_c
      c theta_star)%vec)).
  }
  assert (one_step_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star -
    gamma *: grad_c c theta_star - T_c c (S h) theta_det) <= norm (grad_c c theta_star) * INR h * L * gamma ^ 2 + norm (theta_star - (INR h
    * gamma)%R *: grad_c c theta_star - T_c c h theta_det) * (1 - gamma * mu)).
  { intros c inside h. assert (known := symfed_fedavg_fixed_point_distance_one_step_2 (L) (norm (theta_star - (INR h * gamma)%R *: grad_c c
    theta_star - gamma *: grad_c c theta_star - T_c c (S h) theta_det)) (norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - T_c c
    h theta_det)) (norm (grad_c c theta_star)) (norm (gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - (INR h * gamma)%R *: grad_c c
    theta_star - gamma *: Dstar_c c h @ theta_star - T_c c h theta_det)) (norm (Dstar_c c h @ grad_c c theta_star)) (norm ((INR h * gamma ^
    2)%R *: Dstar_c c h @ grad_c c theta_star + gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - (INR h * gamma)%R *: grad_c c
    theta_star - gamma *: Dstar_c c h @ theta_star - T_c c h theta_det)) (gamma) h (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (step_over_2 c inside h))).
    specialize (known ltac:(cbv beta; fits (two_parts c inside h))).
    specialize (known ltac:(cbv beta; fits (a_step_contracts_2 c inside h))).
    specialize (known ltac:(cbv beta; fits (smooth c inside h))).
    fits known.
  }
  assert (at_the_start_over_2_2 : forall (c : nat) (inside : (c < N)%nat), norm (theta_star - T_c c 0%nat theta_det) = norm (theta_det -
    theta_star)).
  { intros c inside. assert (whole : (T_c c 0%nat theta_det - theta_star)%vec = (theta_det - theta_star)%vec). { less_in (linear V) (1)%R
    (start_here c inside). vectors. }
    assert (left : norm (T_c c 0%nat theta_det - theta_star)%vec = norm (theta_star - T_c c 0%nat theta_det)) by lengths.
    assert (right : norm (theta_det - theta_star)%vec = norm (theta_det - theta_star)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (steps_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - T_c c h
    theta_det) <= norm (grad_c c theta_star) * L * gamma * (1 - (1 - gamma * mu) ^ h) * (INR h - 1) / mu + norm (theta_det - theta_star) *
    (1 - gamma * mu) ^ h).
  { intros c inside h. revert h. apply (induction (fun h => norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - T_c c h
    theta_det)) (fun h => norm (grad_c c theta_star) * L * gamma * (1 - (1 - gamma * mu) ^ h) * (INR h - 1) / mu + norm (theta_det -
    theta_star) * (1 - gamma * mu) ^ h) (fun h => 1 - gamma * mu) (fun h => norm (grad_c c theta_star) * INR h * L * gamma ^ 2)).
    - cbv beta. assert (proved : norm (theta_star - T_c c 0%nat theta_det) <= norm (theta_det - theta_star)). { assert (known :=
      symfed_fedavg_fixed_point_distance_steps_at_first (norm (theta_star - T_c c 0%nat theta_det)) (norm (theta_det - theta_star))).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits (at_the_start_over_2_2 c inside))). fits known. }
      try (assert (size_0 : norm (theta_star - (INR 0%nat * gamma)%R *: grad_c c theta_star - T_c c 0%nat theta_det) = norm (theta_star -
        T_c c 0%nat theta_det)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (theta_star - (INR (S h) * gamma)%R *: grad_c c theta_star - T_c c (S h) theta_det) = norm (theta_star -
        (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - T_c c (S h) theta_det)) by lengths; rewrite ?size_0; clear
        size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_fedavg_fixed_point_distance_steps_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known.
      } lra. }
      try (assert (size_0 : norm (theta_star - (INR 0%nat * gamma)%R *: grad_c c theta_star - T_c c 0%nat theta_det) = norm (theta_star -
        T_c c 0%nat theta_det)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (theta_star - (INR (S h) * gamma)%R *: grad_c c theta_star - T_c c (S h) theta_det) = norm (theta_star -
        (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - T_c c (S h) theta_det)) by lengths; rewrite ?size_0; clear
        size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - T_c
      c (S h) theta_det) <= norm (grad_c c theta_star) * INR h * L * gamma ^ 2 + norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star
      - T_c c h theta_det) * (1 - gamma * mu)). { fits (one_step_2 c inside h). }
      try (assert (size_0 : norm (theta_star - (INR 0%nat * gamma)%R *: grad_c c theta_star - T_c c 0%nat theta_det) = norm (theta_star -
        T_c c 0%nat theta_det)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (theta_star - (INR (S h) * gamma)%R *: grad_c c theta_star - T_c c (S h) theta_det) = norm (theta_star -
        (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - T_c c (S h) theta_det)) by lengths; rewrite ?size_0; clear
        size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (grad_c c theta_star) * INR h * L * gamma ^ 2 + (1 - gamma * mu) * (norm (grad_c c
      theta_star) * L * gamma * (1 - (1 - gamma * mu) ^ h) * (INR h - 1) / mu + norm (theta_det - theta_star) * (1 - gamma * mu) ^ h) <=
      norm (grad_c c theta_star) * INR h * L * gamma * (1 - (1 - gamma * mu) ^ (h + 1)) / mu + norm (theta_det - theta_star) * (1 - gamma *
      mu) ^ (h + 1)). { assert (known := symfed_fedavg_fixed_point_distance_steps_closes_2 (L) (norm (grad_c c theta_star)) (norm (theta_det
      - theta_star)) (gamma) h (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv
      beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. }
      try (assert (size_0 : norm (theta_star - (INR 0%nat * gamma)%R *: grad_c c theta_star - T_c c 0%nat theta_det) = norm (theta_star -
        T_c c 0%nat theta_det)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (theta_star - (INR (S h) * gamma)%R *: grad_c c theta_star - T_c c (S h) theta_det) = norm (theta_star -
        (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - T_c c (S h) theta_det)) by lengths; rewrite ?size_0; clear
        size_0).
      fits proved.
  }
  assert (H_steps_2 : forall (c : nat) (inside : (c < N)%nat), norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H
    theta_det) <= norm (grad_c c theta_star) * L * gamma * (1 - (1 - gamma * mu) ^ H) * (INR H - 1) / mu + norm (theta_det - theta_star) *
    (1 - gamma * mu) ^ H).
  { intros c inside. assert (known := (steps_2 c inside H)).
    assert (size_0 : norm (theta_star - (INR H * gamma)%R *: grad_c c theta_star - T_c c H theta_det) = norm (theta_star - (gamma * INR H)%R
      *: grad_c c theta_star - T_c c H theta_det)) by lengths.
    rewrite ?size_0 in known.
    fits known.
  }
  assert (mean_of_H_steps : mean N (fun c => norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H theta_det)) <= mean N
    (fun c => norm (grad_c c theta_star)) * L * gamma * INR H / mu + mean N (fun c => norm (grad_c c theta_star)) * L * gamma * (1 - gamma *
    mu) ^ H / mu + norm (theta_det - theta_star) * (1 - gamma * mu) ^ H - mean N (fun c => norm (grad_c c theta_star)) * L * gamma * INR H *
    (1 - gamma * mu) ^ H / mu - mean N (fun c => norm (grad_c c theta_star)) * L * gamma / mu).
  { assert (left : mean N (fun c => norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H theta_det)) = mean N (fun c =>
    norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H theta_det))).
    { transitivity (mean N (fun c => (1) * (norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H theta_det)))); [apply
      mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm (grad_c c theta_star) * L * gamma * (1 - (1 - gamma * mu) ^ H) * (INR H - 1) / mu + norm
      (theta_det - theta_star) * (1 - gamma * mu) ^ H) = mean N (fun c => norm (grad_c c theta_star)) * L * gamma * INR H / mu + mean N (fun
      c => norm (grad_c c theta_star)) * L * gamma * (1 - gamma * mu) ^ H / mu + norm (theta_det - theta_star) * (1 - gamma * mu) ^ H - mean
      N (fun c => norm (grad_c c theta_star)) * L * gamma * INR H * (1 - gamma * mu) ^ H / mu - mean N (fun c => norm (grad_c c theta_star))
      * L * gamma / mu).
    { transitivity (mean N (fun c => (norm (theta_det - theta_star) * (1 - gamma * mu) ^ H) + (- L * gamma / mu) * (norm (grad_c c
      theta_star)) + (L * gamma * INR H / mu) * (norm (grad_c c theta_star)) + (L * gamma * (1 - gamma * mu) ^ H / mu) * (norm (grad_c c
      theta_star)) + (- L * gamma * INR H * (1 - gamma * mu) ^ H / mu) * (norm (grad_c c theta_star)))); [apply mean_equal; intros c inside;
      reals | reals]. }
    apply (between _ _ _ _ left right). apply mean_monotone; [exact some | intros c inside]. fits (H_steps_2 c inside).
  }
  assert (convexity_of_the_norm : norm (theta_star - (gamma * INR H)%R *: vmean N (fun c => grad_c c theta_star) - vmean N (fun c => T_c c H
    theta_det)) <= mean N (fun c => norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H theta_det))).
  { assert (size : norm (@vmean V N (fun c => ((gamma * INR H)%R *: grad_c c theta_star + T_c c H theta_det - theta_star)%vec)) = norm
    (theta_star - (gamma * INR H)%R *: vmean N (fun c => grad_c c theta_star) - vmean N (fun c => T_c c H theta_det))) by lengths.
    assert (left : norm (@vmean V N (fun c => ((gamma * INR H)%R *: grad_c c theta_star + T_c c H theta_det - theta_star)%vec)) = norm
      (theta_star - (gamma * INR H)%R *: vmean N (fun c => grad_c c theta_star) - vmean N (fun c => T_c c H theta_det))) by (try rewrite
      size; reals).
    assert (whole : mean N (fun c => norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H theta_det)) = mean N (fun c =>
      norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H theta_det))).
    { transitivity (mean N (fun c => (1) * (norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H theta_det)))); [apply
      mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm ((fun c => ((gamma * INR H)%R *: grad_c c theta_star + T_c c H theta_det - theta_star)%vec) c)) =
      mean N (fun c => norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H theta_det))).
    { transitivity (mean N (fun c => norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H theta_det))); [apply mean_equal;
      intros c inside; cbv beta | exact whole].
      assert (own : norm ((gamma * INR H)%R *: grad_c c theta_star + T_c c H theta_det - theta_star) = norm (theta_star - (gamma * INR H)%R
        *: grad_c c theta_star - T_c c H theta_det)) by lengths. try rewrite own. reals. }
    exact (between _ _ _ _ left right (jensen_1 N (fun c => ((gamma * INR H)%R *: grad_c c theta_star + T_c c H theta_det -
      theta_star)%vec))).
  }
  assert (the_gradients_cancel_over_2 : norm (theta_det - theta_star) = norm (theta_star - (gamma * INR H)%R *: vmean N (fun c => grad_c c
    theta_star) - vmean N (fun c => T_c c H theta_det))).
  { assert (whole : (theta_det - theta_star)%vec = ((gamma * INR H)%R *: vmean N (fun c => grad_c c theta_star) + vmean N (fun c => T_c c H
    theta_det) - theta_star)%vec). { less_in (linear V) (- 1)%R fixed_point_over_1. less_in (linear V) (1)%R round_here. less_in (linear V)
    (- gamma * INR H)%R optimum. vectors. }
    assert (left : norm (theta_det - theta_star)%vec = norm (theta_det - theta_star)) by lengths.
    assert (right : norm ((gamma * INR H)%R *: vmean N (fun c => grad_c c theta_star) + vmean N (fun c => T_c c H theta_det) -
      theta_star)%vec = norm (theta_star - (gamma * INR H)%R *: vmean N (fun c => grad_c c theta_star) - vmean N (fun c => T_c c H
      theta_det))) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (shrunk : norm (theta_det - theta_star) * (1 - (1 - gamma * mu) ^ H) <= mean N (fun c => norm (grad_c c theta_star)) * L * gamma *
    (1 - (1 - gamma * mu) ^ H) * (INR H - 1) / mu).
  { assert (known := symfed_fedavg_fixed_point_distance_shrunk H (L) (norm (theta_det - theta_star)) (mean N (fun c => norm (grad_c c
    theta_star))) (mean N (fun c => norm (theta_star - (gamma * INR H)%R *: grad_c c theta_star - T_c c H theta_det))) (norm (theta_star -
    (gamma * INR H)%R *: vmean N (fun c => grad_c c theta_star) - vmean N (fun c => T_c c H theta_det))) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits mean_of_H_steps)).
    specialize (known ltac:(cbv beta; fits convexity_of_the_norm)).
    specialize (known ltac:(cbv beta; fits the_gradients_cancel_over_2)).
    fits known.
  }
  assert (shrinks : (1 - gamma * mu) ^ H < 1).
  { assert (known := symfed_fedavg_fixed_point_distance_fixed_point_below H (L) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits mu_at_most_L)).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (divided : norm (theta_det - theta_star) <= mean N (fun c => norm (grad_c c theta_star)) * L * gamma * (INR H - 1) / mu).
  { assert (known := symfed_fedavg_fixed_point_distance_divided H (L) (norm (theta_det - theta_star)) (mean N (fun c => norm (grad_c c
    theta_star))) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits shrunk)).
    specialize (known ltac:(cbv beta; fits shrinks)).
    fits known.
  }
  fits divided.
Qed.

Definition all_of_this_file := (symfed_fedavg_fixed_point_distance).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
