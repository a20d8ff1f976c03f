(* symfed-fedavg-fixed-point-centred: Equation (13) with the products of Theorem 1's proof: differences of products for products, since
   gradients at theta* add up to zero, and the Neumann series, whose first t terms leave at most (1 - gamma mu)^(H t).
   symfed, equation (13) with products over all local steps. Printed:
     (Id-\digamma^\star)(\bar\theta_{det}-\theta^\star)=\frac\gamma N\sum_c\sum_{h=1}^H(\digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H})\nabla f_c(\theta^\star),\quad\Big\|\bar\theta_{det}-\theta^\star-\frac\gamma N\sum_{k<t}\sum_{c,h}(\digamma^\star)^k(\cdots)\Big\|\le(1-\gamma\mu)^{Ht}\|\bar\theta_{det}-\theta^\star\|
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* a_step_contracts_from_below *)
Theorem symfed_fedavg_fixed_point_centred_a_step_contracts_from_below :
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
Theorem symfed_fedavg_fixed_point_centred_a_step_contracts_from_above :
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
Theorem symfed_fedavg_fixed_point_centred_one_step :
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
Theorem symfed_fedavg_fixed_point_centred_steps_at_first :
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
Theorem symfed_fedavg_fixed_point_centred_steps_positive :
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
Theorem symfed_fedavg_fixed_point_centred_steps_closes :
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
Theorem symfed_fedavg_fixed_point_centred_a_round_contracts :
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
Theorem symfed_fedavg_fixed_point_centred_fixed_point_positive :
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
Theorem symfed_fedavg_fixed_point_centred_fixed_point_below :
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

(* products_step *)
Theorem symfed_fedavg_fixed_point_centred_products_step :
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

(* invertible *)
Theorem symfed_fedavg_fixed_point_centred_invertible :
  forall (H : nat) (a1 : R) (a2 : R) (a3 : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 < gamma ->
  0 < mu ->
  a3 <= a2 * (1 - gamma * mu) ^ H ->
  a1 <= a3 ->
  a1 <= a2 * (1 - gamma * mu) ^ H.
Proof.
  intros H a1 a2 a3 gamma mu sign_H sign_a1 sign_a2 sign_a3 sign_gamma sign_mu given_1 given_2.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (1)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_2)).
Qed.

(* series_step *)
Theorem symfed_fedavg_fixed_point_centred_series_step :
  forall (H : nat) (a1 : R) (a2 : R) (a3 : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 < gamma ->
  0 < mu ->
  a3 <= a2 * (1 - gamma * mu) ^ H ->
  a1 = a3 ->
  a1 <= a2 * (1 - gamma * mu) ^ H.
Proof.
  intros H a1 a2 a3 gamma mu sign_H sign_a1 sign_a2 sign_a3 sign_gamma sign_mu given_1 given_2.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  symmetry in given_2. destruct given_2.
  assert (slack_given_1 := slack _ _ given_1).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_1).
Qed.

(* series_closes *)
Theorem symfed_fedavg_fixed_point_centred_series_closes :
  forall (H : nat) (a1 : R) (gamma : R) (mu : R) (t : nat),
  (1 <= H)%nat ->
  0 <= a1 ->
  0 < gamma ->
  0 < mu ->
  a1 * (1 - gamma * mu) ^ H * (1 - gamma * mu) ^ (t * H) <= a1 * (1 - gamma * mu) ^ (t * H + H).
Proof.
  intros H a1 gamma mu t sign_H sign_a1 sign_gamma sign_mu.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  certified (((1))) (Rle_refl 0).
Qed.

(* symfed-fedavg-fixed-point-centred: Equation (13) with the products of Theorem 1's proof: differences of products for products, since gradients at theta* add up to zero, and the Neumann series, whose first t terms leave at most (1 - gamma mu)^(H t). *)
Theorem symfed_fedavg_fixed_point_centred :
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
  there is Dstar_c : (nat -> nat -> mat V), with ((forall (c : nat) (inside : (c < N)%nat) (h : nat), (grad_c c (T_c c h theta_det) - grad_c
    c theta_star)%vec = (Dstar_c c h @ (T_c c h theta_det - theta_star))%vec) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat),
    at_least (Dstar_c c h)%mat mu) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat), at_most (Dstar_c c h)%mat L)); then (
  forall P_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), P_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), P_c c (S h) x = (P_c c h x - gamma *: Dstar_c c h @ P_c c h x)%vec) ->
  forall R_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), R_c c 0%nat = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), R_c c (S h) = (R_c c h + grad_c c theta_star - gamma *: Dstar_c c h @ R_c c h)%vec) ->
  forall C_avg_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), C_avg_c c 0%nat = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), C_avg_c c (S h) = (C_avg_c c h + grad_c c theta_star - gamma *: mmean N (fun c =>
    Dstar_c c h) @ C_avg_c c h)%vec) ->
  forall neumann_sum : nat -> vec V,
  (neumann_sum 0%nat = 0%vec) ->
  (forall (t : nat), neumann_sum (S t) = (gamma *: (vmean N (fun c => C_avg_c c H) - vmean N (fun c => R_c c H)) + vmean N (fun c => P_c c H
    (neumann_sum t)))%vec) ->
  forall (t : nat), ((theta_det - theta_star - vmean N (fun c => P_c c H (theta_det - theta_star)%vec))%vec = (gamma *: (vmean N (fun c =>
    C_avg_c c H) - vmean N (fun c => R_c c H)))%vec) /\ (norm (theta_det - theta_star - neumann_sum t) <= norm (theta_det - theta_star) * (1
    - gamma * mu) ^ (t * H))))).
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
        symfed_fedavg_fixed_point_centred_a_step_contracts_from_below (L) (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv
        beta; fits given_1)). specialize (known ltac:(cbv beta; fits above)). specialize (known ltac:(cbv beta; fits below)). fits known. }
        fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known :=
        symfed_fedavg_fixed_point_centred_a_step_contracts_from_above (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption |
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
  { intros c inside h x y. assert (known := symfed_fedavg_fixed_point_centred_one_step (norm (T_c c (S h) x - T_c c (S h) y)) (norm (T_c c h
    x - T_c c h y)) (norm (gamma *: D_c c h x y @ T_c c h x + T_c c h y - gamma *: D_c c h x y @ T_c c h y - T_c c h x)) (gamma) (mu)).
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
      symfed_fedavg_fixed_point_centred_steps_at_first (norm (T_c c 0%nat x - T_c c 0%nat y)) (norm (x - y))). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv
      beta; fits (at_the_start_over_2 c inside x y))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_fedavg_fixed_point_centred_steps_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (T_c c (S h) x - T_c c (S h) y) <= norm (T_c c h x - T_c c h y) * (1 - gamma * mu)). { fits
      (one_step c inside h x y). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - y) * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= norm (x - y) * (1 - gamma * mu) ^ (h +
      1)). { assert (known := symfed_fedavg_fixed_point_centred_steps_closes (norm (x - y)) (gamma) h (mu)). specialize (known ltac:(first
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
  { intros x y. assert (known := symfed_fedavg_fixed_point_centred_a_round_contracts H (norm (T x - T y)) (norm (x - y)) (norm (vmean N (fun
    c => T_c c H x) - vmean N (fun c => T_c c H y))) (mean N (fun c => norm (T_c c H x - T_c c H y))) (gamma) (mu)).
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
  { assert (positive : (1 - gamma * mu) ^ H >= 0). { assert (known := symfed_fedavg_fixed_point_centred_fixed_point_positive H (L) (gamma)
    (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
    not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
    not_negative])). specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. }
    assert (below : (1 - gamma * mu) ^ H < 1). { assert (known := symfed_fedavg_fixed_point_centred_fixed_point_below H (L) (gamma) (mu)).
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
  split.
  { destruct (the_mean_value_hessian N grad_c hess_c mu L some mu_positive curvature) as [found each].
    exists (fun c h => found c (T_c c h theta_det)%vec (theta_star)%vec).
    split. { intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high).
      as_vectors equal. }
    split. { intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high). exact
      low. }
    intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high). exact high.
  }
  intros Dstar_c (mean_Hessian_over_1_2 & mean_Hessian_over_2_2 & mean_Hessian_over_3_2).
  intros P_c.
  intros no_product.
  intros product_.
  intros R_c.
  intros no_sum.
  intros sum_.
  assert (products_begins_over_2 : forall (c : nat) (inside : (c < N)%nat) (x : vec V), norm (P_c c 0%nat x) = norm (x)).
  { intros c inside x. assert (whole : (P_c c 0%nat x)%vec = (x)%vec). { less_in (linear V) (1)%R (no_product c inside x). vectors. }
    assert (left : norm (P_c c 0%nat x)%vec = norm (P_c c 0%nat x)) by lengths.
    assert (right : norm (x)%vec = norm (x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (products_steps_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (P_c c (S h) x) = norm (gamma *:
    Dstar_c c h @ P_c c h x - P_c c h x)).
  { intros c inside h x. assert (whole : (P_c c (S h) x)%vec = (P_c c h x - gamma *: Dstar_c c h @ P_c c h x)%vec). { less_in (linear V)
    (1)%R (product_ c inside h x). vectors. }
    assert (left : norm (P_c c (S h) x)%vec = norm (P_c c (S h) x)) by lengths.
    assert (right : norm (P_c c h x - gamma *: Dstar_c c h @ P_c c h x)%vec = norm (gamma *: Dstar_c c h @ P_c c h x - P_c c h x)) by
      lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (products_shrinks : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (gamma *: Dstar_c c h @ P_c c h x - P_c c h
    x) <= norm (P_c c h x) * (1 - gamma * mu)).
  { intros c inside h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known :=
        symfed_fedavg_fixed_point_centred_a_step_contracts_from_below (L) (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv
        beta; fits given_1)). specialize (known ltac:(cbv beta; fits above)). specialize (known ltac:(cbv beta; fits below)). fits known. }
        fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known :=
        symfed_fedavg_fixed_point_centred_a_step_contracts_from_above (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption |
        lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)). fits known. } fits sign_.
    }
    assert (left : norm (1 *: (P_c c h x)%vec + (Dstar_c c h)%mat @ ((- gamma)%R *: (P_c c h x)%vec + (Dstar_c c h)%mat @ 0%vec)%vec)%vec =
      norm (gamma *: Dstar_c c h @ P_c c h x - P_c c h x)) by lengths.
    assert (right_0 : norm (P_c c h x) = norm (P_c c h x)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (P_c c h x) = norm (P_c c h x) * (1 - gamma * mu)) by (rewrite ?right_0; reals).
    assert (low_ : at_least (Dstar_c c h)%mat mu). { exact (mean_Hessian_over_2_2 c inside h). }
    assert (high_ : at_most (Dstar_c c h)%mat L). { exact (mean_Hessian_over_3_2 c inside h). }
    exact (between _ _ _ _ left right (the_spectral (Dstar_c c h)%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_ high_ everywhere (P_c c h
      x)%vec)).
  }
  assert (products : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (P_c c h x) <= norm (x) * (1 - gamma * mu) ^ h).
  { intros c inside h x. revert h. apply (induction (fun h => norm (P_c c h x)) (fun h => norm (x) * (1 - gamma * mu) ^ h) (fun h => 1 -
    gamma * mu) (fun h => 0)).
    - cbv beta. assert (proved : norm (P_c c 0%nat x) <= norm (x)). { assert (known := symfed_fedavg_fixed_point_centred_steps_at_first
      (norm (P_c c 0%nat x)) (norm (x))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits (products_begins_over_2 c inside x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_fedavg_fixed_point_centred_steps_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (P_c c (S h) x) <= norm (P_c c h x) * (1 - gamma * mu)). { assert (known :=
      symfed_fedavg_fixed_point_centred_products_step (norm (P_c c (S h) x)) (norm (P_c c h x)) (norm (gamma *: Dstar_c c h @ P_c c h x -
      P_c c h x)) (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv
      beta; fits (products_steps_over_2 c inside h x))). specialize (known ltac:(cbv beta; fits (products_shrinks c inside h x))). fits
      known. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= norm (x) * (1 - gamma * mu) ^ (h + 1)). {
      assert (known := symfed_fedavg_fixed_point_centred_steps_closes (norm (x)) (gamma) h (mu)). specialize (known ltac:(first [assumption
      | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
      | lia | not_negative])). fits known. }
      fits proved.
  }
  assert (H_products : forall (c : nat) (inside : (c < N)%nat) (x : vec V), norm (P_c c H x) <= norm (x) * (1 - gamma * mu) ^ H).
  { intros c inside x. assert (known := (products c inside H x)).
    fits known.
  }
  assert (mean_of_products : forall (x : vec V), mean N (fun c => norm (P_c c H x)) <= norm (x) * (1 - gamma * mu) ^ H).
  { intros x. assert (left : mean N (fun c => norm (P_c c H x)) = mean N (fun c => norm (P_c c H x))).
    { transitivity (mean N (fun c => (1) * (norm (P_c c H x)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm (x) * (1 - gamma * mu) ^ H) = norm (x) * (1 - gamma * mu) ^ H).
    { transitivity (mean N (fun c => (norm (x) * (1 - gamma * mu) ^ H))); [apply mean_equal; intros c inside; reals | reals]. }
    apply (between _ _ _ _ left right). apply mean_monotone; [exact some | intros c inside]. fits (H_products c inside x).
  }
  assert (convexity_2 : forall (x : vec V), norm (vmean N (fun c => P_c c H x)) <= mean N (fun c => norm (P_c c H x))).
  { intros x. assert (size : norm (@vmean V N (fun c => (P_c c H x)%vec)) = norm (vmean N (fun c => P_c c H x))) by lengths.
    assert (left : norm (@vmean V N (fun c => (P_c c H x)%vec)) = norm (vmean N (fun c => P_c c H x))) by (try rewrite size; reals).
    assert (whole : mean N (fun c => norm (P_c c H x)) = mean N (fun c => norm (P_c c H x))).
    { transitivity (mean N (fun c => (1) * (norm (P_c c H x)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm ((fun c => (P_c c H x)%vec) c)) = mean N (fun c => norm (P_c c H x))).
    { transitivity (mean N (fun c => norm (P_c c H x))); [apply mean_equal; intros c inside; cbv beta | exact whole].
      assert (own : norm (P_c c H x) = norm (P_c c H x)) by lengths. try rewrite own. reals. }
    exact (between _ _ _ _ left right (jensen_1 N (fun c => (P_c c H x)%vec))).
  }
  assert (invertible : forall (x : vec V), norm (vmean N (fun c => P_c c H x)) <= norm (x) * (1 - gamma * mu) ^ H).
  { intros x. assert (known := symfed_fedavg_fixed_point_centred_invertible H (norm (vmean N (fun c => P_c c H x))) (norm (x)) (mean N (fun
    c => norm (P_c c H x))) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (mean_of_products x))).
    specialize (known ltac:(cbv beta; fits (convexity_2 x))).
    fits known.
  }
  assert (product_here : forall (c : nat) (inside : (c < N)%nat) (h : nat), P_c c (S h) (theta_det - theta_star)%vec = (P_c c h (theta_det -
    theta_star)%vec - gamma *: Dstar_c c h @ P_c c h (theta_det - theta_star)%vec)%vec).
  { intros c inside h. as_vectors (product_ c inside h (theta_det - theta_star)%vec).
  }
  assert (no_product_here : forall (c : nat) (inside : (c < N)%nat), P_c c 0%nat (theta_det - theta_star)%vec = (theta_det -
    theta_star)%vec).
  { intros c inside. as_vectors (no_product c inside (theta_det - theta_star)%vec).
  }
  assert (unrolled_begins_over_1 : forall (c : nat) (inside : (c < N)%nat), (gamma *: R_c c 0%nat + T_c c 0%nat theta_det - theta_star - P_c
    c 0%nat (theta_det - theta_star)%vec)%vec = 0%vec).
  { intros c inside. less_in (linear V) (1)%R (start_here c inside).
    less_in (linear V) (- 1)%R (no_product_here c inside).
    less_in (linear V) (gamma)%R (no_sum c inside).
    vectors.
  }
  assert (unrolled_steps_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (gamma *: R_c c (S h) + T_c c (S h) theta_det -
    theta_star - P_c c (S h) (theta_det - theta_star)%vec)%vec = (gamma *: R_c c h + T_c c h theta_det - gamma *: Dstar_c c h @ (gamma *:
    R_c c h + T_c c h theta_det - theta_star - P_c c h (theta_det - theta_star)%vec) - theta_star - P_c c h (theta_det -
    theta_star)%vec)%vec).
  { intros c inside h. less_in (linear V) (1)%R (local_step_here c inside h).
    less_in (linear V) (- gamma)%R (mean_Hessian_over_1_2 c inside h).
    less_in (linear V) (- 1)%R (product_here c inside h).
    less_in (linear V) (gamma)%R (sum_ c inside h).
    vectors.
  }
  assert (unrolled : forall (c : nat) (inside : (c < N)%nat) (h : nat), (gamma *: R_c c h + T_c c h theta_det - theta_star - P_c c h
    (theta_det - theta_star)%vec)%vec = 0%vec).
  { intros c inside h. revert h. apply (equal_by_induction (fun h => (gamma *: R_c c h + T_c c h theta_det - theta_star - P_c c h (theta_det
    - theta_star)%vec)%vec) (fun h => (0%vec)%vec) (fun h => (1%mat - gamma *: Dstar_c c h)%mat)).
    - cbv beta. as_vectors (unrolled_begins_over_1 c inside).
    - intros h. cbv beta. as_vectors (unrolled_steps_over_1 c inside h).
  }
  assert (after_H_steps : forall (c : nat) (inside : (c < N)%nat), (gamma *: R_c c H + T_c c H theta_det - theta_star - P_c c H (theta_det -
    theta_star)%vec)%vec = 0%vec).
  { intros c inside. as_vectors (unrolled c inside H).
  }
  assert (in_the_mean_2 : (gamma *: vmean N (fun c => R_c c H) + vmean N (fun c => T_c c H theta_det) - theta_star - vmean N (fun c => P_c c
    H (theta_det - theta_star)%vec))%vec = 0%vec).
  { transitivity (@vmean V N (fun c => (gamma *: R_c c H + T_c c H theta_det - theta_star - P_c c H (theta_det - theta_star)%vec)%vec));
    [symmetry; vectors | transitivity (@vmean V N (fun c => (0%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (after_H_steps c inside).
  }
  assert (identity_over_1 : (theta_det - theta_star - vmean N (fun c => P_c c H (theta_det - theta_star)%vec))%vec = (- (gamma *: vmean N
    (fun c => R_c c H)))%vec).
  { less_in (linear V) (1)%R in_the_mean_2.
    less_in (linear V) (1)%R round_here.
    less_in (linear V) (- 1)%R fixed_point_over_1.
    vectors.
  }
  intros C_avg_c.
  intros no_centre.
  intros one_centre.
  assert (mean_of_no_centre : vmean N (fun c => C_avg_c c 0%nat) = 0%vec).
  { transitivity (@vmean V N (fun c => (C_avg_c c 0%nat)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (0%vec)%vec)); [ |
    vectors]].
    apply vmean_equal; intros c inside; as_vectors (no_centre c inside).
  }
  assert (mean_of_one_centre : forall (h : nat), vmean N (fun c => C_avg_c c (S h)) = (vmean N (fun c => C_avg_c c h) + vmean N (fun c =>
    grad_c c theta_star) - gamma *: mmean N (fun c => Dstar_c c h) @ vmean N (fun c => C_avg_c c h))%vec).
  { intros h. transitivity (@vmean V N (fun c => (C_avg_c c (S h))%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (C_avg_c c
    h + grad_c c theta_star - gamma *: mmean N (fun c => Dstar_c c h) @ C_avg_c c h)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (one_centre c inside h).
  }
  assert (centres_steps_over_1 : forall (h : nat), vmean N (fun c => C_avg_c c (S h)) = (vmean N (fun c => C_avg_c c h) - gamma *: mmean N
    (fun c => Dstar_c c h) @ vmean N (fun c => C_avg_c c h))%vec).
  { intros h. less_in (linear V) (1)%R (mean_of_one_centre h).
    less_in (linear V) (1)%R optimum.
    vectors.
  }
  assert (centres : forall (h : nat), vmean N (fun c => C_avg_c c h) = 0%vec).
  { intros h. revert h. apply (equal_by_induction (fun h => (vmean N (fun c => C_avg_c c h))%vec) (fun h => (0%vec)%vec) (fun h => (1%mat -
    gamma *: mmean N (fun c => Dstar_c c h))%mat)).
    - cbv beta. as_vectors mean_of_no_centre.
    - intros h. cbv beta. as_vectors (centres_steps_over_1 h).
  }
  assert (no_mean_centre : vmean N (fun c => C_avg_c c H) = 0%vec).
  { as_vectors (centres H).
  }
  assert (differences_over_1 : (theta_det - theta_star - vmean N (fun c => P_c c H (theta_det - theta_star)%vec))%vec = (gamma *: (vmean N
    (fun c => C_avg_c c H) - vmean N (fun c => R_c c H)))%vec).
  { less_in (linear V) (1)%R identity_over_1.
    less_in (linear V) (- gamma)%R no_mean_centre.
    vectors.
  }
  intros neumann_sum.
  intros no_term.
  intros one_term.
  assert (product_of_y : forall (c : nat) (inside : (c < N)%nat) (h : nat) (y : vec V), P_c c (S h) y = (P_c c h y - gamma *: Dstar_c c h @
    P_c c h y)%vec).
  { intros c inside h y. as_vectors (product_ c inside h y).
  }
  assert (product_of_x_minus_y : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), P_c c (S h) (x - y)%vec = (P_c c
    h (x - y)%vec - gamma *: Dstar_c c h @ P_c c h (x - y)%vec)%vec).
  { intros c inside h x y. as_vectors (product_ c inside h (x - y)%vec).
  }
  assert (no_product_of_y : forall (c : nat) (inside : (c < N)%nat) (y : vec V), P_c c 0%nat y = y).
  { intros c inside y. as_vectors (no_product c inside y).
  }
  assert (no_product_of_x_minus_y : forall (c : nat) (inside : (c < N)%nat) (x : vec V) (y : vec V), P_c c 0%nat (x - y)%vec = (x - y)%vec).
  { intros c inside x y. as_vectors (no_product c inside (x - y)%vec).
  }
  assert (linear_begins_over_1 : forall (c : nat) (inside : (c < N)%nat) (x : vec V) (y : vec V), (P_c c 0%nat x - P_c c 0%nat y - P_c c
    0%nat (x - y)%vec)%vec = 0%vec).
  { intros c inside x y. less_in (linear V) (1)%R (no_product c inside x).
    less_in (linear V) (- 1)%R (no_product_of_y c inside y).
    less_in (linear V) (- 1)%R (no_product_of_x_minus_y c inside x y).
    vectors.
  }
  assert (linear_steps_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), (P_c c (S h) x - P_c c (S h) y -
    P_c c (S h) (x - y)%vec)%vec = (P_c c h x - gamma *: Dstar_c c h @ (P_c c h x - P_c c h y - P_c c h (x - y)%vec) - P_c c h y - P_c c h
    (x - y)%vec)%vec).
  { intros c inside h x y. less_in (linear V) (1)%R (product_ c inside h x).
    less_in (linear V) (- 1)%R (product_of_y c inside h y).
    less_in (linear V) (- 1)%R (product_of_x_minus_y c inside h x y).
    vectors.
  }
  assert (linear_ : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), (P_c c h x - P_c c h y - P_c c h (x -
    y)%vec)%vec = 0%vec).
  { intros c inside h x y. revert h. apply (equal_by_induction (fun h => (P_c c h x - P_c c h y - P_c c h (x - y)%vec)%vec) (fun h =>
    (0%vec)%vec) (fun h => (1%mat - gamma *: Dstar_c c h)%mat)).
    - cbv beta. as_vectors (linear_begins_over_1 c inside x y).
    - intros h. cbv beta. as_vectors (linear_steps_over_1 c inside h x y).
  }
  assert (linear_in_the_error : forall (c : nat) (inside : (c < N)%nat) (t : nat), (P_c c H (theta_det - theta_star)%vec - P_c c H
    (theta_det - theta_star - neumann_sum t)%vec - P_c c H (neumann_sum t))%vec = 0%vec).
  { intros c inside t. as_vectors (linear_ c inside H (theta_det - theta_star)%vec (neumann_sum t)).
  }
  assert (mean_of_the_error : forall (t : nat), (vmean N (fun c => P_c c H (theta_det - theta_star)%vec) - vmean N (fun c => P_c c H
    (theta_det - theta_star - neumann_sum t)%vec) - vmean N (fun c => P_c c H (neumann_sum t)))%vec = 0%vec).
  { intros t. transitivity (@vmean V N (fun c => (P_c c H (theta_det - theta_star)%vec - P_c c H (theta_det - theta_star - neumann_sum
    t)%vec - P_c c H (neumann_sum t))%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (0%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (linear_in_the_error c inside t).
  }
  assert (a_round_of_the_error : forall (t : nat), norm (vmean N (fun c => P_c c H (theta_det - theta_star - neumann_sum t)%vec)) <= norm
    (theta_det - theta_star - neumann_sum t) * (1 - gamma * mu) ^ H).
  { intros t. assert (known := (invertible (theta_det - theta_star - neumann_sum t)%vec)).
    assert (size_1 : norm (vmean N (fun c => P_c c H ((theta_det - theta_star - neumann_sum t)%vec))) = norm (vmean N (fun c => P_c c H
      (theta_det - theta_star - neumann_sum t)%vec))) by lengths.
    assert (size_2 : norm ((theta_det - theta_star - neumann_sum t)%vec) = norm (theta_det - theta_star - neumann_sum t)) by lengths.
    rewrite ?size_1 in known.
    rewrite ?size_2 in known.
    fits known.
  }
  assert (next_error_over_2 : forall (t : nat), norm (theta_det - theta_star - neumann_sum (S t)) = norm (vmean N (fun c => P_c c H
    (theta_det - theta_star - neumann_sum t)%vec))).
  { intros t. assert (whole : (theta_det - theta_star - neumann_sum (S t))%vec = (vmean N (fun c => P_c c H (theta_det - theta_star -
    neumann_sum t)%vec))%vec). { less_in (linear V) (- 1)%R (one_term t). less_in (linear V) (1)%R differences_over_1. less_in (linear V)
    (1)%R (mean_of_the_error t). vectors. }
    assert (left : norm (theta_det - theta_star - neumann_sum (S t))%vec = norm (theta_det - theta_star - neumann_sum (S t))) by lengths.
    assert (right : norm (vmean N (fun c => P_c c H (theta_det - theta_star - neumann_sum t)%vec))%vec = norm (vmean N (fun c => P_c c H
      (theta_det - theta_star - neumann_sum t)%vec))) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (first_error_over_2 : norm (theta_det - theta_star - neumann_sum 0%nat) = norm (theta_det - theta_star)).
  { assert (whole : (theta_det - theta_star - neumann_sum 0%nat)%vec = (theta_det - theta_star)%vec). { less_in (linear V) (- 1)%R no_term.
    vectors. }
    assert (left : norm (theta_det - theta_star - neumann_sum 0%nat)%vec = norm (theta_det - theta_star - neumann_sum 0%nat)) by lengths.
    assert (right : norm (theta_det - theta_star)%vec = norm (theta_det - theta_star)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (series : forall (t : nat), norm (theta_det - theta_star - neumann_sum t) <= norm (theta_det - theta_star) * (1 - gamma * mu) ^ (t
    * H)).
  { intros t. revert t. apply (induction (fun t => norm (theta_det - theta_star - neumann_sum t)) (fun t => norm (theta_det - theta_star) *
    (1 - gamma * mu) ^ (t * H)) (fun t => (1 - gamma * mu) ^ H) (fun t => 0)).
    - cbv beta. assert (proved : norm (theta_det - theta_star - neumann_sum 0%nat) <= norm (theta_det - theta_star)). { assert (known :=
      symfed_fedavg_fixed_point_centred_steps_at_first (norm (theta_det - theta_star - neumann_sum 0%nat)) (norm (theta_det - theta_star))).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits first_error_over_2)). fits known. }
      fits proved.
    - intros t. cbv beta. assert (proved : 0 <= (1 - gamma * mu) ^ H). { assert (other : (1 - gamma * mu) ^ H >= 0). { assert (known :=
      symfed_fedavg_fixed_point_centred_fixed_point_positive H (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
      mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. } lra. }
      fits proved.
    - intros t. cbv beta. assert (proved : norm (theta_det - theta_star - neumann_sum (S t)) <= norm (theta_det - theta_star - neumann_sum
      t) * (1 - gamma * mu) ^ H). { assert (known := symfed_fedavg_fixed_point_centred_series_step H (norm (theta_det - theta_star -
      neumann_sum (S t))) (norm (theta_det - theta_star - neumann_sum t)) (norm (vmean N (fun c => P_c c H (theta_det - theta_star -
      neumann_sum t)%vec))) (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits (a_round_of_the_error t))). specialize (known ltac:(cbv
      beta; fits (next_error_over_2 t))). fits known. }
      fits proved.
    - intros t. cbv beta. assert (proved : norm (theta_det - theta_star) * (1 - gamma * mu) ^ H * (1 - gamma * mu) ^ (t * H) <= norm
      (theta_det - theta_star) * (1 - gamma * mu) ^ (t * H + H)). { assert (known := symfed_fedavg_fixed_point_centred_series_closes H (norm
      (theta_det - theta_star)) (gamma) (mu) t). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  intros t.
  split. { as_vectors differences_over_1. }
  fits (series t).
Qed.

Definition all_of_this_file := (symfed_fedavg_fixed_point_centred).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
