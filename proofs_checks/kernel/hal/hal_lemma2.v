(* hal-lemma2: A round contracts squared distances by (1 - gamma mu)^H; equation (10) is its local step. (The square of that is true, too.)
   hal, Lemma 2 with equation (10). Printed:
     \|T_c^{(\gamma,h+1)}(\theta)-T_c^{(\gamma,h+1)}(\vartheta)\|^2\le(1-\gamma\mu)\|T_c^{(\gamma,h)}(\theta)-T_c^{(\gamma,h)}(\vartheta)\|^2,\quad\|T^{(\gamma,H)}(\theta)-T^{(\gamma,H)}(\vartheta)\|^2\le\frac1N\sum_c\|T_c^{(\gamma,H)}(\theta)-T_c^{(\gamma,H)}(\vartheta)\|^2\le(1-\gamma\mu)^H\|\theta-\vartheta\|^2
   Conditions:
     L*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* a_step_contracts_from_below *)
Theorem hal_lemma2_a_step_contracts_from_below :
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
Theorem hal_lemma2_a_step_contracts_from_above :
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
Theorem hal_lemma2_one_step :
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
Theorem hal_lemma2_steps_at_first :
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
Theorem hal_lemma2_steps_positive :
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
Theorem hal_lemma2_steps_closes :
  forall (a1 : R) (gamma : R) (h : nat) (mu : R),
  0 <= a1 ->
  0 < gamma ->
  0 < mu ->
  a1 * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= a1 * (1 - gamma * mu) ^ (h + 1).
Proof.
  intros a1 gamma h mu sign_a1 sign_gamma sign_mu.
  certified (((1))) (Rle_refl 0).
Qed.

(* equation_10 *)
Theorem hal_lemma2_equation_10 :
  forall (a1 : R) (a2 : R) (gamma : R) (mu : R),
  0 <= a1 ->
  0 <= a2 ->
  0 < gamma ->
  0 < mu ->
  a1 <= a2 * (1 - gamma * mu) ->
  a1 ^ 2 <= a2 ^ 2 * (1 - gamma * mu).
Proof.
  intros a1 a2 gamma mu sign_a1 sign_a2 sign_gamma sign_mu given_1.
  assert (slack_given_1 := slack _ _ given_1).
  assert (m1 : 0 <= (a2)) by positive.
  assert (m2 : 0 <= (a1)) by positive.
  assert (m3 : 0 <= (a1) * (a2) * (gamma) * (mu)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 slack_given_1) m3)).
Qed.

(* squared *)
Theorem hal_lemma2_squared :
  forall (H : nat) (L : R) (a1 : R) (a2 : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 < gamma ->
  0 < mu ->
  mu <= L ->
  a1 <= a2 * (1 - gamma * mu) ^ H ->
  L * gamma <= 1 ->
  a1 ^ 2 <= a2 ^ 2 * (1 - gamma * mu) ^ H.
Proof.
  intros H L a1 a2 gamma mu sign_H sign_L sign_a1 sign_a2 sign_gamma sign_mu given_1 given_2 given_3.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (so_4 : 0 <= 1 - gamma * mu). { assert (m1 : 0 <= (gamma)) by positive. assert (m2 : 0 <= (1)) by positive. certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_3)). }
  assert (known_6 := pow_le (1 - gamma * mu) (H) ltac:(positive)).
  assert (so_6 : 0 < gamma * mu). { positive. }
  assert (known_8 := slack_strict _ _ (pow_below_one (1 - gamma * mu) (H) ltac:(positive) ltac:(lra) ltac:(lia))).
  assert (m1 : 0 <= (a1)) by positive.
  assert (m2 : 0 <= (a2) ^ 2 * ((1 - gamma * mu) ^ H)) by positive.
  assert (m3 : 0 <= (a2) * ((1 - gamma * mu) ^ H)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_2) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 (Rlt_le _ _ known_8)) (Rmult_le_pos _ _ m3 slack_given_2))).
Qed.

(* Jensen_for_a_round *)
Theorem hal_lemma2_Jensen_for_a_round :
  forall (a1 : R) (a2 : R) (a3 : R),
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  a1 = a3 ->
  a3 ^ 2 <= a2 ->
  a1 ^ 2 <= a2.
Proof.
  intros a1 a2 a3 sign_a1 sign_a2 sign_a3 given_1 given_2.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_2).
Qed.

(* Lemma_2 *)
Theorem hal_lemma2_Lemma_2 :
  forall (H : nat) (a1 : R) (a2 : R) (a3 : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 < gamma ->
  0 < mu ->
  a1 ^ 2 <= a3 ->
  a3 <= a2 ^ 2 * (1 - gamma * mu) ^ H ->
  a1 ^ 2 <= a2 ^ 2 * (1 - gamma * mu) ^ H.
Proof.
  intros H a1 a2 a3 gamma mu sign_H sign_a1 sign_a2 sign_a3 sign_gamma sign_mu given_1 given_2.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (1)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_2)).
Qed.

(* hal-lemma2: A round contracts squared distances by (1 - gamma mu)^H; equation (10) is its local step. (The square of that is true, too.) *)
Theorem hal_lemma2 :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
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
  forall T : vec V -> vec V,
  (forall (x : vec V), T x = vmean N (fun c => T_c c H x)) ->
  forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), (norm (T x - T y) ^ 2 <= mean N (fun c => norm (T_c c H x - T_c
    c H y) ^ 2)) /\ (norm (T x - T y) ^ 2 <= norm (x - y) ^ 2 * (1 - gamma * mu) ^ H) /\ (mean N (fun c => norm (T_c c H x - T_c c H y) ^ 2)
    <= norm (x - y) ^ 2 * (1 - gamma * mu) ^ H) /\ (norm (T_c c (S h) x - T_c c (S h) y) ^ 2 <= norm (T_c c h x - T_c c h y) ^ 2 * (1 -
    gamma * mu)).
Proof.
  intros V N grad_c hess_c H L gamma mu some H_positive L_positive gamma_positive mu_positive the_mean_value_hessian the_spectral curvature
    given_1.
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
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known := hal_lemma2_a_step_contracts_from_below (L) (gamma)
        (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia
        | not_negative])). specialize (known ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits above)). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known := hal_lemma2_a_step_contracts_from_above (gamma) (lambda)
        (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)).
        fits known. } fits sign_.
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
  { intros c inside h x y. assert (known := hal_lemma2_one_step (norm (T_c c (S h) x - T_c c (S h) y)) (norm (T_c c h x - T_c c h y)) (norm
    (gamma *: D_c c h x y @ T_c c h x + T_c c h y - gamma *: D_c c h x y @ T_c c h y - T_c c h x)) (gamma) (mu)).
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
    - cbv beta. assert (proved : norm (T_c c 0%nat x - T_c c 0%nat y) <= norm (x - y)). { assert (known := hal_lemma2_steps_at_first (norm
      (T_c c 0%nat x - T_c c 0%nat y)) (norm (x - y))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits (at_the_start_over_2 c inside x y))). fits
      known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      hal_lemma2_steps_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (T_c c (S h) x - T_c c (S h) y) <= norm (T_c c h x - T_c c h y) * (1 - gamma * mu)). { fits
      (one_step c inside h x y). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - y) * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= norm (x - y) * (1 - gamma * mu) ^ (h +
      1)). { assert (known := hal_lemma2_steps_closes (norm (x - y)) (gamma) h (mu)). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). fits known. }
      fits proved.
  }
  assert (H_steps : forall (c : nat) (inside : (c < N)%nat) (x : vec V) (y : vec V), norm (T_c c H x - T_c c H y) <= norm (x - y) * (1 -
    gamma * mu) ^ H).
  { intros c inside x y. assert (known := (steps c inside H x y)).
    fits known.
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
  assert (equation_10 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), norm (T_c c (S h) x - T_c c (S h) y) ^ 2
    <= norm (T_c c h x - T_c c h y) ^ 2 * (1 - gamma * mu)).
  { intros c inside h x y. assert (known := hal_lemma2_equation_10 (norm (T_c c (S h) x - T_c c (S h) y)) (norm (T_c c h x - T_c c h y))
    (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (one_step c inside h x y))).
    fits known.
  }
  assert (Jensen : forall (x : vec V) (y : vec V), norm (vmean N (fun c => T_c c H x) - vmean N (fun c => T_c c H y)) ^ 2 <= mean N (fun c
    => norm (T_c c H x - T_c c H y) ^ 2)).
  { intros x y. assert (size : norm (@vmean V N (fun c => (T_c c H x - T_c c H y)%vec)) = norm (vmean N (fun c => T_c c H x) - vmean N (fun
    c => T_c c H y))) by lengths.
    assert (left : norm (@vmean V N (fun c => (T_c c H x - T_c c H y)%vec)) ^ 2 = norm (vmean N (fun c => T_c c H x) - vmean N (fun c => T_c
      c H y)) ^ 2) by (try rewrite size; reals).
    assert (whole : mean N (fun c => norm (T_c c H x - T_c c H y) ^ 2) = mean N (fun c => norm (T_c c H x - T_c c H y) ^ 2)).
    { transitivity (mean N (fun c => (1) * (norm (T_c c H x - T_c c H y) ^ 2))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm ((fun c => (T_c c H x - T_c c H y)%vec) c) ^ 2) = mean N (fun c => norm (T_c c H x - T_c c H y) ^
      2)).
    { transitivity (mean N (fun c => norm (T_c c H x - T_c c H y) ^ 2)); [apply mean_equal; intros c inside; cbv beta | exact whole].
      assert (own : norm (T_c c H x - T_c c H y) = norm (T_c c H x - T_c c H y)) by lengths. try rewrite own. reals. }
    exact (between _ _ _ _ left right (jensen_2 N (fun c => (T_c c H x - T_c c H y)%vec) some)).
  }
  assert (squared : forall (c : nat) (inside : (c < N)%nat) (x : vec V) (y : vec V), norm (T_c c H x - T_c c H y) ^ 2 <= norm (x - y) ^ 2 *
    (1 - gamma * mu) ^ H).
  { intros c inside x y. assert (known := hal_lemma2_squared H (L) (norm (T_c c H x - T_c c H y)) (norm (x - y)) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits mu_at_most_L)).
    specialize (known ltac:(cbv beta; fits (H_steps c inside x y))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (squared_in_the_mean : forall (x : vec V) (y : vec V), mean N (fun c => norm (T_c c H x - T_c c H y) ^ 2) <= norm (x - y) ^ 2 * (1
    - gamma * mu) ^ H).
  { intros x y. assert (left : mean N (fun c => norm (T_c c H x - T_c c H y) ^ 2) = mean N (fun c => norm (T_c c H x - T_c c H y) ^ 2)).
    { transitivity (mean N (fun c => (1) * (norm (T_c c H x - T_c c H y) ^ 2))); [apply mean_equal; intros c inside; reals | reals]. }
    assert (right : mean N (fun c => norm (x - y) ^ 2 * (1 - gamma * mu) ^ H) = norm (x - y) ^ 2 * (1 - gamma * mu) ^ H).
    { transitivity (mean N (fun c => (norm (x - y) ^ 2 * (1 - gamma * mu) ^ H))); [apply mean_equal; intros c inside; reals | reals]. }
    apply (between _ _ _ _ left right). apply mean_monotone; [exact some | intros c inside]. fits (squared c inside x y).
  }
  assert (Jensen_for_a_round : forall (x : vec V) (y : vec V), norm (T x - T y) ^ 2 <= mean N (fun c => norm (T_c c H x - T_c c H y) ^ 2)).
  { intros x y. assert (known := hal_lemma2_Jensen_for_a_round (norm (T x - T y)) (mean N (fun c => norm (T_c c H x - T_c c H y) ^ 2)) (norm
    (vmean N (fun c => T_c c H x) - vmean N (fun c => T_c c H y)))).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (two_rounds_over_2 x y))).
    specialize (known ltac:(cbv beta; fits (Jensen x y))).
    fits known.
  }
  assert (Lemma_2 : forall (x : vec V) (y : vec V), norm (T x - T y) ^ 2 <= norm (x - y) ^ 2 * (1 - gamma * mu) ^ H).
  { intros x y. assert (known := hal_lemma2_Lemma_2 H (norm (T x - T y)) (norm (x - y)) (mean N (fun c => norm (T_c c H x - T_c c H y) ^ 2))
    (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (Jensen_for_a_round x y))).
    specialize (known ltac:(cbv beta; fits (squared_in_the_mean x y))).
    fits known.
  }
  intros c inside h x y.
  split. { fits (Jensen_for_a_round x y). }
  split. { fits (Lemma_2 x y). }
  split. { fits (squared_in_the_mean x y). }
  fits (equation_10 c inside h x y).
Qed.

Definition all_of_this_file := (hal_lemma2).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
