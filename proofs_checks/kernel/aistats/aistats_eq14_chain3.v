(* aistats-eq14-chain3: The clients' gradients at theta*, whose mean is zero, have a mean norm of at most zeta_1, which bounds their mean
   square.
   aistats, equation (14), third inequality. Printed:
     \frac1N\sum_c\|\nabla f_c(\theta^\star)\|\le\zeta_{\star,1}
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* squared *)
Theorem aistats_eq14_chain3_squared :
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
Theorem aistats_eq14_chain3_heterogeneity :
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

(* aistats-eq14-chain3: The clients' gradients at theta*, whose mean is zero, have a mean norm of at most zeta_1, which bounds their mean square. *)
Theorem aistats_eq14_chain3 :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (zeta1 : R) (zeta2 : R) (L : R) (mu :
    R) (operator_norm : mat V -> R),
  (1 <= N)%nat ->
  0 <= zeta1 ->
  0 <= zeta2 ->
  0 < L ->
  0 < mu ->
  is_operator_norm operator_norm ->
  minimiser V ->
  curved N grad_c hess_c mu L ->
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  (mean N (fun c => norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2) <= zeta1 ^ 2) ->
  (mean N (fun c => operator_norm (hess_c c theta_star - mmean N (fun c => hess_c c theta_star))%mat ^ 2) <= zeta2 ^ 2) ->
  mean N (fun c => norm (grad_c c theta_star)) <= zeta1).
Proof.
  intros V N grad_c hess_c zeta1 zeta2 L mu operator_norm some zeta1_nonnegative zeta2_nonnegative L_positive mu_positive the_norm
    the_minimiser curvature.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
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
  { intros c inside. assert (known := aistats_eq14_chain3_squared (norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)))
    (norm (grad_c c theta_star))).
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
  { assert (known := aistats_eq14_chain3_heterogeneity (mean N (fun c => norm (grad_c c theta_star))) (mean N (fun c => norm (grad_c c
    theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2)) (mean N (fun c => norm (grad_c c theta_star) ^ 2)) (zeta1)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits A2_over_1)).
    specialize (known ltac:(cbv beta; fits mean_square)).
    specialize (known ltac:(cbv beta; fits mean_norm)).
    fits known.
  }
  fits heterogeneity.
Qed.

Definition all_of_this_file := (aistats_eq14_chain3).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
