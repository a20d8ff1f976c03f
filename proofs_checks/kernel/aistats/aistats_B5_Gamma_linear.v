(* aistats-B5-Gamma-linear: The linear part of Gamma^H leaves at most gamma^2 L^2 H (H-1)/2, for gamma L <= 2: the printed order, with its
   constant.
   aistats, Appendix B.5, the fact before the last displays. Printed:
     \Gamma^{\star,H}=Id-\gamma H\nabla^2f_c(\theta^\star)+O(\gamma^2H^2)
   Conditions:
     9*L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* no_longer_from_below *)
Theorem aistats_B5_Gamma_linear_no_longer_from_below :
  forall (L : R) (gamma : R) (lambda : R),
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  9 * L * gamma <= 1 ->
  lambda <= L ->
  - 1 <= 1 - gamma * lambda.
Proof.
  intros L gamma lambda sign_L sign_gamma sign_lambda given_1 given_2.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (17 / 9)) by positive.
  assert (m2 : 0 <= (1 / 9)) by positive.
  assert (m3 : 0 <= (gamma)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ m1 (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 slack_given_1) (Rmult_le_pos _ _ m3 slack_given_2))).
Qed.

(* no_longer_from_above *)
Theorem aistats_B5_Gamma_linear_no_longer_from_above :
  forall (gamma : R) (lambda : R),
  0 < gamma ->
  0 < lambda ->
  1 - gamma * lambda <= 1.
Proof.
  intros gamma lambda sign_gamma sign_lambda.
  assert (m1 : 0 <= (gamma) * (lambda)) by positive.
  certified (((1))) m1.
Qed.

(* powers_at_first *)
Theorem aistats_B5_Gamma_linear_powers_at_first :
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

(* powers_step *)
Theorem aistats_B5_Gamma_linear_powers_step :
  forall (a1 : R) (a2 : R) (a5 : R),
  0 <= a1 ->
  0 <= a2 ->
  0 <= a5 ->
  a1 = a5 ->
  a5 <= a2 ->
  a1 <= a2.
Proof.
  intros a1 a2 a5 sign_a1 sign_a2 sign_a5 given_1 given_2.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_2).
Qed.

(* powers_closes *)
Theorem aistats_B5_Gamma_linear_powers_closes :
  forall (a1 : R),
  0 <= a1 ->
  a1 <= a1.
Proof.
  intros a1 sign_a1.
  certified (((1))) (Rle_refl 0).
Qed.

(* turned_from_below *)
Theorem aistats_B5_Gamma_linear_turned_from_below :
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

(* turned_from_above *)
Theorem aistats_B5_Gamma_linear_turned_from_above :
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

(* moves *)
Theorem aistats_B5_Gamma_linear_moves :
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
  a4 <= a2 + a5 * gamma ->
  a5 <= a6 * L ->
  a6 <= a3 ->
  9 * L * gamma <= 1 ->
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
  assert (so_8 : 0 <= L * gamma). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_6 slack_given_2)) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_7 slack_given_3)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_8 slack_given_4)))).
Qed.

(* way_at_first *)
Theorem aistats_B5_Gamma_linear_way_at_first :
  forall (a1 : R),
  0 <= a1 ->
  a1 = 0 ->
  a1 <= 0.
Proof.
  intros a1 sign_a1 given_1.
  symmetry in given_1. destruct given_1.
  certified (((1))) (Rle_refl 0).
Qed.

(* way_closes *)
Theorem aistats_B5_Gamma_linear_way_closes :
  forall (L : R) (a1 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 < gamma ->
  a1 * INR h * L * gamma + a1 * L * gamma <= a1 * L * gamma * (INR h + 1).
Proof.
  intros L a1 gamma h sign_L sign_a1 sign_gamma.
  certified (((1))) (Rle_refl 0).
Qed.

(* bends *)
Theorem aistats_B5_Gamma_linear_bends :
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
  9 * L * gamma <= 1 ->
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

(* linear_closes *)
Theorem aistats_B5_Gamma_linear_linear_closes :
  forall (L : R) (a1 : R) (gamma : R) (h : nat),
  0 < L ->
  0 <= a1 ->
  0 < gamma ->
  a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + a1 * INR h * L ^ 2 * gamma ^ 2 <= a1 * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) / 2.
Proof.
  intros L a1 gamma h sign_L sign_a1 sign_gamma.
  certified (((1))) (Rle_refl 0).
Qed.

(* aistats-B5-Gamma-linear: The linear part of Gamma^H leaves at most gamma^2 L^2 H (H-1)/2, for gamma L <= 2: the printed order, with its constant. *)
Theorem aistats_B5_Gamma_linear :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R)
    (theta_star : vec V),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  spectral V ->
  curved N grad_c hess_c mu L ->
  9 * L * gamma <= 1 ->
  forall power_at_theta_star : nat -> vec V -> vec V,
  (forall (x : vec V), power_at_theta_star 0%nat x = x) ->
  (forall (h : nat) (x : vec V), power_at_theta_star (S h) x = (power_at_theta_star h x - gamma *: mmean N (fun c => hess_c c theta_star) @
    power_at_theta_star h x)%vec) ->
  forall (x : vec V), norm (x - (gamma * INR H)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star H x) <= norm (x) * INR
    H * L ^ 2 * gamma ^ 2 * (INR H - 1) / 2.
Proof.
  intros V N grad_c hess_c H L gamma mu theta_star some H_positive L_positive gamma_positive mu_positive the_spectral curvature given_1.
  intros power_at_theta_star.
  intros no_factor.
  intros one_factor_more.
  assert (curvature_over_1 : forall (c : nat) (inside : (c < N)%nat), at_least (hess_c c theta_star)%mat mu).
  { intros c inside. exact (proj1 (proj2 (curvature c inside (theta_star)%vec))).
  }
  assert (curvature_over_2 : forall (c : nat) (inside : (c < N)%nat), at_most (hess_c c theta_star)%mat L).
  { intros c inside. exact (proj2 (proj2 (curvature c inside (theta_star)%vec))).
  }
  assert (curvature_of_f_over_1 : at_least (mmean N (fun c => hess_c c theta_star))%mat mu).
  { apply mean_at_least; [exact some | intros c inside; exact (curvature_over_1 c inside)].
  }
  assert (curvature_of_f_over_2 : at_most (mmean N (fun c => hess_c c theta_star))%mat L).
  { apply mean_at_most; [exact some | intros c inside; exact (curvature_over_2 c inside)].
  }
  assert (power_begins_over_2 : forall (x : vec V), norm (power_at_theta_star 0%nat x) = norm (x)).
  { intros x. assert (whole : (power_at_theta_star 0%nat x)%vec = (x)%vec). { less_in (linear V) (1)%R (no_factor x). vectors. }
    assert (left : norm (power_at_theta_star 0%nat x)%vec = norm (power_at_theta_star 0%nat x)) by lengths.
    assert (right : norm (x)%vec = norm (x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (power_goes_on_over_2 : forall (h : nat) (x : vec V), norm (power_at_theta_star (S h) x) = norm (gamma *: mmean N (fun c => hess_c
    c theta_star) @ power_at_theta_star h x - power_at_theta_star h x)).
  { intros h x. assert (whole : (power_at_theta_star (S h) x)%vec = (power_at_theta_star h x - gamma *: mmean N (fun c => hess_c c
    theta_star) @ power_at_theta_star h x)%vec). { less_in (linear V) (1)%R (one_factor_more h x). vectors. }
    assert (left : norm (power_at_theta_star (S h) x)%vec = norm (power_at_theta_star (S h) x)) by lengths.
    assert (right : norm (power_at_theta_star h x - gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x)%vec = norm
      (gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x - power_at_theta_star h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (no_longer : forall (h : nat) (x : vec V), norm (gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x -
    power_at_theta_star h x) <= norm (power_at_theta_star h x)).
  { intros h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= 1).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - 1 <= 1 - gamma * lambda). { assert (known := aistats_B5_Gamma_linear_no_longer_from_below (L) (gamma) (lambda)).
        specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
        given_1)). specialize (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1). { assert (known := aistats_B5_Gamma_linear_no_longer_from_above (gamma) (lambda)).
        specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). fits known. } fits sign_.
    }
    assert (left : norm (1 *: (power_at_theta_star h x)%vec + (mmean N (fun c => hess_c c theta_star))%mat @ ((- gamma)%R *:
      (power_at_theta_star h x)%vec + (mmean N (fun c => hess_c c theta_star))%mat @ 0%vec)%vec)%vec = norm (gamma *: mmean N (fun c =>
      hess_c c theta_star) @ power_at_theta_star h x - power_at_theta_star h x)) by lengths.
    assert (right_0 : norm (power_at_theta_star h x) = norm (power_at_theta_star h x)) by lengths.
    assert (right : 1 * norm (power_at_theta_star h x) = norm (power_at_theta_star h x)) by (rewrite ?right_0; reals).
    assert (low_ : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact curvature_of_f_over_1. }
    assert (high_ : at_most (mmean N (fun c => hess_c c theta_star))%mat L). { exact curvature_of_f_over_2. }
    exact (between _ _ _ _ left right (the_spectral (mmean N (fun c => hess_c c theta_star))%mat _ _ 1 [1; - gamma] low_ high_ everywhere
      (power_at_theta_star h x)%vec)).
  }
  assert (powers_ : forall (h : nat) (x : vec V), norm (power_at_theta_star h x) <= norm (x)).
  { intros h x. revert h. apply (induction (fun h => norm (power_at_theta_star h x)) (fun h => norm (x)) (fun h => 1) (fun h => 0)).
    - cbv beta. assert (proved : norm (power_at_theta_star 0%nat x) <= norm (x)). { assert (known := aistats_B5_Gamma_linear_powers_at_first
      (norm (power_at_theta_star 0%nat x)) (norm (x))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits (power_begins_over_2 x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (power_at_theta_star (S h) x) <= norm (power_at_theta_star h x)). { assert (known :=
      aistats_B5_Gamma_linear_powers_step (norm (power_at_theta_star (S h) x)) (norm (power_at_theta_star h x)) (norm (gamma *: mmean N (fun
      c => hess_c c theta_star) @ power_at_theta_star h x - power_at_theta_star h x))). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(cbv beta; fits (power_goes_on_over_2 h x))). specialize (known ltac:(cbv beta; fits
      (no_longer h x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) <= norm (x)). { assert (known := aistats_B5_Gamma_linear_powers_closes (norm (x))).
      specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  assert (turned : forall (h : nat) (x : vec V), norm (mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x) <= norm
    (power_at_theta_star h x) * L).
  { intros h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := aistats_B5_Gamma_linear_turned_from_below (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
        fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := aistats_B5_Gamma_linear_turned_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (power_at_theta_star h x)%vec + (mmean N (fun c => hess_c c theta_star))%mat @ (1 *: (power_at_theta_star h
      x)%vec + (mmean N (fun c => hess_c c theta_star))%mat @ 0%vec)%vec)%vec = norm (mmean N (fun c => hess_c c theta_star) @
      power_at_theta_star h x)) by lengths.
    assert (right_0 : norm (power_at_theta_star h x) = norm (power_at_theta_star h x)) by lengths.
    assert (right : L * norm (power_at_theta_star h x) = norm (power_at_theta_star h x) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact curvature_of_f_over_1. }
    assert (high_ : at_most (mmean N (fun c => hess_c c theta_star))%mat L). { exact curvature_of_f_over_2. }
    exact (between _ _ _ _ left right (the_spectral (mmean N (fun c => hess_c c theta_star))%mat _ _ L [0; 1] low_ high_ everywhere
      (power_at_theta_star h x)%vec)).
  }
  assert (nothing_moved_over_2 : forall (x : vec V), norm (x - power_at_theta_star 0%nat x) = 0).
  { intros x. assert (whole : (x - power_at_theta_star 0%nat x)%vec = (@vzero V)). { less_in (linear V) (- 1)%R (no_factor x). vectors. }
    assert (left : norm (x - power_at_theta_star 0%nat x)%vec = norm (x - power_at_theta_star 0%nat x)) by lengths.
    assert (right : norm (@vzero V) = 0) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (moved_on_over_2 : forall (h : nat) (x : vec V), norm (x - power_at_theta_star (S h) x) = norm (gamma *: mmean N (fun c => hess_c c
    theta_star) @ power_at_theta_star h x + x - power_at_theta_star h x)).
  { intros h x. assert (whole : (x - power_at_theta_star (S h) x)%vec = (gamma *: mmean N (fun c => hess_c c theta_star) @
    power_at_theta_star h x + x - power_at_theta_star h x)%vec). { less_in (linear V) (- 1)%R (one_factor_more h x). vectors. }
    assert (left : norm (x - power_at_theta_star (S h) x)%vec = norm (x - power_at_theta_star (S h) x)) by lengths.
    assert (right : norm (gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x + x - power_at_theta_star h x)%vec =
      norm (gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x + x - power_at_theta_star h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (moved_in_two_parts : forall (h : nat) (x : vec V), norm (gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x
    + x - power_at_theta_star h x) <= norm (mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x) * gamma + norm (x -
    power_at_theta_star h x)).
  { intros h x. assert (left : norm ((x - power_at_theta_star h x)%vec + (gamma *: mmean N (fun c => hess_c c theta_star) @
    power_at_theta_star h x)%vec) = norm (gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x + x -
    power_at_theta_star h x)) by lengths.
    assert (right_0 : norm (x - power_at_theta_star h x) = norm (x - power_at_theta_star h x)) by lengths.
    assert (right_1 : norm (gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x) = norm (mmean N (fun c => hess_c c
      theta_star) @ power_at_theta_star h x) * gamma) by lengths.
    assert (right : norm (x - power_at_theta_star h x) + norm (gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x) =
      norm (mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x) * gamma + norm (x - power_at_theta_star h x)) by (rewrite
      ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (x - power_at_theta_star h x)%vec (gamma *: mmean N (fun c => hess_c c theta_star) @
      power_at_theta_star h x)%vec)).
  }
  assert (moves : forall (h : nat) (x : vec V), norm (x - power_at_theta_star (S h) x) <= norm (x) * L * gamma + norm (x -
    power_at_theta_star h x)).
  { intros h x. assert (known := aistats_B5_Gamma_linear_moves (L) (norm (x - power_at_theta_star (S h) x)) (norm (x - power_at_theta_star h
    x)) (norm (x)) (norm (gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x + x - power_at_theta_star h x)) (norm
    (mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x)) (norm (power_at_theta_star h x)) (gamma)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (moved_on_over_2 h x))).
    specialize (known ltac:(cbv beta; fits (moved_in_two_parts h x))).
    specialize (known ltac:(cbv beta; fits (turned h x))).
    specialize (known ltac:(cbv beta; fits (powers_ h x))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (way : forall (h : nat) (x : vec V), norm (x - power_at_theta_star h x) <= norm (x) * INR h * L * gamma).
  { intros h x. revert h. apply (induction (fun h => norm (x - power_at_theta_star h x)) (fun h => norm (x) * INR h * L * gamma) (fun h =>
    1) (fun h => norm (x) * L * gamma)).
    - cbv beta. assert (proved : norm (x - power_at_theta_star 0%nat x) <= 0). { assert (known := aistats_B5_Gamma_linear_way_at_first (norm
      (x - power_at_theta_star 0%nat x))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv
      beta; fits (nothing_moved_over_2 x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - power_at_theta_star (S h) x) <= norm (x) * L * gamma + norm (x - power_at_theta_star h
      x)). { fits (moves h x). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * INR h * L * gamma + norm (x) * L * gamma <= norm (x) * L * gamma * (INR h + 1)). {
      assert (known := aistats_B5_Gamma_linear_way_closes (L) (norm (x)) (gamma) h). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). fits known. }
      fits proved.
  }
  assert (bends_on_over_2 : forall (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma
    *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star (S h) x) = norm (gamma *: mmean N (fun c => hess_c c theta_star) @
    power_at_theta_star h x + x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c
    theta_star) @ x - power_at_theta_star h x)).
  { intros h x. assert (whole : ((gamma * (INR h + 1))%R *: mmean N (fun c => hess_c c theta_star) @ x + power_at_theta_star (S h) x -
    x)%vec = ((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + gamma *: mmean N (fun c => hess_c c theta_star) @ (x -
    power_at_theta_star h x) + power_at_theta_star h x - x)%vec). { less_in (linear V) (1)%R (one_factor_more h x). vectors. }
    assert (left : norm ((gamma * (INR h + 1))%R *: mmean N (fun c => hess_c c theta_star) @ x + power_at_theta_star (S h) x - x)%vec = norm
      (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x -
      power_at_theta_star (S h) x)) by lengths.
    assert (right : norm ((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + gamma *: mmean N (fun c => hess_c c theta_star)
      @ (x - power_at_theta_star h x) + power_at_theta_star h x - x)%vec = norm (gamma *: mmean N (fun c => hess_c c theta_star) @
      power_at_theta_star h x + x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c
      theta_star) @ x - power_at_theta_star h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (bent_in_two_parts : forall (h : nat) (x : vec V), norm (gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x
    + x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x -
    power_at_theta_star h x) <= norm (mmean N (fun c => hess_c c theta_star) @ x - mmean N (fun c => hess_c c theta_star) @
    power_at_theta_star h x) * gamma + norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star h
    x)).
  { intros h x. assert (left : norm (((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + power_at_theta_star h x - x)%vec +
    (gamma *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x)%vec) =
    norm (gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x + x - (INR h * gamma)%R *: mmean N (fun c => hess_c c
    theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star h x)) by lengths.
    assert (right_0 : norm ((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + power_at_theta_star h x - x) = norm (x - (INR
      h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star h x)) by lengths.
    assert (right_1 : norm (gamma *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @
      power_at_theta_star h x) = norm (mmean N (fun c => hess_c c theta_star) @ x - mmean N (fun c => hess_c c theta_star) @
      power_at_theta_star h x) * gamma) by lengths.
    assert (right : norm ((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + power_at_theta_star h x - x) + norm (gamma *:
      mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x) = norm (mmean
      N (fun c => hess_c c theta_star) @ x - mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x) * gamma + norm (x - (INR h *
      gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star h x)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle ((INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x + power_at_theta_star h x -
      x)%vec (gamma *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h
      x)%vec)).
  }
  assert (way_turned : forall (h : nat) (x : vec V), norm (mmean N (fun c => hess_c c theta_star) @ x - mmean N (fun c => hess_c c
    theta_star) @ power_at_theta_star h x) <= norm (x - power_at_theta_star h x) * L).
  { intros h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [0; 1] lambda) <= L).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : - L <= lambda). { assert (known := aistats_B5_Gamma_linear_turned_from_below (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
        fits sign_.
      - assert (sign_ : lambda <= L). { assert (known := aistats_B5_Gamma_linear_turned_from_above (L) (lambda)). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
    }
    assert (left : norm (0 *: (x - power_at_theta_star h x)%vec + (mmean N (fun c => hess_c c theta_star))%mat @ (1 *: (x -
      power_at_theta_star h x)%vec + (mmean N (fun c => hess_c c theta_star))%mat @ 0%vec)%vec)%vec = norm (mmean N (fun c => hess_c c
      theta_star) @ x - mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h x)) by lengths.
    assert (right_0 : norm (x - power_at_theta_star h x) = norm (x - power_at_theta_star h x)) by lengths.
    assert (right : L * norm (x - power_at_theta_star h x) = norm (x - power_at_theta_star h x) * L) by (rewrite ?right_0; reals).
    assert (low_ : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact curvature_of_f_over_1. }
    assert (high_ : at_most (mmean N (fun c => hess_c c theta_star))%mat L). { exact curvature_of_f_over_2. }
    exact (between _ _ _ _ left right (the_spectral (mmean N (fun c => hess_c c theta_star))%mat _ _ L [0; 1] low_ high_ everywhere (x -
      power_at_theta_star h x)%vec)).
  }
  assert (bends : forall (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N
    (fun c => hess_c c theta_star) @ x - power_at_theta_star (S h) x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 + norm (x - (INR h * gamma)%R
    *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star h x)).
  { intros h x. assert (known := aistats_B5_Gamma_linear_bends (L) (norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @
    x - gamma *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star (S h) x)) (norm (x - (INR h * gamma)%R *: mmean N (fun c
    => hess_c c theta_star) @ x - power_at_theta_star h x)) (norm (x)) (norm (gamma *: mmean N (fun c => hess_c c theta_star) @
    power_at_theta_star h x + x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c
    theta_star) @ x - power_at_theta_star h x)) (norm (mmean N (fun c => hess_c c theta_star) @ x - mmean N (fun c => hess_c c theta_star) @
    power_at_theta_star h x)) (norm (x - power_at_theta_star h x)) (gamma) h).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (bends_on_over_2 h x))).
    specialize (known ltac:(cbv beta; fits (bent_in_two_parts h x))).
    specialize (known ltac:(cbv beta; fits (way_turned h x))).
    specialize (known ltac:(cbv beta; fits (way h x))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (linear_ : forall (h : nat) (x : vec V), norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x -
    power_at_theta_star h x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2).
  { intros h x. revert h. apply (induction (fun h => norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x -
    power_at_theta_star h x)) (fun h => norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2) (fun h => 1) (fun h => norm (x) * INR h * L
    ^ 2 * gamma ^ 2)).
    - cbv beta. assert (proved : norm (x - power_at_theta_star 0%nat x) <= 0). { assert (known := aistats_B5_Gamma_linear_way_at_first (norm
      (x - power_at_theta_star 0%nat x))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv
      beta; fits (nothing_moved_over_2 x))). fits known. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star 0%nat x) =
        norm (x - power_at_theta_star 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star (S h) x) =
        norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x -
        power_at_theta_star (S h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : 1 >= 0). { first [lra | not_negative]. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star 0%nat x) =
        norm (x - power_at_theta_star 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star (S h) x) =
        norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x -
        power_at_theta_star (S h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun
      c => hess_c c theta_star) @ x - power_at_theta_star (S h) x) <= norm (x) * INR h * L ^ 2 * gamma ^ 2 + norm (x - (INR h * gamma)%R *:
      mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star h x)). { fits (bends h x). }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star 0%nat x) =
        norm (x - power_at_theta_star 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star (S h) x) =
        norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x -
        power_at_theta_star (S h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h - 1) / 2 + norm (x) * INR h * L ^ 2 * gamma ^ 2 <=
      norm (x) * INR h * L ^ 2 * gamma ^ 2 * (INR h + 1) / 2). { assert (known := aistats_B5_Gamma_linear_linear_closes (L) (norm (x))
      (gamma) h). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      try (assert (size_0 : norm (x - (INR 0%nat * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star 0%nat x) =
        norm (x - power_at_theta_star 0%nat x)) by lengths; rewrite ?size_0; clear size_0).
      try (assert (size_0 : norm (x - (INR (S h) * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star (S h) x) =
        norm (x - (INR h * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean N (fun c => hess_c c theta_star) @ x -
        power_at_theta_star (S h) x)) by lengths; rewrite ?size_0; clear size_0).
      fits proved.
  }
  assert (linear_at_H : forall (x : vec V), norm (x - (gamma * INR H)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star
    H x) <= norm (x) * INR H * L ^ 2 * gamma ^ 2 * (INR H - 1) / 2).
  { intros x. assert (known := (linear_ H x)).
    assert (size_1 : norm (x - (INR H * gamma)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star H x) = norm (x - (gamma
      * INR H)%R *: mmean N (fun c => hess_c c theta_star) @ x - power_at_theta_star H x)) by lengths.
    rewrite ?size_1 in known.
    fits known.
  }
  intros x.
  fits (linear_at_H x).
Qed.

Definition all_of_this_file := (aistats_B5_Gamma_linear).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
