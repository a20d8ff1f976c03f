(* symfed-product-first-order: n factors Id - gamma D are Id less gamma times the sum of the n Hessians, up to (gamma L)^2 n (n-1)/2; n is H
   - h in F_c^{h+1:H} as Theorem 1's proof has it. The square does not vanish where theta_det = theta*; O(gamma H) of the remainders R
   stands.
   symfed, the products in the proof of Theorem 1. Printed:
     \Big\|\digamma_c^{\star,h+1:H}-Id+\gamma\sum_{\ell=h}^{H-1}\bar D_c^{(\gamma,\ell)}\Big\|\le\frac{\gamma^2L^2}2(H-h)(H-h-1)
   Conditions:
     L*gamma <= 1
     in words: every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L]
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* a_factor_shrinks_from_below *)
Theorem symfed_product_first_order_a_factor_shrinks_from_below :
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
Theorem symfed_product_first_order_a_factor_shrinks_from_above :
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
Theorem symfed_product_first_order_smooth_from_below :
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
Theorem symfed_product_first_order_smooth_from_above :
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
Theorem symfed_product_first_order_one_move :
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
Theorem symfed_product_first_order_moved_at_first :
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
Theorem symfed_product_first_order_moved_positive :
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
Theorem symfed_product_first_order_moved_closes :
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
Theorem symfed_product_first_order_one_step :
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
Theorem symfed_product_first_order_first_order_closes :
  forall (L : R) (a1 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 < gamma ->
  a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + a1 * INR h * L ^ 2 * gamma ^ 2 <= a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) / 2.
Proof.
  intros L a1 gamma h sign_L sign_a1 sign_gamma.
  certified (((1))) (Rle_refl 0).
Qed.

(* symfed-product-first-order: n factors Id - gamma D are Id less gamma times the sum of the n Hessians, up to (gamma L)^2 n (n-1)/2; n is H - h in F_c^{h+1:H} as Theorem 1's proof has it. The square does not vanish where theta_det = theta*; O(gamma H) of the remainders R stands. *)
Theorem symfed_product_first_order :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (L : R) (gamma : R) (mu : R) (theta_det
    : vec V) (theta_star : vec V),
  (1 <= N)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mean_value_hessian V ->
  spectral V ->
  curved N grad_c hess_c mu L ->
  L * gamma <= 1 ->
  forall T_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), T_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), T_c c (S h) x = (T_c c h x - gamma *: grad_c c (T_c c h x))%vec) ->
  there is Dstar_c : (nat -> nat -> mat V), with ((forall (c : nat) (inside : (c < N)%nat) (h : nat), (grad_c c (T_c c h theta_det) - grad_c
    c theta_star)%vec = (Dstar_c c h @ (T_c c h theta_det - theta_star))%vec) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat),
    at_least (Dstar_c c h)%mat mu) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat), at_most (Dstar_c c h)%mat L)); then (
  forall Q_later_c : nat -> nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (t : nat) (x : vec V), Q_later_c c 0%nat t x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), Q_later_c c (S h) t x = (Q_later_c c h t x - gamma *: Dstar_c c
    ((h + t))%nat @ Q_later_c c h t x)%vec) ->
  forall path_hessians_c : nat -> nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (t : nat) (x : vec V), path_hessians_c c 0%nat t x = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), path_hessians_c c (S h) t x = (Dstar_c c ((h + t))%nat @ x +
    path_hessians_c c h t x)%vec) ->
  forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (x - gamma *: path_hessians_c c h t x - Q_later_c c h t x)
    <= norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2).
Proof.
  intros V N grad_c hess_c L gamma mu theta_det theta_star some L_positive gamma_positive mu_positive the_mean_value_hessian the_spectral
    curvature given_1.
  intros T_c.
  intros start_.
  intros local_step.
  assert (mu_at_most_L : mu <= L).
  { exact (ordered_curvatures N grad_c hess_c mu L some curvature).
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
  intros Dstar_c (mean_Hessian_over_1 & mean_Hessian_over_2 & mean_Hessian_over_3).
  assert (later_low : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat), at_least (Dstar_c c ((h + t))%nat)%mat mu).
  { intros c inside h t. exact (mean_Hessian_over_2 c inside ((h + t))%nat).
  }
  assert (later_high : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat), at_most (Dstar_c c ((h + t))%nat)%mat L).
  { intros c inside h t. exact (mean_Hessian_over_3 c inside ((h + t))%nat).
  }
  intros Q_later_c.
  intros no_later_factor.
  intros a_later_factor.
  intros path_hessians_c.
  intros no_Hessian.
  intros a_Hessian_more.
  assert (a_factor_shrinks : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (gamma *: Dstar_c c ((h + t))%nat
    @ Q_later_c c h t x + x - gamma *: Dstar_c c ((h + t))%nat @ x - Q_later_c c h t x) <= norm (x - Q_later_c c h t x) * (1 - gamma * mu)).
  { intros c inside h t x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known := symfed_product_first_order_a_factor_shrinks_from_below (L)
        (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits
        above)). specialize (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known := symfed_product_first_order_a_factor_shrinks_from_above
        (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
        above)). fits known. } fits sign_.
    }
    assert (left : norm (1 *: (Q_later_c c h t x - x)%vec + (Dstar_c c ((h + t))%nat)%mat @ ((- gamma)%R *: (Q_later_c c h t x - x)%vec +
      (Dstar_c c ((h + t))%nat)%mat @ 0%vec)%vec)%vec = norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + x - gamma *: Dstar_c c
      ((h + t))%nat @ x - Q_later_c c h t x)) by lengths.
    assert (right_0 : norm (Q_later_c c h t x - x) = norm (x - Q_later_c c h t x)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (Q_later_c c h t x - x) = norm (x - Q_later_c c h t x) * (1 - gamma * mu)) by (rewrite
      ?right_0; reals).
    assert (low_ : at_least (Dstar_c c ((h + t))%nat)%mat mu). { exact (later_low c inside h t). }
    assert (high_ : at_most (Dstar_c c ((h + t))%nat)%mat L). { exact (later_high c inside h t). }
    exact (between _ _ _ _ left right (the_spectral (Dstar_c c ((h + t))%nat)%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_ high_ everywhere
      (Q_later_c c h t x - x)%vec)).
  }
  assert (smooth : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (Dstar_c c ((h + t))%nat @ x) <= norm (x) *
    L).
  { intros c inside h t x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := symfed_product_first_order_smooth_from_below (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
        fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := symfed_product_first_order_smooth_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (x)%vec + (Dstar_c c ((h + t))%nat)%mat @ (1 *: (x)%vec + (Dstar_c c ((h + t))%nat)%mat @ 0%vec)%vec)%vec =
      norm (Dstar_c c ((h + t))%nat @ x)) by lengths.
    assert (right_0 : norm (x) = norm (x)) by lengths.
    assert (right : L * norm (x) = norm (x) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (Dstar_c c ((h + t))%nat)%mat mu). { exact (later_low c inside h t). }
    assert (high_ : at_most (Dstar_c c ((h + t))%nat)%mat L). { exact (later_high c inside h t). }
    exact (between _ _ _ _ left right (the_spectral (Dstar_c c ((h + t))%nat)%mat _ _ L [0; 1] low_ high_ everywhere (x)%vec)).
  }
  assert (smooth_on_what_has_moved : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (Dstar_c c ((h + t))%nat
    @ x - Dstar_c c ((h + t))%nat @ Q_later_c c h t x) <= norm (x - Q_later_c c h t x) * L).
  { intros c inside h t x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := symfed_product_first_order_smooth_from_below (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
        fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := symfed_product_first_order_smooth_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (Q_later_c c h t x - x)%vec + (Dstar_c c ((h + t))%nat)%mat @ (1 *: (Q_later_c c h t x - x)%vec + (Dstar_c c
      ((h + t))%nat)%mat @ 0%vec)%vec)%vec = norm (Dstar_c c ((h + t))%nat @ x - Dstar_c c ((h + t))%nat @ Q_later_c c h t x)) by lengths.
    assert (right_0 : norm (Q_later_c c h t x - x) = norm (x - Q_later_c c h t x)) by lengths.
    assert (right : L * norm (Q_later_c c h t x - x) = norm (x - Q_later_c c h t x) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (Dstar_c c ((h + t))%nat)%mat mu). { exact (later_low c inside h t). }
    assert (high_ : at_most (Dstar_c c ((h + t))%nat)%mat L). { exact (later_high c inside h t). }
    exact (between _ _ _ _ left right (the_spectral (Dstar_c c ((h + t))%nat)%mat _ _ L [0; 1] low_ high_ everywhere (Q_later_c c h t x -
      x)%vec)).
  }
  assert (moves_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (x - Q_later_c c (S h) t x) = norm
    (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + x - Q_later_c c h t x)).
  { intros c inside h t x. assert (whole : (Q_later_c c (S h) t x - x)%vec = (Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ x -
    gamma *: Dstar_c c ((h + t))%nat @ (Q_later_c c h t x - x) - x)%vec). { less_in (linear V) (1)%R (a_later_factor c inside h t x).
    vectors. }
    assert (left : norm (Q_later_c c (S h) t x - x)%vec = norm (x - Q_later_c c (S h) t x)) by lengths.
    assert (right : norm (Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_c c h t x -
      x) - x)%vec = norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + x - Q_later_c c h t x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (moves_in_two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (gamma *: Dstar_c c ((h +
    t))%nat @ Q_later_c c h t x + x - Q_later_c c h t x) <= norm (Dstar_c c ((h + t))%nat @ x) * gamma + norm (gamma *: Dstar_c c ((h +
    t))%nat @ Q_later_c c h t x + x - gamma *: Dstar_c c ((h + t))%nat @ x - Q_later_c c h t x)).
  { intros c inside h t x. assert (left : norm ((Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_c c h t x - x) - x)%vec +
    (- (gamma *: Dstar_c c ((h + t))%nat @ x))%vec) = norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + x - Q_later_c c h t x))
    by lengths.
    assert (right_0 : norm (Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_c c h t x - x) - x) = norm (gamma *: Dstar_c c
      ((h + t))%nat @ Q_later_c c h t x + x - gamma *: Dstar_c c ((h + t))%nat @ x - Q_later_c c h t x)) by lengths.
    assert (right_1 : norm (- (gamma *: Dstar_c c ((h + t))%nat @ x)) = norm (Dstar_c c ((h + t))%nat @ x) * gamma) by lengths.
    assert (right : norm (Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_c c h t x - x) - x) + norm (- (gamma *: Dstar_c c
      ((h + t))%nat @ x)) = norm (Dstar_c c ((h + t))%nat @ x) * gamma + norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + x -
      gamma *: Dstar_c c ((h + t))%nat @ x - Q_later_c c h t x)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_c c h t x - x) - x)%vec (-
      (gamma *: Dstar_c c ((h + t))%nat @ x))%vec)).
  }
  assert (one_move : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (x - Q_later_c c (S h) t x) <= norm (x) *
    L * gamma + norm (x - Q_later_c c h t x) * (1 - gamma * mu)).
  { intros c inside h t x. assert (known := symfed_product_first_order_one_move (L) (norm (x - Q_later_c c (S h) t x)) (norm (x - Q_later_c
    c h t x)) (norm (x)) (norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + x - Q_later_c c h t x)) (norm (gamma *: Dstar_c c ((h
    + t))%nat @ Q_later_c c h t x + x - gamma *: Dstar_c c ((h + t))%nat @ x - Q_later_c c h t x)) (norm (Dstar_c c ((h + t))%nat @ x))
    (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (moves_over_2 c inside h t x))).
    specialize (known ltac:(cbv beta; fits (moves_in_two_parts c inside h t x))).
    specialize (known ltac:(cbv beta; fits (a_factor_shrinks c inside h t x))).
    specialize (known ltac:(cbv beta; fits (smooth c inside h t x))).
    fits known.
  }
  assert (has_not_moved_over_2 : forall (c : nat) (inside : (c < N)%nat) (t : nat) (x : vec V), norm (x - Q_later_c c 0%nat t x) = 0).
  { intros c inside t x. assert (whole : (Q_later_c c 0%nat t x - x)%vec = (@vzero V)). { less_in (linear V) (1)%R (no_later_factor c inside
    t x). vectors. }
    assert (left : norm (Q_later_c c 0%nat t x - x)%vec = norm (x - Q_later_c c 0%nat t x)) by lengths.
    assert (right : norm (@vzero V) = 0) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (moved_ : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (x - Q_later_c c h t x) <= norm (x) * INR h
    * L * gamma).
  { intros c inside h t x. revert h. apply (induction (fun h => norm (x - Q_later_c c h t x)) (fun h => norm (x) * INR h * L * gamma) (fun h
    => 1 - gamma * mu) (fun h => norm (x) * L * gamma)).
    - cbv beta. assert (proved : norm (x - Q_later_c c 0%nat t x) <= 0). { assert (known := symfed_product_first_order_moved_at_first (norm
      (x - Q_later_c c 0%nat t x))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta;
      fits (has_not_moved_over_2 c inside t x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_product_first_order_moved_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - Q_later_c c (S h) t x) <= norm (x) * L * gamma + norm (x - Q_later_c c h t x) * (1 -
      gamma * mu)). { fits (one_move c inside h t x). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * INR h * L * gamma * (1 - gamma * mu) + norm (x) * L * gamma <= norm (x) * L * gamma *
      (INR h + 1)). { assert (known := symfed_product_first_order_moved_closes (L) (norm (x)) (gamma) h (mu)). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  assert (next_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (x - gamma *: path_hessians_c c (S h)
    t x - Q_later_c c (S h) t x) = norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + x - gamma *: Dstar_c c ((h + t))%nat @ x -
    gamma *: path_hessians_c c h t x - Q_later_c c h t x)).
  { intros c inside h t x. assert (whole : (gamma *: path_hessians_c c (S h) t x + Q_later_c c (S h) t x - x)%vec = (gamma *:
    path_hessians_c c h t x + Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_c c h t x - x) - x)%vec). { less_in (linear V)
    (1)%R (a_later_factor c inside h t x). less_in (linear V) (gamma)%R (a_Hessian_more c inside h t x). vectors. }
    assert (left : norm (gamma *: path_hessians_c c (S h) t x + Q_later_c c (S h) t x - x)%vec = norm (x - gamma *: path_hessians_c c (S h)
      t x - Q_later_c c (S h) t x)) by lengths.
    assert (right : norm (gamma *: path_hessians_c c h t x + Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_c c h t x - x)
      - x)%vec = norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + x - gamma *: Dstar_c c ((h + t))%nat @ x - gamma *:
      path_hessians_c c h t x - Q_later_c c h t x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (gamma *: Dstar_c c ((h + t))%nat @
    Q_later_c c h t x + x - gamma *: Dstar_c c ((h + t))%nat @ x - gamma *: path_hessians_c c h t x - Q_later_c c h t x) <= norm (Dstar_c c
    ((h + t))%nat @ x - Dstar_c c ((h + t))%nat @ Q_later_c c h t x) * gamma + norm (x - gamma *: path_hessians_c c h t x - Q_later_c c h t
    x)).
  { intros c inside h t x. assert (left : norm ((gamma *: path_hessians_c c h t x + Q_later_c c h t x - x)%vec + (- (gamma *: Dstar_c c ((h
    + t))%nat @ (Q_later_c c h t x - x)))%vec) = norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + x - gamma *: Dstar_c c ((h +
    t))%nat @ x - gamma *: path_hessians_c c h t x - Q_later_c c h t x)) by lengths.
    assert (right_0 : norm (gamma *: path_hessians_c c h t x + Q_later_c c h t x - x) = norm (x - gamma *: path_hessians_c c h t x -
      Q_later_c c h t x)) by lengths.
    assert (right_1 : norm (- (gamma *: Dstar_c c ((h + t))%nat @ (Q_later_c c h t x - x))) = norm (Dstar_c c ((h + t))%nat @ x - Dstar_c c
      ((h + t))%nat @ Q_later_c c h t x) * gamma) by lengths.
    assert (right : norm (gamma *: path_hessians_c c h t x + Q_later_c c h t x - x) + norm (- (gamma *: Dstar_c c ((h + t))%nat @ (Q_later_c
      c h t x - x))) = norm (Dstar_c c ((h + t))%nat @ x - Dstar_c c ((h + t))%nat @ Q_later_c c h t x) * gamma + norm (x - gamma *:
      path_hessians_c c h t x - Q_later_c c h t x)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (gamma *: path_hessians_c c h t x + Q_later_c c h t x - x)%vec (- (gamma *: Dstar_c c ((h +
      t))%nat @ (Q_later_c c h t x - x)))%vec)).
  }
  assert (one_step : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (x - gamma *: path_hessians_c c (S h) t x
    - Q_later_c c (S h) t x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 + norm (x - gamma *: path_hessians_c c h t x - Q_later_c c h t x)).
  { intros c inside h t x. assert (known := symfed_product_first_order_one_step (L) (norm (x - gamma *: path_hessians_c c (S h) t x -
    Q_later_c c (S h) t x)) (norm (x - gamma *: path_hessians_c c h t x - Q_later_c c h t x)) (norm (x)) (norm (gamma *: Dstar_c c ((h +
    t))%nat @ Q_later_c c h t x + x - gamma *: Dstar_c c ((h + t))%nat @ x - gamma *: path_hessians_c c h t x - Q_later_c c h t x)) (norm
    (Dstar_c c ((h + t))%nat @ x - Dstar_c c ((h + t))%nat @ Q_later_c c h t x)) (norm (x - Q_later_c c h t x)) (gamma) h).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (next_over_2 c inside h t x))).
    specialize (known ltac:(cbv beta; fits (two_parts c inside h t x))).
    specialize (known ltac:(cbv beta; fits (smooth_on_what_has_moved c inside h t x))).
    specialize (known ltac:(cbv beta; fits (moved_ c inside h t x))).
    fits known.
  }
  assert (nothing_left_over_2 : forall (c : nat) (inside : (c < N)%nat) (t : nat) (x : vec V), norm (x - gamma *: path_hessians_c c 0%nat t
    x - Q_later_c c 0%nat t x) = 0).
  { intros c inside t x. assert (whole : (gamma *: path_hessians_c c 0%nat t x + Q_later_c c 0%nat t x - x)%vec = (@vzero V)). { less_in
    (linear V) (1)%R (no_later_factor c inside t x). less_in (linear V) (gamma)%R (no_Hessian c inside t x). vectors. }
    assert (left : norm (gamma *: path_hessians_c c 0%nat t x + Q_later_c c 0%nat t x - x)%vec = norm (x - gamma *: path_hessians_c c 0%nat
      t x - Q_later_c c 0%nat t x)) by lengths.
    assert (right : norm (@vzero V) = 0) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (first_order : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (x - gamma *: path_hessians_c c h t x
    - Q_later_c c h t x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2).
  { intros c inside h t x. revert h. apply (induction (fun h => norm (x - gamma *: path_hessians_c c h t x - Q_later_c c h t x)) (fun h =>
    norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2) (fun h => 1) (fun h => norm (x) * INR h * L ^ 2 * gamma ^ 2)).
    - cbv beta. assert (proved : norm (x - gamma *: path_hessians_c c 0%nat t x - Q_later_c c 0%nat t x) <= 0). { assert (known :=
      symfed_product_first_order_moved_at_first (norm (x - gamma *: path_hessians_c c 0%nat t x - Q_later_c c 0%nat t x))). specialize
      (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits (nothing_left_over_2 c inside t x))).
      fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - gamma *: path_hessians_c c (S h) t x - Q_later_c c (S h) t x) <= norm (x) * INR h * L ^
      2 * gamma ^ 2 + norm (x - gamma *: path_hessians_c c h t x - Q_later_c c h t x)). { fits (one_step c inside h t x). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + norm (x) * INR h * L ^ 2 * gamma ^ 2 <=
      norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) / 2). { assert (known := symfed_product_first_order_first_order_closes (L) (norm
      (x)) (gamma) h). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  intros c inside h t x.
  fits (first_order c inside h t x).
Qed.

Definition all_of_this_file := (symfed_product_first_order).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
