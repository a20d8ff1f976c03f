(* symfed-turned-gradients: The exponents H-h-1 add up to H (H-1)/2: the clients' gradients, turned and summed, are -gamma H (H-1)/2 mean
   A_c g_c, up to gamma^2 L^2 H (H-1) (H-2)/6 times the mean norm of the gradients, of order gamma^2 H^3.
   symfed, the sum of turned gradients, Appendix B.6. Printed:
     \Big\|\frac1N\sum_{c=1}^N\sum_{h=0}^{H-1}\Gamma_c^{\star,H-h-1}\nabla f_c(\theta^\star)+\frac{\gamma H(H-1)}{2N}\sum_c\nabla^2f_c(\theta^\star)\nabla f_c(\theta^\star)\Big\|\le\gamma^2L^2\frac{H(H-1)(H-2)}6\frac1N\sum_c\|\nabla f_c(\theta^\star)\|
   Conditions:
     L*gamma <= 1
     in words: every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L]
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* gradient_shrinks_from_below *)
Theorem symfed_turned_gradients_gradient_shrinks_from_below :
  forall (L : R) (gamma : R) (lambda : R),
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma <= 1 ->
  lambda <= L ->
  - 1 <= 1 - gamma * lambda.
Proof.
  intros L gamma lambda sign_L sign_gamma sign_lambda given_1 given_2.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (1)) by positive.
  assert (m3 : 0 <= (gamma)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ m1 (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 slack_given_1) (Rmult_le_pos _ _ m3 slack_given_2))).
Qed.

(* gradient_shrinks_from_above *)
Theorem symfed_turned_gradients_gradient_shrinks_from_above :
  forall (gamma : R) (lambda : R),
  0 < gamma ->
  0 < lambda ->
  1 - gamma * lambda <= 1.
Proof.
  intros gamma lambda sign_gamma sign_lambda.
  assert (m1 : 0 <= (gamma) * (lambda)) by positive.
  certified (((1))) m1.
Qed.

(* gradient_turned_from_below *)
Theorem symfed_turned_gradients_gradient_turned_from_below :
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

(* gradient_turned_from_above *)
Theorem symfed_turned_gradients_gradient_turned_from_above :
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

(* one_one_step *)
Theorem symfed_turned_gradients_one_one_step :
  forall (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (a6 : R) (gamma : R),
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 <= a5 ->
  0 <= a6 ->
  0 < gamma ->
  a1 = a4 ->
  a4 <= a5 + a6 * gamma ->
  a5 <= a2 ->
  a6 <= a3 * L ->
  L * gamma <= 1 ->
  a1 <= a3 * L * gamma + a2.
Proof.
  intros L a1 a2 a3 a4 a5 a6 gamma sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_a6 sign_gamma given_1 given_2 given_3 given_4 given_5.
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

(* one_at_first *)
Theorem symfed_turned_gradients_one_at_first :
  forall (a1 : R),
  0 <= a1 ->
  a1 = 0 ->
  a1 <= 0.
Proof.
  intros a1 sign_a1 given_1.
  symmetry in given_1. destruct given_1.
  certified (((1))) (Rle_refl 0).
Qed.

(* one_closes *)
Theorem symfed_turned_gradients_one_closes :
  forall (L : R) (a1 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 < gamma ->
  a1 * INR h * L * gamma + a1 * L * gamma <= a1 * L * gamma * (INR h + 1).
Proof.
  intros L a1 gamma h sign_L sign_a1 sign_gamma.
  certified (((1))) (Rle_refl 0).
Qed.

(* one_to_second_order_one_step *)
Theorem symfed_turned_gradients_one_to_second_order_one_step :
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

(* one_to_second_order_closes *)
Theorem symfed_turned_gradients_one_to_second_order_closes :
  forall (L : R) (a1 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 < gamma ->
  a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + a1 * INR h * L ^ 2 * gamma ^ 2 <= a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) / 2.
Proof.
  intros L a1 gamma h sign_L sign_a1 sign_gamma.
  certified (((1))) (Rle_refl 0).
Qed.

(* all_to_second_order_one_step *)
Theorem symfed_turned_gradients_all_to_second_order_one_step :
  forall (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 <= a5 ->
  0 < gamma ->
  a1 = a4 ->
  a4 <= a2 + a5 ->
  a5 <= a3 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 ->
  L * gamma <= 1 ->
  a1 <= a3 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + a2.
Proof.
  intros L a1 a2 a3 a4 a5 gamma h sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_gamma given_1 given_2 given_3 given_4.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (so_5 : 0 <= 1). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_2)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_3))).
Qed.

(* all_to_second_order_closes *)
Theorem symfed_turned_gradients_all_to_second_order_closes :
  forall (L : R) (a1 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 < gamma ->
  a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) * (INR h - 2) / 6 + a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 <= a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) * (INR h - 1) / 6.
Proof.
  intros L a1 gamma h sign_L sign_a1 sign_gamma.
  certified (((1))) (Rle_refl 0).
Qed.

(* second_order *)
Theorem symfed_turned_gradients_second_order :
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
  a4 <= a2 * L ^ 2 * gamma ^ 2 * (INR H) ^ 3 / 6 + a2 * INR H * L ^ 2 * gamma ^ 2 / 3 - a2 * L ^ 2 * gamma ^ 2 * (INR H) ^ 2 / 2 ->
  L * gamma <= 1 ->
  a1 <= a2 * INR H * L ^ 2 * gamma ^ 2 * (INR H - 1) * (INR H - 2) / 6.
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

(* symfed-turned-gradients: The exponents H-h-1 add up to H (H-1)/2: the clients' gradients, turned and summed, are -gamma H (H-1)/2 mean A_c g_c, up to gamma^2 L^2 H (H-1) (H-2)/6 times the mean norm of the gradients, of order gamma^2 H^3. *)
Theorem symfed_turned_gradients :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  minimiser V ->
  spectral V ->
  curved N grad_c hess_c mu L ->
  L * gamma <= 1 ->
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  forall star_power_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), star_power_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), star_power_c c (S h) x = (star_power_c c h x - gamma *: hess_c c
    theta_star @ star_power_c c h x)%vec) ->
  forall star_turned_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), star_turned_c c 0%nat = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), star_turned_c c (S h) = (star_power_c c h (grad_c c theta_star) + star_turned_c c
    h)%vec) ->
  norm ((gamma * (INR H) ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) + vmean N (fun c => star_turned_c
    c H) - (gamma * INR H / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec)) <= mean N (fun c => norm (grad_c c
    theta_star)) * INR H * L ^ 2 * gamma ^ 2 * (INR H - 1) * (INR H - 2) / 6).
Proof.
  intros V N grad_c hess_c H L gamma mu some H_positive L_positive gamma_positive mu_positive the_minimiser the_spectral curvature given_1.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
  assert (curvature_over_1 : forall (c : nat) (inside : (c < N)%nat), at_least (hess_c c theta_star)%mat mu).
  { intros c inside. exact (proj1 (proj2 (curvature c inside (theta_star)%vec))).
  }
  assert (curvature_over_2 : forall (c : nat) (inside : (c < N)%nat), at_most (hess_c c theta_star)%mat L).
  { intros c inside. exact (proj2 (proj2 (curvature c inside (theta_star)%vec))).
  }
  intros star_power_c.
  intros no_power.
  intros one_power_more.
  intros star_turned_c.
  intros none_turned.
  intros one_turned_more.
  assert (no_power_of_it : forall (c : nat) (inside : (c < N)%nat), star_power_c c 0%nat (grad_c c theta_star) = grad_c c theta_star).
  { intros c inside. as_vectors (no_power c inside (grad_c c theta_star)).
  }
  assert (one_power_more_of_it : forall (c : nat) (inside : (c < N)%nat) (h : nat), star_power_c c (S h) (grad_c c theta_star) =
    (star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @ star_power_c c h (grad_c c theta_star))%vec).
  { intros c inside h. as_vectors (one_power_more c inside h (grad_c c theta_star)).
  }
  assert (gradient_turned : forall (c : nat) (inside : (c < N)%nat), norm (hess_c c theta_star @ grad_c c theta_star) <= norm (grad_c c
    theta_star) * L).
  { intros c inside. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := symfed_turned_gradients_gradient_turned_from_below (L) (lambda)). specialize
        (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits
        known. } fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := symfed_turned_gradients_gradient_turned_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (grad_c c theta_star)%vec + (hess_c c theta_star)%mat @ (1 *: (grad_c c theta_star)%vec + (hess_c c
      theta_star)%mat @ 0%vec)%vec)%vec = norm (hess_c c theta_star @ grad_c c theta_star)) by lengths.
    assert (right_0 : norm (grad_c c theta_star) = norm (grad_c c theta_star)) by lengths.
    assert (right : L * norm (grad_c c theta_star) = norm (grad_c c theta_star) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ L [0; 1] low_ high_ everywhere (grad_c c
      theta_star)%vec)).
  }
  assert (what_is_left_shrinks : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (gamma *: hess_c c theta_star @ grad_c c theta_star
    + star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - grad_c c theta_star)
    <= norm (grad_c c theta_star - star_power_c c h (grad_c c theta_star))).
  { intros c inside h. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= 1).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - 1 <= 1 - gamma * lambda). { assert (known := symfed_turned_gradients_gradient_shrinks_from_below (L) (gamma)
        (lambda)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
        given_1)). specialize (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1). { assert (known := symfed_turned_gradients_gradient_shrinks_from_above (gamma) (lambda)).
        specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). fits known. } fits sign_.
    }
    assert (left : norm (1 *: (star_power_c c h (grad_c c theta_star) - grad_c c theta_star)%vec + (hess_c c theta_star)%mat @ ((- gamma)%R
      *: (star_power_c c h (grad_c c theta_star) - grad_c c theta_star)%vec + (hess_c c theta_star)%mat @ 0%vec)%vec)%vec = norm (gamma *:
      hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @ star_power_c c h
      (grad_c c theta_star) - grad_c c theta_star)) by lengths.
    assert (right_0 : norm (star_power_c c h (grad_c c theta_star) - grad_c c theta_star) = norm (grad_c c theta_star - star_power_c c h
      (grad_c c theta_star))) by lengths.
    assert (right : 1 * norm (star_power_c c h (grad_c c theta_star) - grad_c c theta_star) = norm (grad_c c theta_star - star_power_c c h
      (grad_c c theta_star))) by (rewrite ?right_0; reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ 1 [1; - gamma] low_ high_ everywhere (star_power_c c h
      (grad_c c theta_star) - grad_c c theta_star)%vec)).
  }
  assert (what_is_left_turned : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (hess_c c theta_star @ grad_c c theta_star - hess_c
    c theta_star @ star_power_c c h (grad_c c theta_star)) <= norm (grad_c c theta_star - star_power_c c h (grad_c c theta_star)) * L).
  { intros c inside h. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := symfed_turned_gradients_gradient_turned_from_below (L) (lambda)). specialize
        (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits
        known. } fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := symfed_turned_gradients_gradient_turned_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (star_power_c c h (grad_c c theta_star) - grad_c c theta_star)%vec + (hess_c c theta_star)%mat @ (1 *:
      (star_power_c c h (grad_c c theta_star) - grad_c c theta_star)%vec + (hess_c c theta_star)%mat @ 0%vec)%vec)%vec = norm (hess_c c
      theta_star @ grad_c c theta_star - hess_c c theta_star @ star_power_c c h (grad_c c theta_star))) by lengths.
    assert (right_0 : norm (star_power_c c h (grad_c c theta_star) - grad_c c theta_star) = norm (grad_c c theta_star - star_power_c c h
      (grad_c c theta_star))) by lengths.
    assert (right : L * norm (star_power_c c h (grad_c c theta_star) - grad_c c theta_star) = norm (grad_c c theta_star - star_power_c c h
      (grad_c c theta_star)) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ L [0; 1] low_ high_ everywhere (star_power_c c h (grad_c c
      theta_star) - grad_c c theta_star)%vec)).
  }
  assert (one_begins_over_2 : forall (c : nat) (inside : (c < N)%nat), norm (grad_c c theta_star - star_power_c c 0%nat (grad_c c
    theta_star)) = 0).
  { intros c inside. assert (whole : (star_power_c c 0%nat (grad_c c theta_star) - grad_c c theta_star)%vec = (@vzero V)). { less_in (linear
    V) (1)%R (no_power_of_it c inside). vectors. }
    assert (left : norm (star_power_c c 0%nat (grad_c c theta_star) - grad_c c theta_star)%vec = norm (grad_c c theta_star - star_power_c c
      0%nat (grad_c c theta_star))) by lengths.
    assert (right : norm (@vzero V) = 0) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (one_a_step_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (grad_c c theta_star - star_power_c c (S h) (grad_c c
    theta_star)) = norm (gamma *: hess_c c theta_star @ star_power_c c h (grad_c c theta_star) + grad_c c theta_star - star_power_c c h
    (grad_c c theta_star))).
  { intros c inside h. assert (whole : (star_power_c c (S h) (grad_c c theta_star) - grad_c c theta_star)%vec = (star_power_c c h (grad_c c
    theta_star) - gamma *: hess_c c theta_star @ (star_power_c c h (grad_c c theta_star) - grad_c c theta_star) - gamma *: hess_c c
    theta_star @ grad_c c theta_star - grad_c c theta_star)%vec). { less_in (linear V) (1)%R (one_power_more_of_it c inside h). vectors. }
    assert (left : norm (star_power_c c (S h) (grad_c c theta_star) - grad_c c theta_star)%vec = norm (grad_c c theta_star - star_power_c c
      (S h) (grad_c c theta_star))) by lengths.
    assert (right : norm (star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @ (star_power_c c h (grad_c c theta_star) -
      grad_c c theta_star) - gamma *: hess_c c theta_star @ grad_c c theta_star - grad_c c theta_star)%vec = norm (gamma *: hess_c c
      theta_star @ star_power_c c h (grad_c c theta_star) + grad_c c theta_star - star_power_c c h (grad_c c theta_star))) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (one_two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (gamma *: hess_c c theta_star @ star_power_c c h (grad_c c
    theta_star) + grad_c c theta_star - star_power_c c h (grad_c c theta_star)) <= norm (hess_c c theta_star @ grad_c c theta_star) * gamma
    + norm (gamma *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @
    star_power_c c h (grad_c c theta_star) - grad_c c theta_star)).
  { intros c inside h. assert (left : norm ((gamma *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) -
    gamma *: hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - grad_c c theta_star)%vec + (- (gamma *: hess_c c theta_star @
    grad_c c theta_star))%vec) = norm (gamma *: hess_c c theta_star @ star_power_c c h (grad_c c theta_star) + grad_c c theta_star -
    star_power_c c h (grad_c c theta_star))) by lengths.
    assert (right_0 : norm (gamma *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - gamma *: hess_c c
      theta_star @ star_power_c c h (grad_c c theta_star) - grad_c c theta_star) = norm (gamma *: hess_c c theta_star @ grad_c c theta_star
      + star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - grad_c c
      theta_star)) by lengths.
    assert (right_1 : norm (- (gamma *: hess_c c theta_star @ grad_c c theta_star)) = norm (hess_c c theta_star @ grad_c c theta_star) *
      gamma) by lengths.
    assert (right : norm (gamma *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - gamma *: hess_c c
      theta_star @ star_power_c c h (grad_c c theta_star) - grad_c c theta_star) + norm (- (gamma *: hess_c c theta_star @ grad_c c
      theta_star)) = norm (hess_c c theta_star @ grad_c c theta_star) * gamma + norm (gamma *: hess_c c theta_star @ grad_c c theta_star +
      star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - grad_c c theta_star))
      by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (gamma *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star)
      - gamma *: hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - grad_c c theta_star)%vec (- (gamma *: hess_c c theta_star @
      grad_c c theta_star))%vec)).
  }
  assert (one_one_step : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (grad_c c theta_star - star_power_c c (S h) (grad_c c
    theta_star)) <= norm (grad_c c theta_star) * L * gamma + norm (grad_c c theta_star - star_power_c c h (grad_c c theta_star))).
  { intros c inside h. assert (known := symfed_turned_gradients_one_one_step (L) (norm (grad_c c theta_star - star_power_c c (S h) (grad_c c
    theta_star))) (norm (grad_c c theta_star - star_power_c c h (grad_c c theta_star))) (norm (grad_c c theta_star)) (norm (gamma *: hess_c
    c theta_star @ star_power_c c h (grad_c c theta_star) + grad_c c theta_star - star_power_c c h (grad_c c theta_star))) (norm (gamma *:
    hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @ star_power_c c h
    (grad_c c theta_star) - grad_c c theta_star)) (norm (hess_c c theta_star @ grad_c c theta_star)) (gamma)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (one_a_step_over_2 c inside h))).
    specialize (known ltac:(cbv beta; fits (one_two_parts c inside h))).
    specialize (known ltac:(cbv beta; fits (what_is_left_shrinks c inside h))).
    specialize (known ltac:(cbv beta; fits (gradient_turned c inside))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (one : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (grad_c c theta_star - star_power_c c h (grad_c c theta_star)) <=
    norm (grad_c c theta_star) * INR h * L * gamma).
  { intros c inside h. revert h. apply (induction (fun h => norm (grad_c c theta_star - star_power_c c h (grad_c c theta_star))) (fun h =>
    norm (grad_c c theta_star) * INR h * L * gamma) (fun h => 1) (fun h => norm (grad_c c theta_star) * L * gamma)).
    - cbv beta. assert (proved : norm (grad_c c theta_star - star_power_c c 0%nat (grad_c c theta_star)) <= 0). { assert (known :=
      symfed_turned_gradients_one_at_first (norm (grad_c c theta_star - star_power_c c 0%nat (grad_c c theta_star)))). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits (one_begins_over_2 c inside))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (grad_c c theta_star - star_power_c c (S h) (grad_c c theta_star)) <= norm (grad_c c
      theta_star) * L * gamma + norm (grad_c c theta_star - star_power_c c h (grad_c c theta_star))). { fits (one_one_step c inside h). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (grad_c c theta_star) * INR h * L * gamma + norm (grad_c c theta_star) * L * gamma <= norm
      (grad_c c theta_star) * L * gamma * (INR h + 1)). { assert (known := symfed_turned_gradients_one_closes (L) (norm (grad_c c
      theta_star)) (gamma) h). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
      | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  assert (all_begins_over_2 : forall (c : nat) (inside : (c < N)%nat), norm (star_turned_c c 0%nat) = 0).
  { intros c inside. assert (whole : (star_turned_c c 0%nat)%vec = (@vzero V)). { less_in (linear V) (1)%R (none_turned c inside). vectors.
    }
    assert (left : norm (star_turned_c c 0%nat)%vec = norm (star_turned_c c 0%nat)) by lengths.
    assert (right : norm (@vzero V) = 0) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (one_to_second_order_a_step_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm ((INR h * gamma)%R *: hess_c c
    theta_star @ grad_c c theta_star + gamma *: hess_c c theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c theta_star) -
    grad_c c theta_star) = norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + gamma *: hess_c c theta_star @ grad_c c
    theta_star + star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - grad_c c
    theta_star)).
  { intros c inside h. assert (whole : ((gamma * (INR h + 1))%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c
    c theta_star) - grad_c c theta_star)%vec = ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c
    theta_star) - gamma *: (hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - hess_c c theta_star @ grad_c c theta_star) -
    grad_c c theta_star)%vec). { less_in (linear V) (1)%R (one_power_more_of_it c inside h). vectors. }
    assert (left : norm ((gamma * (INR h + 1))%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c theta_star) -
      grad_c c theta_star)%vec = norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + gamma *: hess_c c theta_star @
      grad_c c theta_star + star_power_c c (S h) (grad_c c theta_star) - grad_c c theta_star)) by lengths.
    assert (right : norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - gamma *:
      (hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - hess_c c theta_star @ grad_c c theta_star) - grad_c c theta_star)%vec
      = norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + gamma *: hess_c c theta_star @ grad_c c theta_star +
      star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - grad_c c theta_star))
      by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (one_to_second_order_two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm ((INR h * gamma)%R *: hess_c c theta_star
    @ grad_c c theta_star + gamma *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - gamma *: hess_c c
    theta_star @ star_power_c c h (grad_c c theta_star) - grad_c c theta_star) <= norm (hess_c c theta_star @ grad_c c theta_star - hess_c c
    theta_star @ star_power_c c h (grad_c c theta_star)) * gamma + norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star +
    star_power_c c h (grad_c c theta_star) - grad_c c theta_star)).
  { intros c inside h. assert (left : norm (((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c
    theta_star) - grad_c c theta_star)%vec + (- (gamma *: (hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - hess_c c
    theta_star @ grad_c c theta_star)))%vec) = norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + gamma *: hess_c c
    theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @ star_power_c c h (grad_c c
    theta_star) - grad_c c theta_star)) by lengths.
    assert (right_0 : norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - grad_c
      c theta_star) = norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - grad_c
      c theta_star)) by lengths.
    assert (right_1 : norm (- (gamma *: (hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - hess_c c theta_star @ grad_c c
      theta_star))) = norm (hess_c c theta_star @ grad_c c theta_star - hess_c c theta_star @ star_power_c c h (grad_c c theta_star)) *
      gamma) by lengths.
    assert (right : norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - grad_c c
      theta_star) + norm (- (gamma *: (hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - hess_c c theta_star @ grad_c c
      theta_star))) = norm (hess_c c theta_star @ grad_c c theta_star - hess_c c theta_star @ star_power_c c h (grad_c c theta_star)) *
      gamma + norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - grad_c c
      theta_star)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c
      theta_star) - grad_c c theta_star)%vec (- (gamma *: (hess_c c theta_star @ star_power_c c h (grad_c c theta_star) - hess_c c
      theta_star @ grad_c c theta_star)))%vec)).
  }
  assert (one_to_second_order_one_step : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm ((INR h * gamma)%R *: hess_c c theta_star @
    grad_c c theta_star + gamma *: hess_c c theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c theta_star) - grad_c c
    theta_star) <= norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 + norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c
    theta_star + star_power_c c h (grad_c c theta_star) - grad_c c theta_star)).
  { intros c inside h. assert (known := symfed_turned_gradients_one_to_second_order_one_step (L) (norm ((INR h * gamma)%R *: hess_c c
    theta_star @ grad_c c theta_star + gamma *: hess_c c theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c theta_star) -
    grad_c c theta_star)) (norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) -
    grad_c c theta_star)) (norm (grad_c c theta_star)) (norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + gamma *:
    hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - gamma *: hess_c c theta_star @ star_power_c c h
    (grad_c c theta_star) - grad_c c theta_star)) (norm (hess_c c theta_star @ grad_c c theta_star - hess_c c theta_star @ star_power_c c h
    (grad_c c theta_star))) (norm (grad_c c theta_star - star_power_c c h (grad_c c theta_star))) (gamma) h).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (one_to_second_order_a_step_over_2 c inside h))).
    specialize (known ltac:(cbv beta; fits (one_to_second_order_two_parts c inside h))).
    specialize (known ltac:(cbv beta; fits (what_is_left_turned c inside h))).
    specialize (known ltac:(cbv beta; fits (one c inside h))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (one_to_second_order : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c
    theta_star + star_power_c c h (grad_c c theta_star) - grad_c c theta_star) <= norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 *
    (INR h - 1) / 2).
  { intros c inside h. revert h. apply (induction (fun h => norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star +
    star_power_c c h (grad_c c theta_star) - grad_c c theta_star)) (fun h => norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 * (INR h
    - 1) / 2) (fun h => 1) (fun h => norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2)).
    - cbv beta. assert (proved : norm (grad_c c theta_star - star_power_c c 0%nat (grad_c c theta_star)) <= 0). { assert (known :=
      symfed_turned_gradients_one_at_first (norm (grad_c c theta_star - star_power_c c 0%nat (grad_c c theta_star)))). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits (one_begins_over_2 c inside))). fits known. }
      try (assert (size_0 : norm ((INR 0%nat * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c 0%nat (grad_c c
        theta_star) - grad_c c theta_star) = norm (grad_c c theta_star - star_power_c c 0%nat (grad_c c theta_star))) by lengths; rewrite
        ?size_0; clear size_0).
      try (assert (size_0 : norm ((INR (S h) * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c
        theta_star) - grad_c c theta_star) = norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + gamma *: hess_c c
        theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c theta_star) - grad_c c theta_star)) by lengths; rewrite ?size_0;
        clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      try (assert (size_0 : norm ((INR 0%nat * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c 0%nat (grad_c c
        theta_star) - grad_c c theta_star) = norm (grad_c c theta_star - star_power_c c 0%nat (grad_c c theta_star))) by lengths; rewrite
        ?size_0; clear size_0).
      try (assert (size_0 : norm ((INR (S h) * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c
        theta_star) - grad_c c theta_star) = norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + gamma *: hess_c c
        theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c theta_star) - grad_c c theta_star)) by lengths; rewrite ?size_0;
        clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + gamma *: hess_c c
      theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c theta_star) - grad_c c theta_star) <= norm (grad_c c theta_star) *
      INR h * L ^ 2 * gamma ^ 2 + norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c
      theta_star) - grad_c c theta_star)). { fits (one_to_second_order_one_step c inside h). }
      try (assert (size_0 : norm ((INR 0%nat * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c 0%nat (grad_c c
        theta_star) - grad_c c theta_star) = norm (grad_c c theta_star - star_power_c c 0%nat (grad_c c theta_star))) by lengths; rewrite
        ?size_0; clear size_0).
      try (assert (size_0 : norm ((INR (S h) * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c
        theta_star) - grad_c c theta_star) = norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + gamma *: hess_c c
        theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c theta_star) - grad_c c theta_star)) by lengths; rewrite ?size_0;
        clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + norm (grad_c c
      theta_star) * INR h * L ^ 2 * gamma ^ 2 <= norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) / 2). { assert (known
      := symfed_turned_gradients_one_to_second_order_closes (L) (norm (grad_c c theta_star)) (gamma) h). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). fits known. }
      try (assert (size_0 : norm ((INR 0%nat * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c 0%nat (grad_c c
        theta_star) - grad_c c theta_star) = norm (grad_c c theta_star - star_power_c c 0%nat (grad_c c theta_star))) by lengths; rewrite
        ?size_0; clear size_0).
      try (assert (size_0 : norm ((INR (S h) * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c
        theta_star) - grad_c c theta_star) = norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + gamma *: hess_c c
        theta_star @ grad_c c theta_star + star_power_c c (S h) (grad_c c theta_star) - grad_c c theta_star)) by lengths; rewrite ?size_0;
        clear size_0).
      fits proved.
  }
  assert (all_to_second_order_a_step_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c
    c theta_star @ grad_c c theta_star + (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c (S h) - (INR
    h)%R *: grad_c c theta_star - grad_c c theta_star) = norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
    (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) + star_turned_c c h - (INR
    h)%R *: grad_c c theta_star - grad_c c theta_star)).
  { intros c inside h. assert (whole : ((INR h * gamma * (INR h + 1) / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c
    (S h) - (INR h + 1)%R *: grad_c c theta_star)%vec = ((INR h * gamma * (INR h - 1) / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
    (INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) + star_turned_c c h - (INR h)%R
    *: grad_c c theta_star - grad_c c theta_star)%vec). { less_in (linear V) (1)%R (one_turned_more c inside h). vectors. }
    assert (left : norm ((INR h * gamma * (INR h + 1) / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c (S h) - (INR h +
      1)%R *: grad_c c theta_star)%vec = norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + (INR h * gamma /
      2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c (S h) - (INR h)%R *: grad_c c theta_star - grad_c c theta_star))
      by lengths.
    assert (right : norm ((INR h * gamma * (INR h - 1) / 2)%R *: hess_c c theta_star @ grad_c c theta_star + (INR h * gamma)%R *: hess_c c
      theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) + star_turned_c c h - (INR h)%R *: grad_c c theta_star -
      grad_c c theta_star)%vec = norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + (INR h * gamma / 2)%R *:
      hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) + star_turned_c c h - (INR h)%R *: grad_c c
      theta_star - grad_c c theta_star)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (all_to_second_order_two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c
    theta_star @ grad_c c theta_star + (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c
    theta_star) + star_turned_c c h - (INR h)%R *: grad_c c theta_star - grad_c c theta_star) <= norm ((INR h * gamma)%R *: hess_c c
    theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - grad_c c theta_star) + norm ((gamma * (INR h) ^ 2 / 2)%R *:
    hess_c c theta_star @ grad_c c theta_star + star_turned_c c h - (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star -
    (INR h)%R *: grad_c c theta_star)).
  { intros c inside h. assert (left : norm (((INR h * gamma * (INR h - 1) / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
    star_turned_c c h - (INR h)%R *: grad_c c theta_star)%vec + ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star +
    star_power_c c h (grad_c c theta_star) - grad_c c theta_star)%vec) = norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c
    theta_star + (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) + star_turned_c
    c h - (INR h)%R *: grad_c c theta_star - grad_c c theta_star)) by lengths.
    assert (right_0 : norm ((INR h * gamma * (INR h - 1) / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c h - (INR h)%R
      *: grad_c c theta_star) = norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c h - (INR h
      * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR h)%R *: grad_c c theta_star)) by lengths.
    assert (right_1 : norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - grad_c
      c theta_star) = norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) - grad_c
      c theta_star)) by lengths.
    assert (right : norm ((INR h * gamma * (INR h - 1) / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c h - (INR h)%R
      *: grad_c c theta_star) + norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c
      theta_star) - grad_c c theta_star) = norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c
      theta_star) - grad_c c theta_star) + norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c
      h - (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR h)%R *: grad_c c theta_star)) by (rewrite ?right_0,
      ?right_1; reals).
    exact (between _ _ _ _ left right (triangle ((INR h * gamma * (INR h - 1) / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
      star_turned_c c h - (INR h)%R *: grad_c c theta_star)%vec ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star +
      star_power_c c h (grad_c c theta_star) - grad_c c theta_star)%vec)).
  }
  assert (all_to_second_order_one_step : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c
    theta_star @ grad_c c theta_star + (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c (S h) - (INR
    h)%R *: grad_c c theta_star - grad_c c theta_star) <= norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + norm
    ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c h - (INR h * gamma / 2)%R *: hess_c c
    theta_star @ grad_c c theta_star - (INR h)%R *: grad_c c theta_star)).
  { intros c inside h. assert (known := symfed_turned_gradients_all_to_second_order_one_step (L) (norm ((gamma * (INR h) ^ 2 / 2)%R *:
    hess_c c theta_star @ grad_c c theta_star + (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c (S h) -
    (INR h)%R *: grad_c c theta_star - grad_c c theta_star)) (norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star
    + star_turned_c c h - (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR h)%R *: grad_c c theta_star)) (norm
    (grad_c c theta_star)) (norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + (INR h * gamma / 2)%R *: hess_c
    c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) + star_turned_c c h - (INR h)%R *: grad_c c theta_star -
    grad_c c theta_star)) (norm ((INR h * gamma)%R *: hess_c c theta_star @ grad_c c theta_star + star_power_c c h (grad_c c theta_star) -
    grad_c c theta_star)) (gamma) h).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (all_to_second_order_a_step_over_2 c inside h))).
    specialize (known ltac:(cbv beta; fits (all_to_second_order_two_parts c inside h))).
    specialize (known ltac:(cbv beta; fits (one_to_second_order c inside h))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (all_to_second_order : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star
    @ grad_c c theta_star + star_turned_c c h - (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR h)%R *: grad_c c
    theta_star) <= norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) * (INR h - 2) / 6).
  { intros c inside h. revert h. apply (induction (fun h => norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
    star_turned_c c h - (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR h)%R *: grad_c c theta_star)) (fun h =>
    norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) * (INR h - 2) / 6) (fun h => 1) (fun h => norm (grad_c c
    theta_star) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2)).
    - cbv beta. assert (proved : norm (star_turned_c c 0%nat) <= 0). { assert (known := symfed_turned_gradients_one_at_first (norm
      (star_turned_c c 0%nat))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
      (all_begins_over_2 c inside))). fits known. }
      try (assert (size_0 : norm ((gamma * (INR 0%nat) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c 0%nat -
        (INR 0%nat * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR 0%nat)%R *: grad_c c theta_star) = norm (star_turned_c
        c 0%nat)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm ((gamma * (INR (S h)) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c (S h) -
        (INR (S h) * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR (S h))%R *: grad_c c theta_star) = norm ((gamma * (INR
        h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
        star_turned_c c (S h) - (INR h)%R *: grad_c c theta_star - grad_c c theta_star)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      try (assert (size_0 : norm ((gamma * (INR 0%nat) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c 0%nat -
        (INR 0%nat * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR 0%nat)%R *: grad_c c theta_star) = norm (star_turned_c
        c 0%nat)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm ((gamma * (INR (S h)) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c (S h) -
        (INR (S h) * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR (S h))%R *: grad_c c theta_star) = norm ((gamma * (INR
        h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
        star_turned_c c (S h) - (INR h)%R *: grad_c c theta_star - grad_c c theta_star)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + (INR h * gamma /
      2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c (S h) - (INR h)%R *: grad_c c theta_star - grad_c c theta_star) <=
      norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + norm ((gamma * (INR h) ^ 2 / 2)%R *: hess_c c theta_star @
      grad_c c theta_star + star_turned_c c h - (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR h)%R *: grad_c c
      theta_star)). { fits (all_to_second_order_one_step c inside h). }
      try (assert (size_0 : norm ((gamma * (INR 0%nat) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c 0%nat -
        (INR 0%nat * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR 0%nat)%R *: grad_c c theta_star) = norm (star_turned_c
        c 0%nat)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm ((gamma * (INR (S h)) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c (S h) -
        (INR (S h) * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR (S h))%R *: grad_c c theta_star) = norm ((gamma * (INR
        h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
        star_turned_c c (S h) - (INR h)%R *: grad_c c theta_star - grad_c c theta_star)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) * (INR h - 2) / 6 + norm
      (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 <= norm (grad_c c theta_star) * INR h * L ^ 2 * gamma ^ 2 * (INR h
      + 1) * (INR h - 1) / 6). { assert (known := symfed_turned_gradients_all_to_second_order_closes (L) (norm (grad_c c theta_star))
      (gamma) h). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      try (assert (size_0 : norm ((gamma * (INR 0%nat) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c 0%nat -
        (INR 0%nat * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR 0%nat)%R *: grad_c c theta_star) = norm (star_turned_c
        c 0%nat)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm ((gamma * (INR (S h)) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c (S h) -
        (INR (S h) * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR (S h))%R *: grad_c c theta_star) = norm ((gamma * (INR
        h) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + (INR h * gamma / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
        star_turned_c c (S h) - (INR h)%R *: grad_c c theta_star - grad_c c theta_star)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
  }
  assert (beyond_at_H : forall (c : nat) (inside : (c < N)%nat), norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c
    theta_star + star_turned_c c H - (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star)
    <= norm (grad_c c theta_star) * INR H * L ^ 2 * gamma ^ 2 * (INR H - 1) * (INR H - 2) / 6).
  { intros c inside. assert (known := (all_to_second_order c inside H)).
    assert (size_0 : norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c H - (INR H * gamma /
      2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star) = norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c
      theta_star @ grad_c c theta_star + star_turned_c c H - (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R
      *: grad_c c theta_star)) by lengths.
    rewrite ?size_0 in known.
    fits known.
  }
  assert (beyond_in_the_mean : mean N (fun c => norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
    star_turned_c c H - (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star)) <= mean N
    (fun c => norm (grad_c c theta_star)) * L ^ 2 * gamma ^ 2 * (INR H) ^ 3 / 6 + mean N (fun c => norm (grad_c c theta_star)) * INR H * L ^
    2 * gamma ^ 2 / 3 - mean N (fun c => norm (grad_c c theta_star)) * L ^ 2 * gamma ^ 2 * (INR H) ^ 2 / 2).
  { assert (left : mean N (fun c => norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c H -
    (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star)) = mean N (fun c => norm ((gamma
    * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c H - (gamma * INR H / 2)%R *: hess_c c theta_star @
    grad_c c theta_star - (INR H)%R *: grad_c c theta_star))).
    { transitivity (mean N (fun c => (1) * (norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c
      H - (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star)))); [apply mean_equal;
      intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm (grad_c c theta_star) * INR H * L ^ 2 * gamma ^ 2 * (INR H - 1) * (INR H - 2) / 6) = mean N (fun c
      => norm (grad_c c theta_star)) * L ^ 2 * gamma ^ 2 * (INR H) ^ 3 / 6 + mean N (fun c => norm (grad_c c theta_star)) * INR H * L ^ 2 *
      gamma ^ 2 / 3 - mean N (fun c => norm (grad_c c theta_star)) * L ^ 2 * gamma ^ 2 * (INR H) ^ 2 / 2).
    { transitivity (mean N (fun c => (- L ^ 2 * gamma ^ 2 * (INR H) ^ 2 / 2) * (norm (grad_c c theta_star)) + (INR H * L ^ 2 * gamma ^ 2 /
      3) * (norm (grad_c c theta_star)) + (L ^ 2 * gamma ^ 2 * (INR H) ^ 3 / 6) * (norm (grad_c c theta_star)))); [apply mean_equal; intros
      c inside; reals | reals]. }
    apply (between _ _ _ _ left right). apply mean_monotone; [exact some | intros c inside]. fits (beyond_at_H c inside).
  }
  assert (convexity_beyond : norm ((gamma * (INR H) ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) + vmean
    N (fun c => star_turned_c c H) - (gamma * INR H / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - (INR H)%R
    *: vmean N (fun c => grad_c c theta_star)) <= mean N (fun c => norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c
    theta_star + star_turned_c c H - (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c
    theta_star))).
  { assert (size : norm (@vmean V N (fun c => ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c H
    - (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star)%vec)) = norm ((gamma * (INR H)
    ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) + vmean N (fun c => star_turned_c c H) - (gamma * INR H
    / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - (INR H)%R *: vmean N (fun c => grad_c c theta_star))) by
    lengths.
    assert (left : norm (@vmean V N (fun c => ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c H
      - (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star)%vec)) = norm ((gamma * (INR
      H) ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) + vmean N (fun c => star_turned_c c H) - (gamma *
      INR H / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - (INR H)%R *: vmean N (fun c => grad_c c
      theta_star))) by (try rewrite size; reals).
    assert (whole : mean N (fun c => norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c H -
      (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star)) = mean N (fun c => norm
      ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c H - (gamma * INR H / 2)%R *: hess_c c
      theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star))).
    { transitivity (mean N (fun c => (1) * (norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c
      H - (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star)))); [apply mean_equal;
      intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm ((fun c => ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
      star_turned_c c H - (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star)%vec) c)) =
      mean N (fun c => norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c H - (gamma * INR H /
      2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star))).
    { transitivity (mean N (fun c => norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c H -
      (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star))); [apply mean_equal; intros c
      inside; cbv beta | exact whole].
      assert (own : norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c H - (gamma * INR H /
        2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star) = norm ((gamma * (INR H) ^ 2 / 2)%R *: hess_c
        c theta_star @ grad_c c theta_star + star_turned_c c H - (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR
        H)%R *: grad_c c theta_star)) by lengths. try rewrite own. reals. }
    exact (between _ _ _ _ left right (jensen_1 N (fun c => ((gamma * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star +
      star_turned_c c H - (gamma * INR H / 2)%R *: hess_c c theta_star @ grad_c c theta_star - (INR H)%R *: grad_c c theta_star)%vec))).
  }
  assert (gradients_cancel_beyond_over_2 : norm ((gamma * (INR H) ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c
    theta_star)%vec) + vmean N (fun c => star_turned_c c H) - (gamma * INR H / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c
    theta_star)%vec)) = norm ((gamma * (INR H) ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) + vmean N
    (fun c => star_turned_c c H) - (gamma * INR H / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - (INR H)%R
    *: vmean N (fun c => grad_c c theta_star))).
  { assert (whole : ((gamma * INR H * (INR H - 1) / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) + vmean N
    (fun c => star_turned_c c H))%vec = ((gamma * (INR H) ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) +
    vmean N (fun c => star_turned_c c H) - (gamma * INR H / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) -
    (INR H)%R *: vmean N (fun c => grad_c c theta_star))%vec). { less_in (linear V) (INR H)%R optimum. vectors. }
    assert (left : norm ((gamma * INR H * (INR H - 1) / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) + vmean N
      (fun c => star_turned_c c H))%vec = norm ((gamma * (INR H) ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c
      theta_star)%vec) + vmean N (fun c => star_turned_c c H) - (gamma * INR H / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c
      theta_star)%vec))) by lengths.
    assert (right : norm ((gamma * (INR H) ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) + vmean N (fun c
      => star_turned_c c H) - (gamma * INR H / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - (INR H)%R *:
      vmean N (fun c => grad_c c theta_star))%vec = norm ((gamma * (INR H) ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c
      theta_star)%vec) + vmean N (fun c => star_turned_c c H) - (gamma * INR H / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c
      theta_star)%vec) - (INR H)%R *: vmean N (fun c => grad_c c theta_star))) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (second_order : norm ((gamma * (INR H) ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) + vmean N
    (fun c => star_turned_c c H) - (gamma * INR H / 2)%R *: vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec)) <= mean N
    (fun c => norm (grad_c c theta_star)) * INR H * L ^ 2 * gamma ^ 2 * (INR H - 1) * (INR H - 2) / 6).
  { assert (known := symfed_turned_gradients_second_order H (L) (norm ((gamma * (INR H) ^ 2 / 2)%R *: vmean N (fun c => (hess_c c theta_star
    @ grad_c c theta_star)%vec) + vmean N (fun c => star_turned_c c H) - (gamma * INR H / 2)%R *: vmean N (fun c => (hess_c c theta_star @
    grad_c c theta_star)%vec))) (mean N (fun c => norm (grad_c c theta_star))) (norm ((gamma * (INR H) ^ 2 / 2)%R *: vmean N (fun c =>
    (hess_c c theta_star @ grad_c c theta_star)%vec) + vmean N (fun c => star_turned_c c H) - (gamma * INR H / 2)%R *: vmean N (fun c =>
    (hess_c c theta_star @ grad_c c theta_star)%vec) - (INR H)%R *: vmean N (fun c => grad_c c theta_star))) (mean N (fun c => norm ((gamma
    * (INR H) ^ 2 / 2)%R *: hess_c c theta_star @ grad_c c theta_star + star_turned_c c H - (gamma * INR H / 2)%R *: hess_c c theta_star @
    grad_c c theta_star - (INR H)%R *: grad_c c theta_star))) (gamma)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits gradients_cancel_beyond_over_2)).
    specialize (known ltac:(cbv beta; fits convexity_beyond)).
    specialize (known ltac:(cbv beta; fits beyond_in_the_mean)).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  fits second_order.
Qed.

Definition all_of_this_file := (symfed_turned_gradients).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
