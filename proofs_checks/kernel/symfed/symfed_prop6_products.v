(* symfed-prop6-products: So many factors Id - gamma A_c less as many Id - gamma A are gamma times their number times A - A_c, up to (gamma
   L)^2 n (n-1); n is H - h.
   symfed, the products in the proof of Proposition 6. Printed:
     \big\|\Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H}-\gamma(H-h)(\bar A-\bar A_c)\big\|\le\gamma^2L^2(H-h)(H-h-1)
   Conditions:
     L*gamma <= 1
     in words: every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L]
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* own_shrinks_from_below *)
Theorem symfed_prop6_products_own_shrinks_from_below :
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

(* own_shrinks_from_above *)
Theorem symfed_prop6_products_own_shrinks_from_above :
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

(* own_turns_x_from_below *)
Theorem symfed_prop6_products_own_turns_x_from_below :
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

(* own_turns_x_from_above *)
Theorem symfed_prop6_products_own_turns_x_from_above :
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

(* own_one_move *)
Theorem symfed_prop6_products_own_one_move :
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
  L * gamma <= 1 ->
  a1 <= a3 * L * gamma + a2 * (1 - gamma * mu).
Proof.
  intros L a1 a2 a3 a4 a5 a6 gamma mu sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_a6 sign_gamma sign_mu given_1 given_2 given_3 given_4 given_5.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (slack_given_5 := slack _ _ given_5).
  assert (so_6 : 0 <= 1). { positive. }
  assert (so_7 : 0 <= gamma). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_6 slack_given_2)) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_6 slack_given_3)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_7 slack_given_4)))).
Qed.

(* own_moved_at_first *)
Theorem symfed_prop6_products_own_moved_at_first :
  forall (a1 : R),
  0 <= a1 ->
  a1 = 0 ->
  a1 <= 0.
Proof.
  intros a1 sign_a1 given_1.
  symmetry in given_1. destruct given_1.
  certified (((1))) (Rle_refl 0).
Qed.

(* own_moved_positive *)
Theorem symfed_prop6_products_own_moved_positive :
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

(* own_moved_closes *)
Theorem symfed_prop6_products_own_moved_closes :
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

(* own_one_step *)
Theorem symfed_prop6_products_own_one_step :
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
  L * gamma <= 1 ->
  a1 <= a3 * INR h * L ^ 2 * gamma ^ 2 + a2.
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

(* own_first_order_closes *)
Theorem symfed_prop6_products_own_first_order_closes :
  forall (L : R) (a1 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 < gamma ->
  a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + a1 * INR h * L ^ 2 * gamma ^ 2 <= a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) / 2.
Proof.
  intros L a1 gamma h sign_L sign_a1 sign_gamma.
  certified (((1))) (Rle_refl 0).
Qed.

(* difference *)
Theorem symfed_prop6_products_difference :
  forall (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 < gamma ->
  a1 <= a3 + a4 ->
  a4 <= a2 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 ->
  a3 <= a2 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 ->
  L * gamma <= 1 ->
  a1 <= a2 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1).
Proof.
  intros L a1 a2 a3 a4 gamma h sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_gamma given_1 given_2 given_3 given_4.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (so_5 : 0 <= 1). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_1)) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_2)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_3)))).
Qed.

(* symfed-prop6-products: So many factors Id - gamma A_c less as many Id - gamma A are gamma times their number times A - A_c, up to (gamma L)^2 n (n-1); n is H - h. *)
Theorem symfed_prop6_products :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (L : R) (gamma : R) (mu : R)
    (theta_star : vec V),
  (1 <= N)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  spectral V ->
  curved N grad_c hess_c mu L ->
  L * gamma <= 1 ->
  forall Gamma_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), Gamma_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), Gamma_c c (S h) x = (Gamma_c c h x - gamma *: hess_c c theta_star @
    Gamma_c c h x)%vec) ->
  forall Gamma_avg : nat -> vec V -> vec V,
  (forall (x : vec V), Gamma_avg 0%nat x = x) ->
  (forall (h : nat) (x : vec V), Gamma_avg (S h) x = (Gamma_avg h x - gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x)%vec)
    ->
  forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm ((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c c h x - (INR h
    * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1).
Proof.
  intros V N grad_c hess_c L gamma mu theta_star some L_positive gamma_positive mu_positive the_spectral curvature given_1.
  assert (mu_at_most_L : mu <= L).
  { exact (ordered_curvatures N grad_c hess_c mu L some curvature).
  }
  assert (curvature_over_1 : forall (c : nat) (inside : (c < N)%nat), at_least (hess_c c theta_star)%mat mu).
  { intros c inside. exact (proj1 (proj2 (curvature c inside (theta_star)%vec))).
  }
  assert (curvature_over_2 : forall (c : nat) (inside : (c < N)%nat), at_most (hess_c c theta_star)%mat L).
  { intros c inside. exact (proj2 (proj2 (curvature c inside (theta_star)%vec))).
  }
  assert (mean_curvature_over_1 : at_least (mmean N (fun c => hess_c c theta_star))%mat mu).
  { apply mean_at_least; [exact some | intros c inside; exact (curvature_over_1 c inside)].
  }
  assert (mean_curvature_over_2 : at_most (mmean N (fun c => hess_c c theta_star))%mat L).
  { apply mean_at_most; [exact some | intros c inside; exact (curvature_over_2 c inside)].
  }
  intros Gamma_c.
  intros no_factor.
  intros factor.
  intros Gamma_avg.
  intros no_mean_factor.
  intros mean_factor.
  assert (own_shrinks : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (gamma *: hess_c c theta_star @ Gamma_c c h x +
    x - gamma *: hess_c c theta_star @ x - Gamma_c c h x) <= norm (x - Gamma_c c h x) * (1 - gamma * mu)).
  { intros c inside h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known := symfed_prop6_products_own_shrinks_from_below (L) (gamma)
        (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia
        | not_negative])). specialize (known ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits above)). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known := symfed_prop6_products_own_shrinks_from_above (gamma)
        (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)).
        fits known. } fits sign_.
    }
    assert (left : norm (1 *: (Gamma_c c h x - x)%vec + (hess_c c theta_star)%mat @ ((- gamma)%R *: (Gamma_c c h x - x)%vec + (hess_c c
      theta_star)%mat @ 0%vec)%vec)%vec = norm (gamma *: hess_c c theta_star @ Gamma_c c h x + x - gamma *: hess_c c theta_star @ x -
      Gamma_c c h x)) by lengths.
    assert (right_0 : norm (Gamma_c c h x - x) = norm (x - Gamma_c c h x)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (Gamma_c c h x - x) = norm (x - Gamma_c c h x) * (1 - gamma * mu)) by (rewrite ?right_0;
      reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_ high_ everywhere
      (Gamma_c c h x - x)%vec)).
  }
  assert (own_turns_x : forall (c : nat) (inside : (c < N)%nat) (x : vec V), norm (hess_c c theta_star @ x) <= norm (x) * L).
  { intros c inside x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := symfed_prop6_products_own_turns_x_from_below (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
        fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := symfed_prop6_products_own_turns_x_from_above (L) (lambda)). specialize (known
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
  assert (own_turns_what_moved : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (hess_c c theta_star @ x - hess_c c
    theta_star @ Gamma_c c h x) <= norm (x - Gamma_c c h x) * L).
  { intros c inside h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := symfed_prop6_products_own_turns_x_from_below (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
        fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := symfed_prop6_products_own_turns_x_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (Gamma_c c h x - x)%vec + (hess_c c theta_star)%mat @ (1 *: (Gamma_c c h x - x)%vec + (hess_c c
      theta_star)%mat @ 0%vec)%vec)%vec = norm (hess_c c theta_star @ x - hess_c c theta_star @ Gamma_c c h x)) by lengths.
    assert (right_0 : norm (Gamma_c c h x - x) = norm (x - Gamma_c c h x)) by lengths.
    assert (right : L * norm (Gamma_c c h x - x) = norm (x - Gamma_c c h x) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ L [0; 1] low_ high_ everywhere (Gamma_c c h x - x)%vec)).
  }
  assert (own_moves_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - Gamma_c c (S h) x) = norm (gamma *:
    hess_c c theta_star @ Gamma_c c h x + x - Gamma_c c h x)).
  { intros c inside h x. assert (whole : (Gamma_c c (S h) x - x)%vec = (Gamma_c c h x - gamma *: hess_c c theta_star @ x - gamma *: hess_c c
    theta_star @ (Gamma_c c h x - x) - x)%vec). { less_in (linear V) (1)%R (factor c inside h x). vectors. }
    assert (left : norm (Gamma_c c (S h) x - x)%vec = norm (x - Gamma_c c (S h) x)) by lengths.
    assert (right : norm (Gamma_c c h x - gamma *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ (Gamma_c c h x - x) - x)%vec =
      norm (gamma *: hess_c c theta_star @ Gamma_c c h x + x - Gamma_c c h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (own_in_two : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (gamma *: hess_c c theta_star @ Gamma_c c h x + x
    - Gamma_c c h x) <= norm (hess_c c theta_star @ x) * gamma + norm (gamma *: hess_c c theta_star @ Gamma_c c h x + x - gamma *: hess_c c
    theta_star @ x - Gamma_c c h x)).
  { intros c inside h x. assert (left : norm ((Gamma_c c h x - gamma *: hess_c c theta_star @ (Gamma_c c h x - x) - x)%vec + (- (gamma *:
    hess_c c theta_star @ x))%vec) = norm (gamma *: hess_c c theta_star @ Gamma_c c h x + x - Gamma_c c h x)) by lengths.
    assert (right_0 : norm (Gamma_c c h x - gamma *: hess_c c theta_star @ (Gamma_c c h x - x) - x) = norm (gamma *: hess_c c theta_star @
      Gamma_c c h x + x - gamma *: hess_c c theta_star @ x - Gamma_c c h x)) by lengths.
    assert (right_1 : norm (- (gamma *: hess_c c theta_star @ x)) = norm (hess_c c theta_star @ x) * gamma) by lengths.
    assert (right : norm (Gamma_c c h x - gamma *: hess_c c theta_star @ (Gamma_c c h x - x) - x) + norm (- (gamma *: hess_c c theta_star @
      x)) = norm (hess_c c theta_star @ x) * gamma + norm (gamma *: hess_c c theta_star @ Gamma_c c h x + x - gamma *: hess_c c theta_star @
      x - Gamma_c c h x)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (Gamma_c c h x - gamma *: hess_c c theta_star @ (Gamma_c c h x - x) - x)%vec (- (gamma *:
      hess_c c theta_star @ x))%vec)).
  }
  assert (own_one_move : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - Gamma_c c (S h) x) <= norm (x) * L * gamma
    + norm (x - Gamma_c c h x) * (1 - gamma * mu)).
  { intros c inside h x. assert (known := symfed_prop6_products_own_one_move (L) (norm (x - Gamma_c c (S h) x)) (norm (x - Gamma_c c h x))
    (norm (x)) (norm (gamma *: hess_c c theta_star @ Gamma_c c h x + x - Gamma_c c h x)) (norm (gamma *: hess_c c theta_star @ Gamma_c c h x
    + x - gamma *: hess_c c theta_star @ x - Gamma_c c h x)) (norm (hess_c c theta_star @ x)) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (own_moves_over_2 c inside h x))).
    specialize (known ltac:(cbv beta; fits (own_in_two c inside h x))).
    specialize (known ltac:(cbv beta; fits (own_shrinks c inside h x))).
    specialize (known ltac:(cbv beta; fits (own_turns_x c inside x))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (own_begins_over_2 : forall (c : nat) (inside : (c < N)%nat) (x : vec V), norm (x - Gamma_c c 0%nat x) = 0).
  { intros c inside x. assert (whole : (Gamma_c c 0%nat x - x)%vec = (@vzero V)). { less_in (linear V) (1)%R (no_factor c inside x).
    vectors. }
    assert (left : norm (Gamma_c c 0%nat x - x)%vec = norm (x - Gamma_c c 0%nat x)) by lengths.
    assert (right : norm (@vzero V) = 0) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (own_moved : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - Gamma_c c h x) <= norm (x) * INR h * L *
    gamma).
  { intros c inside h x. revert h. apply (induction (fun h => norm (x - Gamma_c c h x)) (fun h => norm (x) * INR h * L * gamma) (fun h => 1
    - gamma * mu) (fun h => norm (x) * L * gamma)).
    - cbv beta. assert (proved : norm (x - Gamma_c c 0%nat x) <= 0). { assert (known := symfed_prop6_products_own_moved_at_first (norm (x -
      Gamma_c c 0%nat x))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
      (own_begins_over_2 c inside x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_prop6_products_own_moved_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - Gamma_c c (S h) x) <= norm (x) * L * gamma + norm (x - Gamma_c c h x) * (1 - gamma *
      mu)). { fits (own_one_move c inside h x). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * INR h * L * gamma * (1 - gamma * mu) + norm (x) * L * gamma <= norm (x) * L * gamma *
      (INR h + 1)). { assert (known := symfed_prop6_products_own_moved_closes (L) (norm (x)) (gamma) h (mu)). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  assert (own_next_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: hess_c c
    theta_star @ x - gamma *: hess_c c theta_star @ x - Gamma_c c (S h) x) = norm (gamma *: hess_c c theta_star @ Gamma_c c h x + x - (INR h
    * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - Gamma_c c h x)).
  { intros c inside h x. assert (whole : ((gamma * (INR h + 1))%R *: hess_c c theta_star @ x + Gamma_c c (S h) x - x)%vec = ((INR h *
    gamma)%R *: hess_c c theta_star @ x + Gamma_c c h x - gamma *: hess_c c theta_star @ (Gamma_c c h x - x) - x)%vec). { less_in (linear V)
    (1)%R (factor c inside h x). vectors. }
    assert (left : norm ((gamma * (INR h + 1))%R *: hess_c c theta_star @ x + Gamma_c c (S h) x - x)%vec = norm (x - (INR h * gamma)%R *:
      hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - Gamma_c c (S h) x)) by lengths.
    assert (right : norm ((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c c h x - gamma *: hess_c c theta_star @ (Gamma_c c h x - x)
      - x)%vec = norm (gamma *: hess_c c theta_star @ Gamma_c c h x + x - (INR h * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c
      theta_star @ x - Gamma_c c h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (own_two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (gamma *: hess_c c theta_star @ Gamma_c c h x
    + x - (INR h * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - Gamma_c c h x) <= norm (hess_c c theta_star @ x
    - hess_c c theta_star @ Gamma_c c h x) * gamma + norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x - Gamma_c c h x)).
  { intros c inside h x. assert (left : norm (((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c c h x - x)%vec + (- (gamma *: hess_c c
    theta_star @ (Gamma_c c h x - x)))%vec) = norm (gamma *: hess_c c theta_star @ Gamma_c c h x + x - (INR h * gamma)%R *: hess_c c
    theta_star @ x - gamma *: hess_c c theta_star @ x - Gamma_c c h x)) by lengths.
    assert (right_0 : norm ((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c c h x - x) = norm (x - (INR h * gamma)%R *: hess_c c
      theta_star @ x - Gamma_c c h x)) by lengths.
    assert (right_1 : norm (- (gamma *: hess_c c theta_star @ (Gamma_c c h x - x))) = norm (hess_c c theta_star @ x - hess_c c theta_star @
      Gamma_c c h x) * gamma) by lengths.
    assert (right : norm ((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c c h x - x) + norm (- (gamma *: hess_c c theta_star @
      (Gamma_c c h x - x))) = norm (hess_c c theta_star @ x - hess_c c theta_star @ Gamma_c c h x) * gamma + norm (x - (INR h * gamma)%R *:
      hess_c c theta_star @ x - Gamma_c c h x)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle ((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c c h x - x)%vec (- (gamma *: hess_c c
      theta_star @ (Gamma_c c h x - x)))%vec)).
  }
  assert (own_one_step : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: hess_c c theta_star @
    x - gamma *: hess_c c theta_star @ x - Gamma_c c (S h) x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 + norm (x - (INR h * gamma)%R *:
    hess_c c theta_star @ x - Gamma_c c h x)).
  { intros c inside h x. assert (known := symfed_prop6_products_own_one_step (L) (norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x -
    gamma *: hess_c c theta_star @ x - Gamma_c c (S h) x)) (norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x - Gamma_c c h x)) (norm
    (x)) (norm (gamma *: hess_c c theta_star @ Gamma_c c h x + x - (INR h * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c
    theta_star @ x - Gamma_c c h x)) (norm (hess_c c theta_star @ x - hess_c c theta_star @ Gamma_c c h x)) (norm (x - Gamma_c c h x))
    (gamma) h).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (own_next_over_2 c inside h x))).
    specialize (known ltac:(cbv beta; fits (own_two_parts c inside h x))).
    specialize (known ltac:(cbv beta; fits (own_turns_what_moved c inside h x))).
    specialize (known ltac:(cbv beta; fits (own_moved c inside h x))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (own_first_order : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: hess_c c
    theta_star @ x - Gamma_c c h x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2).
  { intros c inside h x. revert h. apply (induction (fun h => norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x - Gamma_c c h x)) (fun
    h => norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2) (fun h => 1) (fun h => norm (x) * INR h * L ^ 2 * gamma ^ 2)).
    - cbv beta. assert (proved : norm (x - Gamma_c c 0%nat x) <= 0). { assert (known := symfed_prop6_products_own_moved_at_first (norm (x -
      Gamma_c c 0%nat x))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
      (own_begins_over_2 c inside x))). fits known. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: hess_c c theta_star @ x - Gamma_c c 0%nat x) = norm (x - Gamma_c c 0%nat x))
        by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: hess_c c theta_star @ x - Gamma_c c (S h) x) = norm (x - (INR h * gamma)%R *:
        hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - Gamma_c c (S h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: hess_c c theta_star @ x - Gamma_c c 0%nat x) = norm (x - Gamma_c c 0%nat x))
        by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: hess_c c theta_star @ x - Gamma_c c (S h) x) = norm (x - (INR h * gamma)%R *:
        hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - Gamma_c c (S h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x -
      Gamma_c c (S h) x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 + norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x - Gamma_c c h x)).
      { fits (own_one_step c inside h x). }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: hess_c c theta_star @ x - Gamma_c c 0%nat x) = norm (x - Gamma_c c 0%nat x))
        by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: hess_c c theta_star @ x - Gamma_c c (S h) x) = norm (x - (INR h * gamma)%R *:
        hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - Gamma_c c (S h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + norm (x) * INR h * L ^ 2 * gamma ^ 2 <=
      norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) / 2). { assert (known := symfed_prop6_products_own_first_order_closes (L) (norm
      (x)) (gamma) h). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: hess_c c theta_star @ x - Gamma_c c 0%nat x) = norm (x - Gamma_c c 0%nat x))
        by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: hess_c c theta_star @ x - Gamma_c c (S h) x) = norm (x - (INR h * gamma)%R *:
        hess_c c theta_star @ x - gamma *: hess_c c theta_star @ x - Gamma_c c (S h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
  }
  assert (mean_shrinks : forall (h : nat) (x : vec V), norm (gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x + x - gamma *:
    mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x) <= norm (x - Gamma_avg h x) * (1 - gamma * mu)).
  { intros h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known := symfed_prop6_products_own_shrinks_from_below (L) (gamma)
        (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia
        | not_negative])). specialize (known ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits above)). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known := symfed_prop6_products_own_shrinks_from_above (gamma)
        (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)).
        fits known. } fits sign_.
    }
    assert (left : norm (1 *: (Gamma_avg h x - x)%vec + (mmean N (fun c => hess_c c theta_star))%mat @ ((- gamma)%R *: (Gamma_avg h x -
      x)%vec + (mmean N (fun c => hess_c c theta_star))%mat @ 0%vec)%vec)%vec = norm (gamma *: mmean N (fun c => hess_c c theta_star) @
      Gamma_avg h x + x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)) by lengths.
    assert (right_0 : norm (Gamma_avg h x - x) = norm (x - Gamma_avg h x)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (Gamma_avg h x - x) = norm (x - Gamma_avg h x) * (1 - gamma * mu)) by (rewrite ?right_0;
      reals).
    assert (low_ : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact mean_curvature_over_1. }
    assert (high_ : at_most (mmean N (fun c => hess_c c theta_star))%mat L). { exact mean_curvature_over_2. }
    exact (between _ _ _ _ left right (the_spectral (mmean N (fun c => hess_c c theta_star))%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_
      high_ everywhere (Gamma_avg h x - x)%vec)).
  }
  assert (mean_turns_x : forall (x : vec V), norm (mmean N (fun c => hess_c c theta_star) @ x) <= norm (x) * L).
  { intros x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := symfed_prop6_products_own_turns_x_from_below (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
        fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := symfed_prop6_products_own_turns_x_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (x)%vec + (mmean N (fun c => hess_c c theta_star))%mat @ (1 *: (x)%vec + (mmean N (fun c => hess_c c
      theta_star))%mat @ 0%vec)%vec)%vec = norm (mmean N (fun c => hess_c c theta_star) @ x)) by lengths.
    assert (right_0 : norm (x) = norm (x)) by lengths.
    assert (right : L * norm (x) = norm (x) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact mean_curvature_over_1. }
    assert (high_ : at_most (mmean N (fun c => hess_c c theta_star))%mat L). { exact mean_curvature_over_2. }
    exact (between _ _ _ _ left right (the_spectral (mmean N (fun c => hess_c c theta_star))%mat _ _ L [0; 1] low_ high_ everywhere
      (x)%vec)).
  }
  assert (mean_turns_what_moved : forall (h : nat) (x : vec V), norm (mmean N (fun c => hess_c c theta_star) @ x - mmean N (fun c => hess_c
    c theta_star) @ Gamma_avg h x) <= norm (x - Gamma_avg h x) * L).
  { intros h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := symfed_prop6_products_own_turns_x_from_below (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
        fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := symfed_prop6_products_own_turns_x_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (Gamma_avg h x - x)%vec + (mmean N (fun c => hess_c c theta_star))%mat @ (1 *: (Gamma_avg h x - x)%vec +
      (mmean N (fun c => hess_c c theta_star))%mat @ 0%vec)%vec)%vec = norm (mmean N (fun c => hess_c c theta_star) @ x - mmean N (fun c =>
      hess_c c theta_star) @ Gamma_avg h x)) by lengths.
    assert (right_0 : norm (Gamma_avg h x - x) = norm (x - Gamma_avg h x)) by lengths.
    assert (right : L * norm (Gamma_avg h x - x) = norm (x - Gamma_avg h x) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact mean_curvature_over_1. }
    assert (high_ : at_most (mmean N (fun c => hess_c c theta_star))%mat L). { exact mean_curvature_over_2. }
    exact (between _ _ _ _ left right (the_spectral (mmean N (fun c => hess_c c theta_star))%mat _ _ L [0; 1] low_ high_ everywhere
      (Gamma_avg h x - x)%vec)).
  }
  assert (mean_moves_over_2 : forall (h : nat) (x : vec V), norm (x - Gamma_avg (S h) x) = norm (gamma *: mmean N (fun c => hess_c c
    theta_star) @ Gamma_avg h x + x - Gamma_avg h x)).
  { intros h x. assert (whole : (Gamma_avg (S h) x - x)%vec = (Gamma_avg h x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - gamma
    *: mmean N (fun c => hess_c c theta_star) @ (Gamma_avg h x - x) - x)%vec). { less_in (linear V) (1)%R (mean_factor h x). vectors. }
    assert (left : norm (Gamma_avg (S h) x - x)%vec = norm (x - Gamma_avg (S h) x)) by lengths.
    assert (right : norm (Gamma_avg h x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c
      theta_star) @ (Gamma_avg h x - x) - x)%vec = norm (gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x + x - Gamma_avg h
      x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (mean_in_two : forall (h : nat) (x : vec V), norm (gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x + x - Gamma_avg
    h x) <= norm (mmean N (fun c => hess_c c theta_star) @ x) * gamma + norm (gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h
    x + x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)).
  { intros h x. assert (left : norm ((Gamma_avg h x - gamma *: mmean N (fun c => hess_c c theta_star) @ (Gamma_avg h x - x) - x)%vec + (-
    (gamma *: mmean N (fun c => hess_c c theta_star) @ x))%vec) = norm (gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x + x
    - Gamma_avg h x)) by lengths.
    assert (right_0 : norm (Gamma_avg h x - gamma *: mmean N (fun c => hess_c c theta_star) @ (Gamma_avg h x - x) - x) = norm (gamma *:
      mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x + x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)) by
      lengths.
    assert (right_1 : norm (- (gamma *: mmean N (fun c => hess_c c theta_star) @ x)) = norm (mmean N (fun c => hess_c c theta_star) @ x) *
      gamma) by lengths.
    assert (right : norm (Gamma_avg h x - gamma *: mmean N (fun c => hess_c c theta_star) @ (Gamma_avg h x - x) - x) + norm (- (gamma *:
      mmean N (fun c => hess_c c theta_star) @ x)) = norm (mmean N (fun c => hess_c c theta_star) @ x) * gamma + norm (gamma *: mmean N (fun
      c => hess_c c theta_star) @ Gamma_avg h x + x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)) by (rewrite
      ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (Gamma_avg h x - gamma *: mmean N (fun c => hess_c c theta_star) @ (Gamma_avg h x - x) -
      x)%vec (- (gamma *: mmean N (fun c => hess_c c theta_star) @ x))%vec)).
  }
  assert (mean_one_move : forall (h : nat) (x : vec V), norm (x - Gamma_avg (S h) x) <= norm (x) * L * gamma + norm (x - Gamma_avg h x) * (1
    - gamma * mu)).
  { intros h x. assert (known := symfed_prop6_products_own_one_move (L) (norm (x - Gamma_avg (S h) x)) (norm (x - Gamma_avg h x)) (norm (x))
    (norm (gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x + x - Gamma_avg h x)) (norm (gamma *: mmean N (fun c => hess_c c
    theta_star) @ Gamma_avg h x + x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)) (norm (mmean N (fun c => hess_c
    c theta_star) @ x)) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (mean_moves_over_2 h x))).
    specialize (known ltac:(cbv beta; fits (mean_in_two h x))).
    specialize (known ltac:(cbv beta; fits (mean_shrinks h x))).
    specialize (known ltac:(cbv beta; fits (mean_turns_x x))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (mean_begins_over_2 : forall (x : vec V), norm (x - Gamma_avg 0%nat x) = 0).
  { intros x. assert (whole : (Gamma_avg 0%nat x - x)%vec = (@vzero V)). { less_in (linear V) (1)%R (no_mean_factor x). vectors. }
    assert (left : norm (Gamma_avg 0%nat x - x)%vec = norm (x - Gamma_avg 0%nat x)) by lengths.
    assert (right : norm (@vzero V) = 0) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (mean_moved : forall (h : nat) (x : vec V), norm (x - Gamma_avg h x) <= norm (x) * INR h * L * gamma).
  { intros h x. revert h. apply (induction (fun h => norm (x - Gamma_avg h x)) (fun h => norm (x) * INR h * L * gamma) (fun h => 1 - gamma *
    mu) (fun h => norm (x) * L * gamma)).
    - cbv beta. assert (proved : norm (x - Gamma_avg 0%nat x) <= 0). { assert (known := symfed_prop6_products_own_moved_at_first (norm (x -
      Gamma_avg 0%nat x))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
      (mean_begins_over_2 x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_prop6_products_own_moved_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - Gamma_avg (S h) x) <= norm (x) * L * gamma + norm (x - Gamma_avg h x) * (1 - gamma *
      mu)). { fits (mean_one_move h x). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * INR h * L * gamma * (1 - gamma * mu) + norm (x) * L * gamma <= norm (x) * L * gamma *
      (INR h + 1)). { assert (known := symfed_prop6_products_own_moved_closes (L) (norm (x)) (gamma) h (mu)). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  assert (mean_next_over_2 : forall (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma
    *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S h) x) = norm (gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h
    x + x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x -
    Gamma_avg h x)).
  { intros h x. assert (whole : ((gamma * (INR h + 1))%R *: mmean N (fun c => hess_c c theta_star) @ x + Gamma_avg (S h) x - x)%vec = ((INR
    h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + Gamma_avg h x - gamma *: mmean N (fun c => hess_c c theta_star) @
    (Gamma_avg h x - x) - x)%vec). { less_in (linear V) (1)%R (mean_factor h x). vectors. }
    assert (left : norm ((gamma * (INR h + 1))%R *: mmean N (fun c => hess_c c theta_star) @ x + Gamma_avg (S h) x - x)%vec = norm (x - (INR
      h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S h) x))
      by lengths.
    assert (right : norm ((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + Gamma_avg h x - gamma *: mmean N (fun c =>
      hess_c c theta_star) @ (Gamma_avg h x - x) - x)%vec = norm (gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x + x - (INR
      h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)) by
      lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (mean_two_parts : forall (h : nat) (x : vec V), norm (gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x + x - (INR h
    * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x) <= norm
    (mmean N (fun c => hess_c c theta_star) @ x - mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x) * gamma + norm (x - (INR h *
    gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)).
  { intros h x. assert (left : norm (((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + Gamma_avg h x - x)%vec + (- (gamma
    *: mmean N (fun c => hess_c c theta_star) @ (Gamma_avg h x - x)))%vec) = norm (gamma *: mmean N (fun c => hess_c c theta_star) @
    Gamma_avg h x + x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @
    x - Gamma_avg h x)) by lengths.
    assert (right_0 : norm ((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + Gamma_avg h x - x) = norm (x - (INR h *
      gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)) by lengths.
    assert (right_1 : norm (- (gamma *: mmean N (fun c => hess_c c theta_star) @ (Gamma_avg h x - x))) = norm (mmean N (fun c => hess_c c
      theta_star) @ x - mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x) * gamma) by lengths.
    assert (right : norm ((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + Gamma_avg h x - x) + norm (- (gamma *: mmean N
      (fun c => hess_c c theta_star) @ (Gamma_avg h x - x))) = norm (mmean N (fun c => hess_c c theta_star) @ x - mmean N (fun c => hess_c c
      theta_star) @ Gamma_avg h x) * gamma + norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)) by
      (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle ((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + Gamma_avg h x - x)%vec (-
      (gamma *: mmean N (fun c => hess_c c theta_star) @ (Gamma_avg h x - x)))%vec)).
  }
  assert (mean_one_step : forall (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *:
    mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S h) x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 + norm (x - (INR h * gamma)%R *:
    mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)).
  { intros h x. assert (known := symfed_prop6_products_own_one_step (L) (norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c
    theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S h) x)) (norm (x - (INR h * gamma)%R *: mmean N (fun
    c => hess_c c theta_star) @ x - Gamma_avg h x)) (norm (x)) (norm (gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x + x -
    (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x))
    (norm (mmean N (fun c => hess_c c theta_star) @ x - mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x)) (norm (x - Gamma_avg h x))
    (gamma) h).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (mean_next_over_2 h x))).
    specialize (known ltac:(cbv beta; fits (mean_two_parts h x))).
    specialize (known ltac:(cbv beta; fits (mean_turns_what_moved h x))).
    specialize (known ltac:(cbv beta; fits (mean_moved h x))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (mean_first_order : forall (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x -
    Gamma_avg h x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2).
  { intros h x. revert h. apply (induction (fun h => norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h
    x)) (fun h => norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2) (fun h => 1) (fun h => norm (x) * INR h * L ^ 2 * gamma ^ 2)).
    - cbv beta. assert (proved : norm (x - Gamma_avg 0%nat x) <= 0). { assert (known := symfed_prop6_products_own_moved_at_first (norm (x -
      Gamma_avg 0%nat x))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
      (mean_begins_over_2 x))). fits known. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg 0%nat x) = norm (x -
        Gamma_avg 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S h) x) = norm (x -
        (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S
        h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg 0%nat x) = norm (x -
        Gamma_avg 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S h) x) = norm (x -
        (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S
        h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun
      c => hess_c c theta_star) @ x - Gamma_avg (S h) x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 + norm (x - (INR h * gamma)%R *: mmean N
      (fun c => hess_c c theta_star) @ x - Gamma_avg h x)). { fits (mean_one_step h x). }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg 0%nat x) = norm (x -
        Gamma_avg 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S h) x) = norm (x -
        (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S
        h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + norm (x) * INR h * L ^ 2 * gamma ^ 2 <=
      norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) / 2). { assert (known := symfed_prop6_products_own_first_order_closes (L) (norm
      (x)) (gamma) h). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg 0%nat x) = norm (x -
        Gamma_avg 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S h) x) = norm (x -
        (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg (S
        h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
  }
  assert (both : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm ((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c
    c h x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x) <= norm (x - (INR h * gamma)%R *: mmean N (fun
    c => hess_c c theta_star) @ x - Gamma_avg h x) + norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x - Gamma_c c h x)).
  { intros c inside h x. assert (left : norm (((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c c h x - x)%vec + (- ((INR h * gamma)%R
    *: mmean N (fun c => hess_c c theta_star) @ x + Gamma_avg h x - x))%vec) = norm ((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c
    c h x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)) by lengths.
    assert (right_0 : norm ((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c c h x - x) = norm (x - (INR h * gamma)%R *: hess_c c
      theta_star @ x - Gamma_c c h x)) by lengths.
    assert (right_1 : norm (- ((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + Gamma_avg h x - x)) = norm (x - (INR h *
      gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)) by lengths.
    assert (right : norm ((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c c h x - x) + norm (- ((INR h * gamma)%R *: mmean N (fun c
      => hess_c c theta_star) @ x + Gamma_avg h x - x)) = norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x -
      Gamma_avg h x) + norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x - Gamma_c c h x)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle ((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c c h x - x)%vec (- ((INR h * gamma)%R
      *: mmean N (fun c => hess_c c theta_star) @ x + Gamma_avg h x - x))%vec)).
  }
  assert (difference : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), norm ((INR h * gamma)%R *: hess_c c theta_star @ x +
    Gamma_c c h x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2
    * (INR h - 1)).
  { intros c inside h x. assert (known := symfed_prop6_products_difference (L) (norm ((INR h * gamma)%R *: hess_c c theta_star @ x + Gamma_c
    c h x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)) (norm (x)) (norm (x - (INR h * gamma)%R *:
    mmean N (fun c => hess_c c theta_star) @ x - Gamma_avg h x)) (norm (x - (INR h * gamma)%R *: hess_c c theta_star @ x - Gamma_c c h x))
    (gamma) h).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (both c inside h x))).
    specialize (known ltac:(cbv beta; fits (own_first_order c inside h x))).
    specialize (known ltac:(cbv beta; fits (mean_first_order h x))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  intros c inside h x.
  fits (difference c inside h x).
Qed.

Definition all_of_this_file := (symfed_prop6_products).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
