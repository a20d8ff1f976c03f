(* symfed-local-iterates: After h local steps from the fixed point a client is at most gamma h |grad f_c(theta* )| farther from theta*; in
   the mean over clients gamma h zeta_1.
   symfed, the last display of Proposition 2's proof, in the mean over clients. Printed:
     \|T_c^{(\gamma,h)}(\bar\theta_{det})-\theta^\star\|\le\|\bar\theta_{det}-\theta^\star\|+\gamma h\|\nabla f_c(\theta^\star)\|,\quad\frac1N\sum_c\|T_c^{(\gamma,h)}(\bar\theta_{det})-\theta^\star\|\le\|\bar\theta_{det}-\theta^\star\|+\gamma h\zeta_{\star,1}
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
   Cross-checks, on which nothing rests and which are not here: one step, several steps. *)
From Symfed Require Import Arithmetic Named.

(* a_step_shrinks_from_below *)
Theorem symfed_local_iterates_a_step_shrinks_from_below :
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

(* a_step_shrinks_from_above *)
Theorem symfed_local_iterates_a_step_shrinks_from_above :
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

(* first_inequality *)
Theorem symfed_local_iterates_first_inequality :
  forall (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (gamma : R) (mu : R),
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
  a1 <= a2 * gamma + a3.
Proof.
  intros a1 a2 a3 a4 a5 gamma mu sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_gamma sign_mu given_1 given_2 given_3.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (1)) by positive.
  assert (m3 : 0 <= (a3) * (gamma) * (mu)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_2) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 slack_given_3) m3)).
Qed.

(* steps_at_first *)
Theorem symfed_local_iterates_steps_at_first :
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

(* steps_closes *)
Theorem symfed_local_iterates_steps_closes :
  forall (a1 : R) (a2 : R) (gamma : R) (h : nat),
  0 <= a1 ->
  0 <= a2 ->
  0 < gamma ->
  a1 * INR h * gamma + a1 * gamma + a2 <= a1 * gamma * (INR h + 1) + a2.
Proof.
  intros a1 a2 gamma h sign_a1 sign_a2 sign_gamma.
  certified (((1))) (Rle_refl 0).
Qed.

(* squared *)
Theorem symfed_local_iterates_squared :
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
Theorem symfed_local_iterates_heterogeneity :
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

(* in_the_mean *)
Theorem symfed_local_iterates_in_the_mean :
  forall (L : R) (a1 : R) (a2 : R) (a3 : R) (gamma : R) (h : nat) (zeta1 : R),
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 < gamma ->
  0 <= zeta1 ->
  a1 <= a2 + a3 * INR h * gamma ->
  a3 <= zeta1 ->
  L * gamma <= 1 ->
  a1 <= a2 + zeta1 * INR h * gamma.
Proof.
  intros L a1 a2 a3 gamma h zeta1 sign_L sign_a1 sign_a2 sign_a3 sign_gamma sign_zeta1 given_1 given_2 given_3.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (so_4 : 0 <= 1). { positive. }
  assert (so_5 : 0 <= INR h * gamma). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_4 slack_given_1)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_2))).
Qed.

(* symfed-local-iterates: After h local steps from the fixed point a client is at most gamma h |grad f_c(theta* )| farther from theta*; in the mean over clients gamma h zeta_1. *)
Theorem symfed_local_iterates :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (L : R) (gamma : R) (mu : R) (theta_det
    : vec V) (zeta1 : R) (zeta2 : R) (operator_norm : mat V -> R),
  (1 <= N)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  0 <= zeta1 ->
  0 <= zeta2 ->
  is_operator_norm operator_norm ->
  mean_value_hessian V ->
  minimiser V ->
  spectral V ->
  curved N grad_c hess_c mu L ->
  L * gamma <= 1 ->
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  forall T_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), T_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), T_c c (S h) x = (T_c c h x - gamma *: grad_c c (T_c c h x))%vec) ->
  (mean N (fun c => norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2) <= zeta1 ^ 2) ->
  (mean N (fun c => operator_norm (hess_c c theta_star - mmean N (fun c => hess_c c theta_star))%mat ^ 2) <= zeta2 ^ 2) ->
  forall (c : nat) (inside : (c < N)%nat) (h : nat), (mean N (fun c => norm (theta_star - T_c c h theta_det)) <= zeta1 * INR h * gamma +
    norm (theta_det - theta_star)) /\ (norm (theta_star - T_c c h theta_det) <= norm (grad_c c theta_star) * INR h * gamma + norm (theta_det
    - theta_star)) /\ (norm (theta_star - T_c c (S h) theta_det) <= norm (grad_c c theta_star) * gamma + norm (theta_star - T_c c h
    theta_det))).
Proof.
  intros V N grad_c hess_c L gamma mu theta_det zeta1 zeta2 operator_norm some L_positive gamma_positive mu_positive zeta1_nonnegative
    zeta2_nonnegative the_norm the_mean_value_hessian the_minimiser the_spectral curvature given_1.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
  intros T_c.
  intros start_.
  intros local_step.
  assert (start_here : forall (c : nat) (inside : (c < N)%nat), T_c c 0%nat theta_det = theta_det).
  { intros c inside. as_vectors (start_ c inside theta_det).
  }
  assert (local_step_here : forall (c : nat) (inside : (c < N)%nat) (h : nat), T_c c (S h) theta_det = (T_c c h theta_det - gamma *: grad_c
    c (T_c c h theta_det))%vec).
  { intros c inside h. as_vectors (local_step c inside h theta_det).
  }
  assert (exists Dstar_c : nat -> nat -> mat V, (forall (c : nat) (inside : (c < N)%nat) (h : nat), (grad_c c (T_c c h theta_det) - grad_c c
    theta_star)%vec = (Dstar_c c h @ (T_c c h theta_det - theta_star))%vec) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat), at_least
    (Dstar_c c h)%mat mu) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat), at_most (Dstar_c c h)%mat L)) as [Dstar_c
    (mean_Hessian_over_1 & mean_Hessian_over_2 & mean_Hessian_over_3)].
  { destruct (the_mean_value_hessian N grad_c hess_c mu L some mu_positive curvature) as [found each].
    exists (fun c h => found c (T_c c h theta_det)%vec (theta_star)%vec).
    split. { intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high).
      as_vectors equal. }
    split. { intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high). exact
      low. }
    intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high). exact high.
  }
  assert (a_step_shrinks : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (gamma *: Dstar_c c h @ T_c c h theta_det + theta_star -
    gamma *: Dstar_c c h @ theta_star - T_c c h theta_det) <= norm (theta_star - T_c c h theta_det) * (1 - gamma * mu)).
  { intros c inside h. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known := symfed_local_iterates_a_step_shrinks_from_below (L)
        (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits
        above)). specialize (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known := symfed_local_iterates_a_step_shrinks_from_above (gamma)
        (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)).
        fits known. } fits sign_.
    }
    assert (left : norm (1 *: (T_c c h theta_det - theta_star)%vec + (Dstar_c c h)%mat @ ((- gamma)%R *: (T_c c h theta_det -
      theta_star)%vec + (Dstar_c c h)%mat @ 0%vec)%vec)%vec = norm (gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - gamma *: Dstar_c
      c h @ theta_star - T_c c h theta_det)) by lengths.
    assert (right_0 : norm (T_c c h theta_det - theta_star) = norm (theta_star - T_c c h theta_det)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (T_c c h theta_det - theta_star) = norm (theta_star - T_c c h theta_det) * (1 - gamma * mu))
      by (rewrite ?right_0; reals).
    assert (low_ : at_least (Dstar_c c h)%mat mu). { exact (mean_Hessian_over_2 c inside h). }
    assert (high_ : at_most (Dstar_c c h)%mat L). { exact (mean_Hessian_over_3 c inside h). }
    exact (between _ _ _ _ left right (the_spectral (Dstar_c c h)%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_ high_ everywhere (T_c c h
      theta_det - theta_star)%vec)).
  }
  assert (step_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star - T_c c (S h) theta_det) = norm (gamma *:
    Dstar_c c h @ T_c c h theta_det + gamma *: grad_c c theta_star + theta_star - gamma *: Dstar_c c h @ theta_star - T_c c h theta_det)).
  { intros c inside h. assert (whole : (T_c c (S h) theta_det - theta_star)%vec = (T_c c h theta_det - gamma *: Dstar_c c h @ (T_c c h
    theta_det - theta_star) - gamma *: grad_c c theta_star - theta_star)%vec). { less_in (linear V) (1)%R (local_step_here c inside h).
    less_in (linear V) (- gamma)%R (mean_Hessian_over_1 c inside h). vectors. }
    assert (left : norm (T_c c (S h) theta_det - theta_star)%vec = norm (theta_star - T_c c (S h) theta_det)) by lengths.
    assert (right : norm (T_c c h theta_det - gamma *: Dstar_c c h @ (T_c c h theta_det - theta_star) - gamma *: grad_c c theta_star -
      theta_star)%vec = norm (gamma *: Dstar_c c h @ T_c c h theta_det + gamma *: grad_c c theta_star + theta_star - gamma *: Dstar_c c h @
      theta_star - T_c c h theta_det)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (gamma *: Dstar_c c h @ T_c c h theta_det + gamma *: grad_c c
    theta_star + theta_star - gamma *: Dstar_c c h @ theta_star - T_c c h theta_det) <= norm (grad_c c theta_star) * gamma + norm (gamma *:
    Dstar_c c h @ T_c c h theta_det + theta_star - gamma *: Dstar_c c h @ theta_star - T_c c h theta_det)).
  { intros c inside h. assert (left : norm ((T_c c h theta_det - gamma *: Dstar_c c h @ (T_c c h theta_det - theta_star) - theta_star)%vec +
    (- (gamma *: grad_c c theta_star))%vec) = norm (gamma *: Dstar_c c h @ T_c c h theta_det + gamma *: grad_c c theta_star + theta_star -
    gamma *: Dstar_c c h @ theta_star - T_c c h theta_det)) by lengths.
    assert (right_0 : norm (T_c c h theta_det - gamma *: Dstar_c c h @ (T_c c h theta_det - theta_star) - theta_star) = norm (gamma *:
      Dstar_c c h @ T_c c h theta_det + theta_star - gamma *: Dstar_c c h @ theta_star - T_c c h theta_det)) by lengths.
    assert (right_1 : norm (- (gamma *: grad_c c theta_star)) = norm (grad_c c theta_star) * gamma) by lengths.
    assert (right : norm (T_c c h theta_det - gamma *: Dstar_c c h @ (T_c c h theta_det - theta_star) - theta_star) + norm (- (gamma *:
      grad_c c theta_star)) = norm (grad_c c theta_star) * gamma + norm (gamma *: Dstar_c c h @ T_c c h theta_det + theta_star - gamma *:
      Dstar_c c h @ theta_star - T_c c h theta_det)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (T_c c h theta_det - gamma *: Dstar_c c h @ (T_c c h theta_det - theta_star) -
      theta_star)%vec (- (gamma *: grad_c c theta_star))%vec)).
  }
  assert (first_inequality : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star - T_c c (S h) theta_det) <= norm (grad_c c
    theta_star) * gamma + norm (theta_star - T_c c h theta_det)).
  { intros c inside h. assert (known := symfed_local_iterates_first_inequality (norm (theta_star - T_c c (S h) theta_det)) (norm (grad_c c
    theta_star)) (norm (theta_star - T_c c h theta_det)) (norm (gamma *: Dstar_c c h @ T_c c h theta_det + gamma *: grad_c c theta_star +
    theta_star - gamma *: Dstar_c c h @ theta_star - T_c c h theta_det)) (norm (gamma *: Dstar_c c h @ T_c c h theta_det + theta_star -
    gamma *: Dstar_c c h @ theta_star - T_c c h theta_det)) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (step_over_2 c inside h))).
    specialize (known ltac:(cbv beta; fits (two_parts c inside h))).
    specialize (known ltac:(cbv beta; fits (a_step_shrinks c inside h))).
    fits known.
  }
  assert (at_the_start_over_2 : forall (c : nat) (inside : (c < N)%nat), norm (theta_star - T_c c 0%nat theta_det) = norm (theta_det -
    theta_star)).
  { intros c inside. assert (whole : (T_c c 0%nat theta_det - theta_star)%vec = (theta_det - theta_star)%vec). { less_in (linear V) (1)%R
    (start_here c inside). vectors. }
    assert (left : norm (T_c c 0%nat theta_det - theta_star)%vec = norm (theta_star - T_c c 0%nat theta_det)) by lengths.
    assert (right : norm (theta_det - theta_star)%vec = norm (theta_det - theta_star)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (steps : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star - T_c c h theta_det) <= norm (grad_c c theta_star) *
    INR h * gamma + norm (theta_det - theta_star)).
  { intros c inside h. revert h. apply (induction (fun h => norm (theta_star - T_c c h theta_det)) (fun h => norm (grad_c c theta_star) *
    INR h * gamma + norm (theta_det - theta_star)) (fun h => 1) (fun h => norm (grad_c c theta_star) * gamma)).
    - cbv beta. assert (proved : norm (theta_star - T_c c 0%nat theta_det) <= norm (theta_det - theta_star)). { assert (known :=
      symfed_local_iterates_steps_at_first (norm (theta_star - T_c c 0%nat theta_det)) (norm (theta_det - theta_star))). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(cbv beta; fits (at_the_start_over_2 c inside))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (theta_star - T_c c (S h) theta_det) <= norm (grad_c c theta_star) * gamma + norm
      (theta_star - T_c c h theta_det)). { fits (first_inequality c inside h). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (grad_c c theta_star) * INR h * gamma + norm (grad_c c theta_star) * gamma + norm (theta_det
      - theta_star) <= norm (grad_c c theta_star) * gamma * (INR h + 1) + norm (theta_det - theta_star)). { assert (known :=
      symfed_local_iterates_steps_closes (norm (grad_c c theta_star)) (norm (theta_det - theta_star)) (gamma) h). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  assert (mean_of_steps : forall (h : nat), mean N (fun c => norm (theta_star - T_c c h theta_det)) <= mean N (fun c => norm (grad_c c
    theta_star)) * INR h * gamma + norm (theta_det - theta_star)).
  { intros h. assert (left : mean N (fun c => norm (theta_star - T_c c h theta_det)) = mean N (fun c => norm (theta_star - T_c c h
    theta_det))).
    { transitivity (mean N (fun c => (1) * (norm (theta_star - T_c c h theta_det)))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm (grad_c c theta_star) * INR h * gamma + norm (theta_det - theta_star)) = mean N (fun c => norm
      (grad_c c theta_star)) * INR h * gamma + norm (theta_det - theta_star)).
    { transitivity (mean N (fun c => (INR h * gamma) * (norm (grad_c c theta_star)) + (norm (theta_det - theta_star)))); [apply mean_equal;
      intros c inside; reals | reals]. }
    apply (between _ _ _ _ left right). apply mean_monotone; [exact some | intros c inside]. fits (steps c inside h).
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
  { intros c inside. assert (known := symfed_local_iterates_squared (norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)))
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
  { assert (known := symfed_local_iterates_heterogeneity (mean N (fun c => norm (grad_c c theta_star))) (mean N (fun c => norm (grad_c c
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
  assert (in_the_mean : forall (h : nat), mean N (fun c => norm (theta_star - T_c c h theta_det)) <= zeta1 * INR h * gamma + norm (theta_det
    - theta_star)).
  { intros h. assert (known := symfed_local_iterates_in_the_mean (L) (mean N (fun c => norm (theta_star - T_c c h theta_det))) (norm
    (theta_det - theta_star)) (mean N (fun c => norm (grad_c c theta_star))) (gamma) h (zeta1)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (mean_of_steps h))).
    specialize (known ltac:(cbv beta; fits heterogeneity)).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  intros c inside h.
  split. { fits (in_the_mean h). }
  split. { fits (steps c inside h). }
  fits (first_inequality c inside h).
Qed.

Definition all_of_this_file := (symfed_local_iterates).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
