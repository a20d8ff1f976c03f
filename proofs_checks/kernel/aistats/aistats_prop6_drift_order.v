(* aistats-prop6-drift-order: What the clients' own optima add to a round is at most gamma^2 L H (H-1)/2 times the mean of the clients'
   gradients at theta*, which cancel in first order. (Equation (50), by which it is said to hold, lacks a vector; none of it is needed.)
   aistats, proof of Proposition 6, the variance. Printed:
     \frac1N\sum_c(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star)=O(\gamma^2H^2)
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A5: every f_c is quadratic
   Cross-checks, on which nothing rests and which are not here: exact. *)
From Symfed Require Import Arithmetic Named.

(* turns_back_from_below *)
Theorem aistats_prop6_drift_order_turns_back_from_below :
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

(* turns_back_from_above *)
Theorem aistats_prop6_drift_order_turns_back_from_above :
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

(* turns_from_below *)
Theorem aistats_prop6_drift_order_turns_from_below :
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

(* turns_from_above *)
Theorem aistats_prop6_drift_order_turns_from_above :
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
Theorem aistats_prop6_drift_order_one_move :
  forall (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (gamma : R) (mu : R),
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 <= a5 ->
  0 < gamma ->
  0 < mu ->
  a1 = a4 ->
  a4 <= a2 * gamma + a5 ->
  a5 <= a3 * (1 - gamma * mu) ->
  L * gamma <= 1 ->
  a1 <= a2 * gamma + a3 * (1 - gamma * mu).
Proof.
  intros L a1 a2 a3 a4 a5 gamma mu sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_gamma sign_mu given_1 given_2 given_3 given_4.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (so_5 : 0 <= 1). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_2)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_3))).
Qed.

(* moved_at_first *)
Theorem aistats_prop6_drift_order_moved_at_first :
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
Theorem aistats_prop6_drift_order_moved_positive :
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

(* moved_closes *)
Theorem aistats_prop6_drift_order_moved_closes :
  forall (a1 : R) (gamma : R) (h : nat) (mu : R),
  0 <= a1 ->
  0 < gamma ->
  0 < mu ->
  a1 * INR h * gamma * (1 - gamma * mu) + a1 * gamma <= a1 * gamma * (INR h + 1).
Proof.
  intros a1 gamma h mu sign_a1 sign_gamma sign_mu.
  assert (m1 : 0 <= (a1) * (gamma) ^ 2 * (INR h) * (mu)) by positive.
  certified (((1))) m1.
Qed.

(* one_step *)
Theorem aistats_prop6_drift_order_one_step :
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
  a6 <= a3 * INR h * gamma ->
  L * gamma <= 1 ->
  a1 <= a3 * INR h * L * gamma ^ 2 + a2.
Proof.
  intros L a1 a2 a3 a4 a5 a6 gamma h sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_a6 sign_gamma given_1 given_2 given_3 given_4 given_5.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (slack_given_5 := slack _ _ given_5).
  assert (so_6 : 0 <= 1). { positive. }
  assert (so_7 : 0 <= gamma). { positive. }
  assert (so_8 : 0 <= L * gamma). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_6 slack_given_2)) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_7 slack_given_3)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_8 slack_given_4)))).
Qed.

(* left_closes *)
Theorem aistats_prop6_drift_order_left_closes :
  forall (L : R) (a1 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 < gamma ->
  a1 * INR h * L * gamma ^ 2 * (INR h - 1) / 2 + a1 * INR h * L * gamma ^ 2 <= a1 * INR h * L * gamma ^ 2 * (INR h + 1) / 2.
Proof.
  intros L a1 gamma h sign_L sign_a1 sign_gamma.
  certified (((1))) (Rle_refl 0).
Qed.

(* drift *)
Theorem aistats_prop6_drift_order_drift :
  forall (H : nat) (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 < gamma ->
  a1 = a3 ->
  a3 <= a4 ->
  a4 <= a2 * L * gamma ^ 2 * (INR H) ^ 2 / 2 - a2 * L * INR H * gamma ^ 2 / 2 ->
  L * gamma <= 1 ->
  a1 <= a2 * L * INR H * gamma ^ 2 * (INR H - 1) / 2.
Proof.
  intros H L a1 a2 a3 a4 gamma sign_H sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_gamma given_1 given_2 given_3 given_4.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (so_5 : 0 <= 1). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_2)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_3))).
Qed.

(* aistats-prop6-drift-order: What the clients' own optima add to a round is at most gamma^2 L H (H-1)/2 times the mean of the clients' gradients at theta*, which cancel in first order. (Equation (50), by which it is said to hold, lacks a vector; none of it is needed.) *)
Theorem aistats_prop6_drift_order :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  minimiser V ->
  own_minimiser V ->
  quadratic_gradient V ->
  spectral V ->
  curved N grad_c hess_c mu L ->
  quadratic N hess_c ->
  L * gamma <= 1 ->
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  there is theta_star_c : (nat -> vec V), with ((forall (c : nat) (inside : (c < N)%nat), grad_c c (theta_star_c c) = 0%vec)); then (
  forall Gamma_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), Gamma_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), Gamma_c c (S h) x = (Gamma_c c h x - gamma *: hess_c c theta_star @
    Gamma_c c h x)%vec) ->
  norm (theta_star + vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec) - vmean N (fun c => theta_star_c c)) <= mean N (fun c
    => norm (grad_c c theta_star)) * L * INR H * gamma ^ 2 * (INR H - 1) / 2)).
Proof.
  intros V N grad_c hess_c H L gamma mu some H_positive L_positive gamma_positive mu_positive the_minimiser the_own_minimiser
    the_quadratic_gradient the_spectral curvature constant_hessian given_1.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
  assert (mu_at_most_L : mu <= L).
  { exact (ordered_curvatures N grad_c hess_c mu L some curvature).
  }
  assert (curvature_over_1 : forall (c : nat) (inside : (c < N)%nat), at_least (hess_c c theta_star)%mat mu).
  { intros c inside. exact (proj1 (proj2 (curvature c inside (theta_star)%vec))).
  }
  assert (curvature_over_2 : forall (c : nat) (inside : (c < N)%nat), at_most (hess_c c theta_star)%mat L).
  { intros c inside. exact (proj2 (proj2 (curvature c inside (theta_star)%vec))).
  }
  split.
  { destruct (the_own_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. intros c inside. exact (known c inside).
  }
  intros theta_star_c own_optimum.
  assert (own_linear_over_1 : forall (c : nat) (inside : (c < N)%nat), (grad_c c (theta_star_c c) - grad_c c theta_star)%vec = (hess_c c
    theta_star @ (theta_star_c c - theta_star))%vec).
  { intros c inside. as_vectors (the_quadratic_gradient N grad_c hess_c mu L some mu_positive curvature constant_hessian c inside
    (theta_star_c c)%vec (theta_star)%vec (theta_star)%vec).
  }
  intros Gamma_c.
  intros no_factor.
  intros factor.
  assert (no_factor_of_the_own : forall (c : nat) (inside : (c < N)%nat), Gamma_c c 0%nat (theta_star_c c - theta_star)%vec = (theta_star_c
    c - theta_star)%vec).
  { intros c inside. as_vectors (no_factor c inside (theta_star_c c - theta_star)%vec).
  }
  assert (factor_of_the_own : forall (c : nat) (inside : (c < N)%nat) (h : nat), Gamma_c c (S h) (theta_star_c c - theta_star)%vec =
    (Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec)%vec).
  { intros c inside h. as_vectors (factor c inside h (theta_star_c c - theta_star)%vec).
  }
  assert (moves_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (Gamma_c c (S h) (theta_star_c c - theta_star)%vec -
    (theta_star_c c - theta_star))%vec = (gamma *: grad_c c theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c
    theta_star @ (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star)) - (theta_star_c c - theta_star))%vec).
  { intros c inside h. less_in (linear V) (1)%R (factor_of_the_own c inside h).
    less_in (linear V) (gamma)%R (own_linear_over_1 c inside).
    less_in (linear V) (- gamma)%R (own_optimum c inside).
    vectors.
  }
  assert (moves_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star + Gamma_c c (S h) (theta_star_c c -
    theta_star)%vec - theta_star_c c) = norm (gamma *: grad_c c theta_star + gamma *: hess_c c theta_star @ theta_star_c c + theta_star +
    Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h
    (theta_star_c c - theta_star)%vec - theta_star_c c)).
  { intros c inside h. assert (whole : (Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star))%vec = (gamma *:
    grad_c c theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ (Gamma_c c h (theta_star_c c -
    theta_star)%vec - (theta_star_c c - theta_star)) - (theta_star_c c - theta_star))%vec). { less_in (linear V) (1)%R (factor_of_the_own c
    inside h). less_in (linear V) (gamma)%R (own_linear_over_1 c inside). less_in (linear V) (- gamma)%R (own_optimum c inside). vectors. }
    assert (left : norm (Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star))%vec = norm (theta_star + Gamma_c
      c (S h) (theta_star_c c - theta_star)%vec - theta_star_c c)) by lengths.
    assert (right : norm (gamma *: grad_c c theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @
      (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star)) - (theta_star_c c - theta_star))%vec = norm (gamma *:
      grad_c c theta_star + gamma *: hess_c c theta_star @ theta_star_c c + theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec -
      gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec -
      theta_star_c c)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (begins_over_2 : forall (c : nat) (inside : (c < N)%nat), norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec -
    theta_star_c c) = 0).
  { intros c inside. assert (whole : (Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star))%vec = (@vzero V)).
    { less_in (linear V) (1)%R (no_factor_of_the_own c inside). vectors. }
    assert (left : norm (Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star))%vec = norm (theta_star + Gamma_c
      c 0%nat (theta_star_c c - theta_star)%vec - theta_star_c c)) by lengths.
    assert (right : norm (@vzero V) = 0) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (turns_back : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (gamma *: hess_c c theta_star @ theta_star_c c + theta_star +
    Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h
    (theta_star_c c - theta_star)%vec - theta_star_c c) <= norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - theta_star_c
    c) * (1 - gamma * mu)).
  { intros c inside h. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known := aistats_prop6_drift_order_turns_back_from_below (L)
        (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits
        above)). specialize (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known := aistats_prop6_drift_order_turns_back_from_above (gamma)
        (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)).
        fits known. } fits sign_.
    }
    assert (left : norm (1 *: (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star))%vec + (hess_c c
      theta_star)%mat @ ((- gamma)%R *: (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star))%vec + (hess_c c
      theta_star)%mat @ 0%vec)%vec)%vec = norm (gamma *: hess_c c theta_star @ theta_star_c c + theta_star + Gamma_c c h (theta_star_c c -
      theta_star)%vec - gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c -
      theta_star)%vec - theta_star_c c)) by lengths.
    assert (right_0 : norm (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star)) = norm (theta_star + Gamma_c c h
      (theta_star_c c - theta_star)%vec - theta_star_c c)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star)) = norm
      (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - theta_star_c c) * (1 - gamma * mu)) by (rewrite ?right_0; reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_ high_ everywhere
      (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star))%vec)).
  }
  assert (turns : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (hess_c c theta_star @ theta_star + hess_c c theta_star @ Gamma_c
    c h (theta_star_c c - theta_star)%vec - hess_c c theta_star @ theta_star_c c) <= norm (theta_star + Gamma_c c h (theta_star_c c -
    theta_star)%vec - theta_star_c c) * L).
  { intros c inside h. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := aistats_prop6_drift_order_turns_from_below (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
        fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := aistats_prop6_drift_order_turns_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star))%vec + (hess_c c
      theta_star)%mat @ (1 *: (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star))%vec + (hess_c c
      theta_star)%mat @ 0%vec)%vec)%vec = norm (hess_c c theta_star @ theta_star + hess_c c theta_star @ Gamma_c c h (theta_star_c c -
      theta_star)%vec - hess_c c theta_star @ theta_star_c c)) by lengths.
    assert (right_0 : norm (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star)) = norm (theta_star + Gamma_c c h
      (theta_star_c c - theta_star)%vec - theta_star_c c)) by lengths.
    assert (right : L * norm (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star)) = norm (theta_star + Gamma_c c
      h (theta_star_c c - theta_star)%vec - theta_star_c c) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ L [0; 1] low_ high_ everywhere (Gamma_c c h (theta_star_c
      c - theta_star)%vec - (theta_star_c c - theta_star))%vec)).
  }
  assert (and_is_pulled : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (gamma *: grad_c c theta_star + gamma *: hess_c c
    theta_star @ theta_star_c c + theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ theta_star -
    gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec - theta_star_c c) <= norm (grad_c c theta_star) * gamma +
    norm (gamma *: hess_c c theta_star @ theta_star_c c + theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c
    theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec - theta_star_c c)).
  { intros c inside h. assert (left : norm ((Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ (Gamma_c c h
    (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star)) - (theta_star_c c - theta_star))%vec + (gamma *: grad_c c
    theta_star)%vec) = norm (gamma *: grad_c c theta_star + gamma *: hess_c c theta_star @ theta_star_c c + theta_star + Gamma_c c h
    (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c
    c - theta_star)%vec - theta_star_c c)) by lengths.
    assert (right_0 : norm (Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ (Gamma_c c h (theta_star_c c -
      theta_star)%vec - (theta_star_c c - theta_star)) - (theta_star_c c - theta_star)) = norm (gamma *: hess_c c theta_star @ theta_star_c
      c + theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c
      theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec - theta_star_c c)) by lengths.
    assert (right_1 : norm (gamma *: grad_c c theta_star) = norm (grad_c c theta_star) * gamma) by lengths.
    assert (right : norm (Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ (Gamma_c c h (theta_star_c c -
      theta_star)%vec - (theta_star_c c - theta_star)) - (theta_star_c c - theta_star)) + norm (gamma *: grad_c c theta_star) = norm (grad_c
      c theta_star) * gamma + norm (gamma *: hess_c c theta_star @ theta_star_c c + theta_star + Gamma_c c h (theta_star_c c -
      theta_star)%vec - gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c -
      theta_star)%vec - theta_star_c c)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ (Gamma_c c h
      (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star)) - (theta_star_c c - theta_star))%vec (gamma *: grad_c c
      theta_star)%vec)).
  }
  assert (one_move : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec
    - theta_star_c c) <= norm (grad_c c theta_star) * gamma + norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec -
    theta_star_c c) * (1 - gamma * mu)).
  { intros c inside h. assert (known := aistats_prop6_drift_order_one_move (L) (norm (theta_star + Gamma_c c (S h) (theta_star_c c -
    theta_star)%vec - theta_star_c c)) (norm (grad_c c theta_star)) (norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec -
    theta_star_c c)) (norm (gamma *: grad_c c theta_star + gamma *: hess_c c theta_star @ theta_star_c c + theta_star + Gamma_c c h
    (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c
    c - theta_star)%vec - theta_star_c c)) (norm (gamma *: hess_c c theta_star @ theta_star_c c + theta_star + Gamma_c c h (theta_star_c c -
    theta_star)%vec - gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c -
    theta_star)%vec - theta_star_c c)) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (moves_over_2 c inside h))).
    specialize (known ltac:(cbv beta; fits (and_is_pulled c inside h))).
    specialize (known ltac:(cbv beta; fits (turns_back c inside h))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (moved_ : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec -
    theta_star_c c) <= norm (grad_c c theta_star) * INR h * gamma).
  { intros c inside h. revert h. apply (induction (fun h => norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - theta_star_c
    c)) (fun h => norm (grad_c c theta_star) * INR h * gamma) (fun h => 1 - gamma * mu) (fun h => norm (grad_c c theta_star) * gamma)).
    - cbv beta. assert (proved : norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - theta_star_c c) <= 0). { assert
      (known := aistats_prop6_drift_order_moved_at_first (norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec -
      theta_star_c c))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
      (begins_over_2 c inside))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      aistats_prop6_drift_order_moved_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec - theta_star_c c) <= norm
      (grad_c c theta_star) * gamma + norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - theta_star_c c) * (1 - gamma *
      mu)). { fits (one_move c inside h). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (grad_c c theta_star) * INR h * gamma * (1 - gamma * mu) + norm (grad_c c theta_star) *
      gamma <= norm (grad_c c theta_star) * gamma * (INR h + 1)). { assert (known := aistats_prop6_drift_order_moved_closes (norm (grad_c c
      theta_star)) (gamma) h (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  assert (next_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star + Gamma_c c (S h) (theta_star_c c -
    theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - theta_star_c c) = norm (gamma *: hess_c c
    theta_star @ theta_star_c c + theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star -
    gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec - theta_star_c
    c)).
  { intros c inside h. assert (whole : (Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (gamma * (INR h + 1))%R *: grad_c c theta_star -
    (theta_star_c c - theta_star))%vec = (Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star - gamma
    *: hess_c c theta_star @ (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star)) - (theta_star_c c -
    theta_star))%vec). { less_in (linear V) (1)%R (moves_over_1 c inside h). vectors. }
    assert (left : norm (Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (gamma * (INR h + 1))%R *: grad_c c theta_star - (theta_star_c
      c - theta_star))%vec = norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star
      - gamma *: grad_c c theta_star - theta_star_c c)) by lengths.
    assert (right : norm (Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star - gamma *: hess_c c
      theta_star @ (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c - theta_star)) - (theta_star_c c - theta_star))%vec =
      norm (gamma *: hess_c c theta_star @ theta_star_c c + theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R
      *: grad_c c theta_star - gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c -
      theta_star)%vec - theta_star_c c)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (gamma *: hess_c c theta_star @ theta_star_c c + theta_star +
    Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star - gamma *: hess_c c theta_star @ theta_star -
    gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec - theta_star_c c) <= norm (hess_c c theta_star @ theta_star
    + hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec - hess_c c theta_star @ theta_star_c c) * gamma + norm (theta_star
    + Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star - theta_star_c c)).
  { intros c inside h. assert (left : norm ((Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star -
    (theta_star_c c - theta_star))%vec + (- (gamma *: hess_c c theta_star @ (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c
    - theta_star))))%vec) = norm (gamma *: hess_c c theta_star @ theta_star_c c + theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec
    - (INR h * gamma)%R *: grad_c c theta_star - gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h
    (theta_star_c c - theta_star)%vec - theta_star_c c)) by lengths.
    assert (right_0 : norm (Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star - (theta_star_c c -
      theta_star)) = norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star -
      theta_star_c c)) by lengths.
    assert (right_1 : norm (- (gamma *: hess_c c theta_star @ (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c -
      theta_star)))) = norm (hess_c c theta_star @ theta_star + hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec - hess_c
      c theta_star @ theta_star_c c) * gamma) by lengths.
    assert (right : norm (Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star - (theta_star_c c -
      theta_star)) + norm (- (gamma *: hess_c c theta_star @ (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c -
      theta_star)))) = norm (hess_c c theta_star @ theta_star + hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec - hess_c
      c theta_star @ theta_star_c c) * gamma + norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *:
      grad_c c theta_star - theta_star_c c)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star -
      (theta_star_c c - theta_star))%vec (- (gamma *: hess_c c theta_star @ (Gamma_c c h (theta_star_c c - theta_star)%vec - (theta_star_c c
      - theta_star))))%vec)).
  }
  assert (one_step : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec
    - (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - theta_star_c c) <= norm (grad_c c theta_star) * INR h * L *
    gamma ^ 2 + norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star - theta_star_c
    c)).
  { intros c inside h. assert (known := aistats_prop6_drift_order_one_step (L) (norm (theta_star + Gamma_c c (S h) (theta_star_c c -
    theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - theta_star_c c)) (norm (theta_star + Gamma_c
    c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star - theta_star_c c)) (norm (grad_c c theta_star)) (norm
    (gamma *: hess_c c theta_star @ theta_star_c c + theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *:
    grad_c c theta_star - gamma *: hess_c c theta_star @ theta_star - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c -
    theta_star)%vec - theta_star_c c)) (norm (hess_c c theta_star @ theta_star + hess_c c theta_star @ Gamma_c c h (theta_star_c c -
    theta_star)%vec - hess_c c theta_star @ theta_star_c c)) (norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec -
    theta_star_c c)) (gamma) h).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (next_over_2 c inside h))).
    specialize (known ltac:(cbv beta; fits (two_parts c inside h))).
    specialize (known ltac:(cbv beta; fits (turns c inside h))).
    specialize (known ltac:(cbv beta; fits (moved_ c inside h))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (left_ : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - (INR
    h * gamma)%R *: grad_c c theta_star - theta_star_c c) <= norm (grad_c c theta_star) * INR h * L * gamma ^ 2 * (INR h - 1) / 2).
  { intros c inside h. revert h. apply (induction (fun h => norm (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h *
    gamma)%R *: grad_c c theta_star - theta_star_c c)) (fun h => norm (grad_c c theta_star) * INR h * L * gamma ^ 2 * (INR h - 1) / 2) (fun
    h => 1) (fun h => norm (grad_c c theta_star) * INR h * L * gamma ^ 2)).
    - cbv beta. assert (proved : norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - theta_star_c c) <= 0). { assert
      (known := aistats_prop6_drift_order_moved_at_first (norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec -
      theta_star_c c))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
      (begins_over_2 c inside))). fits known. }
      try (assert (size_0 : norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - (INR 0%nat * gamma)%R *: grad_c c
        theta_star - theta_star_c c) = norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - theta_star_c c)) by lengths;
        rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (INR (S h) * gamma)%R *: grad_c c
        theta_star - theta_star_c c) = norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c
        theta_star - gamma *: grad_c c theta_star - theta_star_c c)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      try (assert (size_0 : norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - (INR 0%nat * gamma)%R *: grad_c c
        theta_star - theta_star_c c) = norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - theta_star_c c)) by lengths;
        rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (INR (S h) * gamma)%R *: grad_c c
        theta_star - theta_star_c c) = norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c
        theta_star - gamma *: grad_c c theta_star - theta_star_c c)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *:
      grad_c c theta_star - gamma *: grad_c c theta_star - theta_star_c c) <= norm (grad_c c theta_star) * INR h * L * gamma ^ 2 + norm
      (theta_star + Gamma_c c h (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c theta_star - theta_star_c c)). { fits
      (one_step c inside h). }
      try (assert (size_0 : norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - (INR 0%nat * gamma)%R *: grad_c c
        theta_star - theta_star_c c) = norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - theta_star_c c)) by lengths;
        rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (INR (S h) * gamma)%R *: grad_c c
        theta_star - theta_star_c c) = norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c
        theta_star - gamma *: grad_c c theta_star - theta_star_c c)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (grad_c c theta_star) * INR h * L * gamma ^ 2 * (INR h - 1) / 2 + norm (grad_c c theta_star)
      * INR h * L * gamma ^ 2 <= norm (grad_c c theta_star) * INR h * L * gamma ^ 2 * (INR h + 1) / 2). { assert (known :=
      aistats_prop6_drift_order_left_closes (L) (norm (grad_c c theta_star)) (gamma) h). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). fits known. }
      try (assert (size_0 : norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - (INR 0%nat * gamma)%R *: grad_c c
        theta_star - theta_star_c c) = norm (theta_star + Gamma_c c 0%nat (theta_star_c c - theta_star)%vec - theta_star_c c)) by lengths;
        rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (INR (S h) * gamma)%R *: grad_c c
        theta_star - theta_star_c c) = norm (theta_star + Gamma_c c (S h) (theta_star_c c - theta_star)%vec - (INR h * gamma)%R *: grad_c c
        theta_star - gamma *: grad_c c theta_star - theta_star_c c)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
  }
  assert (left_at_H : forall (c : nat) (inside : (c < N)%nat), norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma *
    INR H)%R *: grad_c c theta_star - theta_star_c c) <= norm (grad_c c theta_star) * L * INR H * gamma ^ 2 * (INR H - 1) / 2).
  { intros c inside. assert (known := (left_ c inside H)).
    assert (size_0 : norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (INR H * gamma)%R *: grad_c c theta_star -
      theta_star_c c) = norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c theta_star -
      theta_star_c c)) by lengths.
    rewrite ?size_0 in known.
    fits known.
  }
  assert (left_in_the_mean : mean N (fun c => norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c
    c theta_star - theta_star_c c)) <= mean N (fun c => norm (grad_c c theta_star)) * L * gamma ^ 2 * (INR H) ^ 2 / 2 - mean N (fun c =>
    norm (grad_c c theta_star)) * L * INR H * gamma ^ 2 / 2).
  { assert (left : mean N (fun c => norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c
    theta_star - theta_star_c c)) = mean N (fun c => norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *:
    grad_c c theta_star - theta_star_c c))).
    { transitivity (mean N (fun c => (1) * (norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c
      theta_star - theta_star_c c)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm (grad_c c theta_star) * L * INR H * gamma ^ 2 * (INR H - 1) / 2) = mean N (fun c => norm (grad_c c
      theta_star)) * L * gamma ^ 2 * (INR H) ^ 2 / 2 - mean N (fun c => norm (grad_c c theta_star)) * L * INR H * gamma ^ 2 / 2).
    { transitivity (mean N (fun c => (L * gamma ^ 2 * (INR H) ^ 2 / 2) * (norm (grad_c c theta_star)) + (- L * INR H * gamma ^ 2 / 2) *
      (norm (grad_c c theta_star)))); [apply mean_equal; intros c inside; reals | reals]. }
    apply (between _ _ _ _ left right). apply mean_monotone; [exact some | intros c inside]. fits (left_at_H c inside).
  }
  assert (convexity_of_what_is_left : norm (theta_star + vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec) - (gamma * INR
    H)%R *: vmean N (fun c => grad_c c theta_star) - vmean N (fun c => theta_star_c c)) <= mean N (fun c => norm (theta_star + Gamma_c c H
    (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c theta_star - theta_star_c c))).
  { assert (size : norm (@vmean V N (fun c => (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c
    theta_star - theta_star_c c)%vec)) = norm (theta_star + vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec) - (gamma * INR
    H)%R *: vmean N (fun c => grad_c c theta_star) - vmean N (fun c => theta_star_c c))) by lengths.
    assert (left : norm (@vmean V N (fun c => (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c
      theta_star - theta_star_c c)%vec)) = norm (theta_star + vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec) - (gamma *
      INR H)%R *: vmean N (fun c => grad_c c theta_star) - vmean N (fun c => theta_star_c c))) by (try rewrite size; reals).
    assert (whole : mean N (fun c => norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c
      theta_star - theta_star_c c)) = mean N (fun c => norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R
      *: grad_c c theta_star - theta_star_c c))).
    { transitivity (mean N (fun c => (1) * (norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c
      theta_star - theta_star_c c)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm ((fun c => (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *:
      grad_c c theta_star - theta_star_c c)%vec) c)) = mean N (fun c => norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec -
      (gamma * INR H)%R *: grad_c c theta_star - theta_star_c c))).
    { transitivity (mean N (fun c => norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c
      theta_star - theta_star_c c))); [apply mean_equal; intros c inside; cbv beta | exact whole].
      assert (own : norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c theta_star -
        theta_star_c c) = norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c theta_star -
        theta_star_c c)) by lengths. try rewrite own. reals. }
    exact (between _ _ _ _ left right (jensen_1 N (fun c => (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R
      *: grad_c c theta_star - theta_star_c c)%vec))).
  }
  assert (the_pulls_cancel_over_2 : norm (theta_star + vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec) - vmean N (fun c =>
    theta_star_c c)) = norm (theta_star + vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec) - (gamma * INR H)%R *: vmean N
    (fun c => grad_c c theta_star) - vmean N (fun c => theta_star_c c))).
  { assert (whole : (vmean N (fun c => theta_star_c c) - theta_star - vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec))%vec
    = (- (theta_star + vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec) - (gamma * INR H)%R *: vmean N (fun c => grad_c c
    theta_star) - vmean N (fun c => theta_star_c c)))%vec). { less_in (linear V) (- gamma * INR H)%R optimum. vectors. }
    assert (left : norm (vmean N (fun c => theta_star_c c) - theta_star - vmean N (fun c => Gamma_c c H (theta_star_c c -
      theta_star)%vec))%vec = norm (theta_star + vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec) - vmean N (fun c =>
      theta_star_c c))) by lengths.
    assert (right : norm (- (theta_star + vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec) - (gamma * INR H)%R *: vmean N
      (fun c => grad_c c theta_star) - vmean N (fun c => theta_star_c c)))%vec = norm (theta_star + vmean N (fun c => Gamma_c c H
      (theta_star_c c - theta_star)%vec) - (gamma * INR H)%R *: vmean N (fun c => grad_c c theta_star) - vmean N (fun c => theta_star_c c)))
      by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (drift : norm (theta_star + vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec) - vmean N (fun c => theta_star_c c))
    <= mean N (fun c => norm (grad_c c theta_star)) * L * INR H * gamma ^ 2 * (INR H - 1) / 2).
  { assert (known := aistats_prop6_drift_order_drift H (L) (norm (theta_star + vmean N (fun c => Gamma_c c H (theta_star_c c -
    theta_star)%vec) - vmean N (fun c => theta_star_c c))) (mean N (fun c => norm (grad_c c theta_star))) (norm (theta_star + vmean N (fun c
    => Gamma_c c H (theta_star_c c - theta_star)%vec) - (gamma * INR H)%R *: vmean N (fun c => grad_c c theta_star) - vmean N (fun c =>
    theta_star_c c))) (mean N (fun c => norm (theta_star + Gamma_c c H (theta_star_c c - theta_star)%vec - (gamma * INR H)%R *: grad_c c
    theta_star - theta_star_c c))) (gamma)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits the_pulls_cancel_over_2)).
    specialize (known ltac:(cbv beta; fits convexity_of_what_is_left)).
    specialize (known ltac:(cbv beta; fits left_in_the_mean)).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  fits drift.
Qed.

Definition all_of_this_file := (aistats_prop6_drift_order).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
