(* symfed-first-order-constant: The first-order bias is at most gamma (H-1) (L - mu) zeta_1/(2 mu), and even half of that.
   symfed, how sharp Proposition 2 is. Printed:
     \tfrac12\|b_h\|\le\frac{L-\mu}{2\mu}\zeta_{\star,1}
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* about_the_centre_from_below *)
Theorem symfed_first_order_constant_about_the_centre_from_below :
  forall (L : R) (lambda : R) (mu : R),
  0 < L ->
  0 < lambda ->
  0 < mu ->
  mu <= lambda ->
  mu / 2 - L / 2 <= lambda - L / 2 - mu / 2.
Proof.
  intros L lambda mu sign_L sign_lambda sign_mu given_1.
  assert (slack_given_1 := slack _ _ given_1).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_1).
Qed.

(* about_the_centre_from_above *)
Theorem symfed_first_order_constant_about_the_centre_from_above :
  forall (L : R) (lambda : R) (mu : R),
  0 < L ->
  0 < lambda ->
  0 < mu ->
  lambda <= L ->
  lambda - L / 2 - mu / 2 <= L / 2 - mu / 2.
Proof.
  intros L lambda mu sign_L sign_lambda sign_mu given_1.
  assert (slack_given_1 := slack _ _ given_1).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_1).
Qed.

(* squared *)
Theorem symfed_first_order_constant_squared :
  forall (a1 : R) (a2 : R),
  0 <= a1 ->
  0 <= a2 ->
  a1 = a2 ->
  a1 ^ 2 = a2 ^ 2.
Proof.
  intros a1 a2 sign_a1 sign_a2 given_1.
  symmetry in given_1. destruct given_1.
  equal.
Qed.

(* heterogeneity *)
Theorem symfed_first_order_constant_heterogeneity :
  forall (a1 : R) (a2 : R) (a3 : R) (zeta1 : R),
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= zeta1 ->
  a2 <= zeta1 ^ 2 ->
  a2 = a3 ->
  a1 ^ 2 <= a3 ->
  a1 <= zeta1.
Proof.
  intros a1 a2 a3 zeta1 sign_a1 sign_a2 sign_a3 sign_zeta1 given_1 given_2 given_3.
  symmetry in given_2. destruct given_2.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_3 := slack _ _ given_3).
  apply by_square.
  { assert (m1 : 0 <= (zeta1)) by positive. certified (((1))) m1. }
  { assert (m1 : 0 <= (1)) by positive. assert (m2 : 0 <= (1)) by positive. certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_3)). }
Qed.

(* bound *)
Theorem symfed_first_order_constant_bound :
  forall (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (mu : R) (zeta1 : R),
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 <= a5 ->
  0 < mu ->
  0 <= zeta1 ->
  mu <= L ->
  a1 * mu <= a2 ->
  a2 = a3 ->
  a3 <= a4 ->
  a4 <= a5 * L / 2 - a5 * mu / 2 ->
  a5 <= zeta1 ->
  a1 / 2 <= zeta1 * (L - mu) / (2 * mu).
Proof.
  intros L a1 a2 a3 a4 a5 mu zeta1 sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_mu sign_zeta1 given_1 given_2 given_3 given_4 given_5 given_6.
  symmetry in given_3. destruct given_3.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_4 := slack _ _ given_4).
  assert (slack_given_5 := slack _ _ given_5).
  assert (slack_given_6 := slack _ _ given_6).
  assert (m1 : 0 <= (1 / 4) * (zeta1) / ((mu))) by positive.
  assert (m2 : 0 <= (1 / 2) / ((mu))) by positive.
  assert (m3 : 0 <= (1 / 4) / ((mu))) by positive.
  assert (m4 : 0 <= (1 / 2) / ((mu))) by positive.
  assert (m5 : 0 <= (1 / 2) / ((mu))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 slack_given_2) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ (Rmult_le_pos _ _ m3 slack_given_1) slack_given_6) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m4 slack_given_4) (Rmult_le_pos _ _ m5 slack_given_5))))).
Qed.

(* symfed-first-order-constant: The first-order bias is at most gamma (H-1) (L - mu) zeta_1/(2 mu), and even half of that. *)
Theorem symfed_first_order_constant :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (L : R) (mu : R) (zeta1 : R) (zeta2 :
    R) (operator_norm : mat V -> R),
  (1 <= N)%nat ->
  0 < L ->
  0 < mu ->
  0 <= zeta1 ->
  0 <= zeta2 ->
  is_operator_norm operator_norm ->
  minimiser V ->
  spectral V ->
  solvable V ->
  curved N grad_c hess_c mu L ->
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  there is b_h : (vec V), with (((mmean N (fun c => hess_c c theta_star) @ b_h)%vec = (vmean N (fun c => (hess_c c theta_star @ grad_c c
    theta_star)%vec) - mmean N (fun c => hess_c c theta_star) @ vmean N (fun c => grad_c c theta_star))%vec)); then (
  (mean N (fun c => norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2) <= zeta1 ^ 2) ->
  (mean N (fun c => operator_norm (hess_c c theta_star - mmean N (fun c => hess_c c theta_star))%mat ^ 2) <= zeta2 ^ 2) ->
  norm (b_h) / 2 <= zeta1 * (L - mu) / (2 * mu))).
Proof.
  intros V N grad_c hess_c L mu zeta1 zeta2 operator_norm some L_positive mu_positive zeta1_nonnegative zeta2_nonnegative the_norm
    the_minimiser the_spectral the_solvable curvature.
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
  assert (mean_curvature_over_1 : at_least (mmean N (fun c => hess_c c theta_star))%mat mu).
  { apply mean_at_least; [exact some | intros c inside; exact (curvature_over_1 c inside)].
  }
  split.
  { assert (bounded : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact mean_curvature_over_1. }
    assert (positive : 0 < mu). { first [lra | not_negative]. }
    destruct (the_solvable (mmean N (fun c => hess_c c theta_star))%mat mu bounded positive) as [found known].
    exists (found (vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - mmean N (fun c => hess_c c theta_star) @ vmean N
      (fun c => grad_c c theta_star))%vec).
    as_vectors (known (vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - mmean N (fun c => hess_c c theta_star) @ vmean N
      (fun c => grad_c c theta_star))%vec).
  }
  intros b_h b_h_2.
  assert (about_the_centre : forall (c : nat) (inside : (c < N)%nat), norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c
    c theta_star - (mu / 2)%R *: grad_c c theta_star) <= norm (grad_c c theta_star) * (L / 2 - mu / 2)).
  { intros c inside. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [- L / 2 - mu / 2; 1] lambda) <= (L / 2 - mu / 2)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : mu / 2 - L / 2 <= lambda - L / 2 - mu / 2). { assert (known :=
        symfed_first_order_constant_about_the_centre_from_below (L) (lambda) (mu)). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia
        | not_negative])). specialize (known ltac:(cbv beta; fits above)). fits known. } fits sign_.
      - assert (sign_ : lambda - L / 2 - mu / 2 <= L / 2 - mu / 2). { assert (known :=
        symfed_first_order_constant_about_the_centre_from_above (L) (lambda) (mu)). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia
        | not_negative])). specialize (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm ((- L / 2 - mu / 2)%R *: (grad_c c theta_star)%vec + (hess_c c theta_star)%mat @ (1 *: (grad_c c theta_star)%vec +
      (hess_c c theta_star)%mat @ 0%vec)%vec)%vec = norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu
      / 2)%R *: grad_c c theta_star)) by lengths.
    assert (right_0 : norm (grad_c c theta_star) = norm (grad_c c theta_star)) by lengths.
    assert (right : (L / 2 - mu / 2)%R * norm (grad_c c theta_star) = norm (grad_c c theta_star) * (L / 2 - mu / 2)) by (rewrite ?right_0;
      reals).
    assert (low_ : at_least (hess_c c theta_star)%mat mu). { exact (curvature_over_1 c inside). }
    assert (high_ : at_most (hess_c c theta_star)%mat L). { exact (curvature_over_2 c inside). }
    exact (between _ _ _ _ left right (the_spectral (hess_c c theta_star)%mat _ _ (L / 2 - mu / 2)%R [- L / 2 - mu / 2; 1] low_ high_
      everywhere (grad_c c theta_star)%vec)).
  }
  assert (about_the_centre_in_the_mean : mean N (fun c => norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star
    - (mu / 2)%R *: grad_c c theta_star)) <= mean N (fun c => norm (grad_c c theta_star)) * L / 2 - mean N (fun c => norm (grad_c c
    theta_star)) * mu / 2).
  { assert (left : mean N (fun c => norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu / 2)%R *:
    grad_c c theta_star)) = mean N (fun c => norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu / 2)%R
    *: grad_c c theta_star))).
    { transitivity (mean N (fun c => (1) * (norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu / 2)%R
      *: grad_c c theta_star)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm (grad_c c theta_star) * (L / 2 - mu / 2)) = mean N (fun c => norm (grad_c c theta_star)) * L / 2 -
      mean N (fun c => norm (grad_c c theta_star)) * mu / 2).
    { transitivity (mean N (fun c => (L / 2) * (norm (grad_c c theta_star)) + (- mu / 2) * (norm (grad_c c theta_star)))); [apply
      mean_equal; intros c inside; reals | reals]. }
    apply (between _ _ _ _ left right). apply mean_monotone; [exact some | intros c inside]. fits (about_the_centre c inside).
  }
  assert (convexity : norm (vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - (L / 2)%R *: vmean N (fun c => grad_c c
    theta_star) - (mu / 2)%R *: vmean N (fun c => grad_c c theta_star)) <= mean N (fun c => norm (hess_c c theta_star @ grad_c c theta_star
    - (L / 2)%R *: grad_c c theta_star - (mu / 2)%R *: grad_c c theta_star))).
  { assert (size : norm (@vmean V N (fun c => (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu / 2)%R *:
    grad_c c theta_star)%vec)) = norm (vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - (L / 2)%R *: vmean N (fun c =>
    grad_c c theta_star) - (mu / 2)%R *: vmean N (fun c => grad_c c theta_star))) by lengths.
    assert (left : norm (@vmean V N (fun c => (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu / 2)%R *:
      grad_c c theta_star)%vec)) = norm (vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - (L / 2)%R *: vmean N (fun c =>
      grad_c c theta_star) - (mu / 2)%R *: vmean N (fun c => grad_c c theta_star))) by (try rewrite size; reals).
    assert (whole : mean N (fun c => norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu / 2)%R *:
      grad_c c theta_star)) = mean N (fun c => norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu /
      2)%R *: grad_c c theta_star))).
    { transitivity (mean N (fun c => (1) * (norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu / 2)%R
      *: grad_c c theta_star)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm ((fun c => (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu /
      2)%R *: grad_c c theta_star)%vec) c)) = mean N (fun c => norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c
      theta_star - (mu / 2)%R *: grad_c c theta_star))).
    { transitivity (mean N (fun c => norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu / 2)%R *:
      grad_c c theta_star))); [apply mean_equal; intros c inside; cbv beta | exact whole].
      assert (own : norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu / 2)%R *: grad_c c theta_star)
        = norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star - (mu / 2)%R *: grad_c c theta_star)) by
        lengths. try rewrite own. reals. }
    exact (between _ _ _ _ left right (jensen_1 N (fun c => (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star -
      (mu / 2)%R *: grad_c c theta_star)%vec))).
  }
  assert (centred_over_2 : norm (mmean N (fun c => hess_c c theta_star) @ b_h) = norm (vmean N (fun c => (hess_c c theta_star @ grad_c c
    theta_star)%vec) - (L / 2)%R *: vmean N (fun c => grad_c c theta_star) - (mu / 2)%R *: vmean N (fun c => grad_c c theta_star))).
  { assert (whole : (mmean N (fun c => hess_c c theta_star) @ b_h)%vec = (vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec)
    - (L / 2)%R *: vmean N (fun c => grad_c c theta_star) - (mu / 2)%R *: vmean N (fun c => grad_c c theta_star))%vec). { less_in (linear V)
    (1)%R b_h_2. less_in (linear V) ((L / 2)%R *: 1 + (mu / 2)%R *: 1 - mmean N (fun c => hess_c c theta_star))%mat optimum. vectors. }
    assert (left : norm (mmean N (fun c => hess_c c theta_star) @ b_h)%vec = norm (mmean N (fun c => hess_c c theta_star) @ b_h)) by
      lengths.
    assert (right : norm (vmean N (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - (L / 2)%R *: vmean N (fun c => grad_c c
      theta_star) - (mu / 2)%R *: vmean N (fun c => grad_c c theta_star))%vec = norm (vmean N (fun c => (hess_c c theta_star @ grad_c c
      theta_star)%vec) - (L / 2)%R *: vmean N (fun c => grad_c c theta_star) - (mu / 2)%R *: vmean N (fun c => grad_c c theta_star))) by
      lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (solved : norm (b_h) * mu <= norm (mmean N (fun c => hess_c c theta_star) @ b_h)).
  { assert (bounded : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact mean_curvature_over_1. }
    assert (left_0 : norm (b_h) = norm (b_h)) by lengths.
    assert (left : mu * norm (b_h) = norm (b_h) * mu) by (rewrite ?left_0; reals).
    assert (right : norm ((mmean N (fun c => hess_c c theta_star))%mat @ (b_h)%vec) = norm (mmean N (fun c => hess_c c theta_star) @ b_h))
      by lengths.
    exact (between _ _ _ _ left right (coercive (mmean N (fun c => hess_c c theta_star))%mat mu (b_h)%vec bounded)).
  }
  intros A2_over_1.
  intros A2_over_2.
  assert (deviation_over_2 : forall (c : nat) (inside : (c < N)%nat), norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) =
    norm (grad_c c theta_star)).
  { intros c inside. assert (whole : (grad_c c theta_star - vmean N (fun c => grad_c c theta_star))%vec = (grad_c c theta_star)%vec). {
    less_in (linear V) (- 1)%R optimum. vectors. }
    assert (left : norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star))%vec = norm (grad_c c theta_star - vmean N (fun c =>
      grad_c c theta_star))) by lengths.
    assert (right : norm (grad_c c theta_star)%vec = norm (grad_c c theta_star)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (squared : forall (c : nat) (inside : (c < N)%nat), norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2 = norm
    (grad_c c theta_star) ^ 2).
  { intros c inside. assert (known := symfed_first_order_constant_squared (norm (grad_c c theta_star - vmean N (fun c => grad_c c
    theta_star))) (norm (grad_c c theta_star))).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (deviation_over_2 c inside))).
    fits known.
  }
  assert (mean_square : mean N (fun c => norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2) = mean N (fun c => norm
    (grad_c c theta_star) ^ 2)).
  { assert (left : mean N (fun c => norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2) = mean N (fun c => norm (grad_c
    c theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2)).
    { transitivity (mean N (fun c => (1) * (norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2))); [apply mean_equal;
      intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm (grad_c c theta_star) ^ 2) = mean N (fun c => norm (grad_c c theta_star) ^ 2)).
    { transitivity (mean N (fun c => (1) * (norm (grad_c c theta_star) ^ 2))); [apply mean_equal; intros c inside; reals | reals]. }
    apply (eq_trans (eq_sym left)). apply (fun e => eq_trans e right). apply mean_equal. intros c inside. fits (squared c inside).
  }
  assert (mean_norm : mean N (fun c => norm (grad_c c theta_star)) ^ 2 <= mean N (fun c => norm (grad_c c theta_star) ^ 2)).
  { assert (one : mean N (fun c => norm (grad_c c theta_star)) = mean N (fun c => norm (grad_c c theta_star))).
    { transitivity (mean N (fun c => (1) * (norm (grad_c c theta_star)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (left : mean N (fun c => norm (grad_c c theta_star)) ^ 2 = mean N (fun c => norm (grad_c c theta_star)) ^ 2) by (try rewrite one;
      reals).
    assert (whole : mean N (fun c => norm (grad_c c theta_star) ^ 2) = mean N (fun c => norm (grad_c c theta_star) ^ 2)).
    { transitivity (mean N (fun c => (1) * (norm (grad_c c theta_star) ^ 2))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => (fun c => norm (grad_c c theta_star)) c ^ 2) = mean N (fun c => norm (grad_c c theta_star) ^ 2)).
    { transitivity (mean N (fun c => norm (grad_c c theta_star) ^ 2)); [ | exact whole].
      apply mean_equal; intros c inside; cbv beta; reals. }
    exact (between _ _ _ _ left right (power_mean_2 N (fun c => norm (grad_c c theta_star)) some)).
  }
  assert (heterogeneity : mean N (fun c => norm (grad_c c theta_star)) <= zeta1).
  { assert (known := symfed_first_order_constant_heterogeneity (mean N (fun c => norm (grad_c c theta_star))) (mean N (fun c => norm (grad_c
    c theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2)) (mean N (fun c => norm (grad_c c theta_star) ^ 2)) (zeta1)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits A2_over_1)).
    specialize (known ltac:(cbv beta; fits mean_square)).
    specialize (known ltac:(cbv beta; fits mean_norm)).
    fits known.
  }
  assert (bound : norm (b_h) / 2 <= zeta1 * (L - mu) / (2 * mu)).
  { assert (known := symfed_first_order_constant_bound (L) (norm (b_h)) (norm (mmean N (fun c => hess_c c theta_star) @ b_h)) (norm (vmean N
    (fun c => (hess_c c theta_star @ grad_c c theta_star)%vec) - (L / 2)%R *: vmean N (fun c => grad_c c theta_star) - (mu / 2)%R *: vmean N
    (fun c => grad_c c theta_star))) (mean N (fun c => norm (hess_c c theta_star @ grad_c c theta_star - (L / 2)%R *: grad_c c theta_star -
    (mu / 2)%R *: grad_c c theta_star))) (mean N (fun c => norm (grad_c c theta_star))) (mu) (zeta1)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits mu_at_most_L)).
    specialize (known ltac:(cbv beta; fits solved)).
    specialize (known ltac:(cbv beta; fits centred_over_2)).
    specialize (known ltac:(cbv beta; fits convexity)).
    specialize (known ltac:(cbv beta; fits about_the_centre_in_the_mean)).
    specialize (known ltac:(cbv beta; fits heterogeneity)).
    fits known.
  }
  fits bound.
Qed.

Definition all_of_this_file := (symfed_first_order_constant).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
