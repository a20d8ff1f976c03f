(* aistats-lem9-usage-inverse: With M_k = Id and M_k' = Id - gamma A the lemma gives gamma sum of Gamma^(H-h-1) = (Id - Gamma^H) A^(-1):
   everything commutes.
   aistats, Lemma 9 as used in the proofs of Theorems 2 to 4. Printed:
     Id-(Id-\gamma A)^H=\gamma\sum_{h=0}^{H-1}(Id-\gamma A)^{H-h-1}A,\quad\gamma\sum_{h=0}^{H-1}\Gamma^{H-h-1}=(Id-\Gamma^H)A^{-1}
   Conditions:
     in words: every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L]
   Cross-checks, on which nothing rests and which are not here: matrices.
   Not here, or not whole:
     one term: reads as what was derived does: nothing is left for a proof *)
From Symfed Require Import Prelude Arithmetic Named.

(* one more term *)
Theorem one_more_term :
  forall (H : nat) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < lambda ->
  1 - (1 - (1 - gamma * lambda) ^ H) * (1 - gamma * lambda) - (1 - gamma * lambda) ^ (H + 1) = gamma * lambda.
Proof.
  intros H gamma lambda given_1 given_2 given_3.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* no_distance *)
Theorem aistats_lem9_usage_inverse_no_distance :
  forall (a1 : R) (a2 : R) (mu : R),
  0 <= a1 ->
  0 <= a2 ->
  0 < mu ->
  a1 * mu <= a2 ->
  a2 = 0 ->
  a1 <= 0.
Proof.
  intros a1 a2 mu sign_a1 sign_a2 sign_mu given_1 given_2.
  symmetry in given_2. destruct given_2.
  assert (slack_given_1 := slack _ _ given_1).
  assert (m1 : 0 <= (1)) by positive.
  certified (((mu))) (Rmult_le_pos _ _ m1 slack_given_1).
Qed.

(* aistats-lem9-usage-inverse: With M_k = Id and M_k' = Id - gamma A the lemma gives gamma sum of Gamma^(H-h-1) = (Id - Gamma^H) A^(-1): everything commutes. *)
Theorem aistats_lem9_usage_inverse :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R)
    (theta_star : vec V),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  solvable V ->
  curved N grad_c hess_c mu L ->
  forall power_at_theta_star : nat -> vec V -> vec V,
  (forall (x : vec V), power_at_theta_star 0%nat x = x) ->
  (forall (h : nat) (x : vec V), power_at_theta_star (S h) x = (power_at_theta_star h x - gamma *: mmean N (fun c => hess_c c theta_star) @
    power_at_theta_star h x)%vec) ->
  forall powers_at_theta_star : nat -> vec V -> vec V,
  (forall (x : vec V), powers_at_theta_star 0%nat x = 0%vec) ->
  (forall (h : nat) (x : vec V), powers_at_theta_star (S h) x = (x + powers_at_theta_star h x - gamma *: mmean N (fun c => hess_c c
    theta_star) @ powers_at_theta_star h x)%vec) ->
  there is inverse_at_theta_star : (vec V -> vec V), with ((forall (x : vec V), (mmean N (fun c => hess_c c theta_star) @
    inverse_at_theta_star x)%vec = x)); then (
  forall (x : vec V), ((gamma *: powers_at_theta_star H x)%vec = inverse_at_theta_star (x - power_at_theta_star H x)%vec) /\ ((x -
    power_at_theta_star H x)%vec = (gamma *: powers_at_theta_star H (mmean N (fun c => hess_c c theta_star) @ x)%vec)%vec)).
Proof.
  intros V N grad_c hess_c H L gamma mu theta_star some H_positive L_positive gamma_positive mu_positive the_solvable curvature.
  intros power_at_theta_star.
  intros no_factor.
  intros one_factor_more.
  intros powers_at_theta_star.
  intros an_empty_sum.
  intros one_power_more.
  assert (no_power_of_A_x : forall (x : vec V), powers_at_theta_star 0%nat (mmean N (fun c => hess_c c theta_star) @ x)%vec = 0%vec).
  { intros x. as_vectors (an_empty_sum (mmean N (fun c => hess_c c theta_star) @ x)%vec).
  }
  assert (one_power_more_of_A_x : forall (h : nat) (x : vec V), powers_at_theta_star (S h) (mmean N (fun c => hess_c c theta_star) @ x)%vec
    = (powers_at_theta_star h (mmean N (fun c => hess_c c theta_star) @ x)%vec + mmean N (fun c => hess_c c theta_star) @ x - gamma *: mmean
    N (fun c => hess_c c theta_star) @ powers_at_theta_star h (mmean N (fun c => hess_c c theta_star) @ x)%vec)%vec).
  { intros h x. as_vectors (one_power_more h (mmean N (fun c => hess_c c theta_star) @ x)%vec).
  }
  assert (A_before_renewed_over_1 : forall (h : nat) (x : vec V), (x - gamma *: powers_at_theta_star (S h) (mmean N (fun c => hess_c c
    theta_star) @ x)%vec - power_at_theta_star (S h) x)%vec = (x - gamma *: powers_at_theta_star h (mmean N (fun c => hess_c c theta_star) @
    x)%vec - gamma *: mmean N (fun c => hess_c c theta_star) @ (x - gamma *: powers_at_theta_star h (mmean N (fun c => hess_c c theta_star)
    @ x)%vec - power_at_theta_star h x) - power_at_theta_star h x)%vec).
  { intros h x. less_in (linear V) (- 1)%R (one_factor_more h x).
    less_in (linear V) (- gamma)%R (one_power_more_of_A_x h x).
    vectors.
  }
  assert (A_before_at_first_over_1 : forall (x : vec V), (x - power_at_theta_star 0%nat x)%vec = (gamma *: powers_at_theta_star 0%nat (mmean
    N (fun c => hess_c c theta_star) @ x)%vec)%vec).
  { intros x. less_in (linear V) (- 1)%R (no_factor x).
    less_in (linear V) (- gamma)%R (no_power_of_A_x x).
    vectors.
  }
  assert (A_before_always : forall (h : nat) (x : vec V), (x - power_at_theta_star h x)%vec = (gamma *: powers_at_theta_star h (mmean N (fun
    c => hess_c c theta_star) @ x)%vec)%vec).
  { intros h x. revert h. apply (equal_by_induction (fun h => (x - power_at_theta_star h x)%vec) (fun h => (gamma *: powers_at_theta_star h
    (mmean N (fun c => hess_c c theta_star) @ x)%vec)%vec) (fun h => (1%mat - gamma *: mmean N (fun c => hess_c c theta_star))%mat)).
    - cbv beta. as_vectors (A_before_at_first_over_1 x).
    - intros h. cbv beta. as_vectors (A_before_renewed_over_1 h x).
  }
  assert (A_before : forall (x : vec V), (x - power_at_theta_star H x)%vec = (gamma *: powers_at_theta_star H (mmean N (fun c => hess_c c
    theta_star) @ x)%vec)%vec).
  { intros x. as_vectors (A_before_always H x).
  }
  assert (A_behind_renewed_over_1 : forall (h : nat) (x : vec V), (x - gamma *: mmean N (fun c => hess_c c theta_star) @
    powers_at_theta_star (S h) x - power_at_theta_star (S h) x)%vec = (x - gamma *: mmean N (fun c => hess_c c theta_star) @ (x - gamma *:
    mmean N (fun c => hess_c c theta_star) @ powers_at_theta_star h x - power_at_theta_star h x) - gamma *: mmean N (fun c => hess_c c
    theta_star) @ powers_at_theta_star h x - power_at_theta_star h x)%vec).
  { intros h x. less_in (linear V) (- 1)%R (one_factor_more h x).
    less_in (linear V) (- (gamma *: mmean N (fun c => hess_c c theta_star)))%mat (one_power_more h x).
    vectors.
  }
  assert (A_behind_at_first_over_1 : forall (x : vec V), (x - power_at_theta_star 0%nat x)%vec = (gamma *: mmean N (fun c => hess_c c
    theta_star) @ powers_at_theta_star 0%nat x)%vec).
  { intros x. less_in (linear V) (- 1)%R (no_factor x).
    less_in (linear V) (- (gamma *: mmean N (fun c => hess_c c theta_star)))%mat (an_empty_sum x).
    vectors.
  }
  assert (A_behind_always : forall (h : nat) (x : vec V), (x - power_at_theta_star h x)%vec = (gamma *: mmean N (fun c => hess_c c
    theta_star) @ powers_at_theta_star h x)%vec).
  { intros h x. revert h. apply (equal_by_induction (fun h => (x - power_at_theta_star h x)%vec) (fun h => (gamma *: mmean N (fun c =>
    hess_c c theta_star) @ powers_at_theta_star h x)%vec) (fun h => (1%mat - gamma *: mmean N (fun c => hess_c c theta_star))%mat)).
    - cbv beta. as_vectors (A_behind_at_first_over_1 x).
    - intros h. cbv beta. as_vectors (A_behind_renewed_over_1 h x).
  }
  assert (A_behind : forall (x : vec V), (x - power_at_theta_star H x)%vec = (gamma *: mmean N (fun c => hess_c c theta_star) @
    powers_at_theta_star H x)%vec).
  { intros x. as_vectors (A_behind_always H x).
  }
  assert (curvature_over_1 : forall (c : nat) (inside : (c < N)%nat), at_least (hess_c c theta_star)%mat mu).
  { intros c inside. exact (proj1 (proj2 (curvature c inside (theta_star)%vec))).
  }
  assert (curvature_of_f_over_1 : at_least (mmean N (fun c => hess_c c theta_star))%mat mu).
  { apply mean_at_least; [exact some | intros c inside; exact (curvature_over_1 c inside)].
  }
  split.
  { assert (bounded : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact curvature_of_f_over_1. }
    assert (positive : 0 < mu). { first [lra | not_negative]. }
    destruct (the_solvable (mmean N (fun c => hess_c c theta_star))%mat mu bounded positive) as [found known].
    exists (fun x => found (x)%vec).
    intros x. cbv beta. as_vectors (known (x)%vec).
  }
  intros inverse_at_theta_star inverse.
  assert (of_the_rest : forall (x : vec V), (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (x - power_at_theta_star H
    x)%vec)%vec = (x - power_at_theta_star H x)%vec).
  { intros x. as_vectors (inverse (x - power_at_theta_star H x)%vec).
  }
  assert (no_other : forall (x : vec V), norm (inverse_at_theta_star (x - power_at_theta_star H x)%vec - gamma *: powers_at_theta_star H x)
    * mu <= norm (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (x - power_at_theta_star H x)%vec - gamma *: mmean N (fun c
    => hess_c c theta_star) @ powers_at_theta_star H x)).
  { intros x. assert (bounded : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact curvature_of_f_over_1. }
    assert (left_0 : norm (gamma *: powers_at_theta_star H x - inverse_at_theta_star (x - power_at_theta_star H x)%vec) = norm
      (inverse_at_theta_star (x - power_at_theta_star H x)%vec - gamma *: powers_at_theta_star H x)) by lengths.
    assert (left : mu * norm (gamma *: powers_at_theta_star H x - inverse_at_theta_star (x - power_at_theta_star H x)%vec) = norm
      (inverse_at_theta_star (x - power_at_theta_star H x)%vec - gamma *: powers_at_theta_star H x) * mu) by (rewrite ?left_0; reals).
    assert (right : norm ((mmean N (fun c => hess_c c theta_star))%mat @ (gamma *: powers_at_theta_star H x - inverse_at_theta_star (x -
      power_at_theta_star H x)%vec)%vec) = norm (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (x - power_at_theta_star H
      x)%vec - gamma *: mmean N (fun c => hess_c c theta_star) @ powers_at_theta_star H x)) by lengths.
    exact (between _ _ _ _ left right (coercive (mmean N (fun c => hess_c c theta_star))%mat mu (gamma *: powers_at_theta_star H x -
      inverse_at_theta_star (x - power_at_theta_star H x)%vec)%vec bounded)).
  }
  assert (both_solve_it_over_2 : forall (x : vec V), norm (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (x -
    power_at_theta_star H x)%vec - gamma *: mmean N (fun c => hess_c c theta_star) @ powers_at_theta_star H x) = 0).
  { intros x. assert (whole : (mmean N (fun c => hess_c c theta_star) @ (gamma *: powers_at_theta_star H x - inverse_at_theta_star (x -
    power_at_theta_star H x)%vec))%vec = (@vzero V)). { less_in (linear V) (- 1)%R (A_behind x). less_in (linear V) (- 1)%R (of_the_rest x).
    vectors. }
    assert (left : norm (mmean N (fun c => hess_c c theta_star) @ (gamma *: powers_at_theta_star H x - inverse_at_theta_star (x -
      power_at_theta_star H x)%vec))%vec = norm (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (x - power_at_theta_star H
      x)%vec - gamma *: mmean N (fun c => hess_c c theta_star) @ powers_at_theta_star H x)) by lengths.
    assert (right : norm (@vzero V) = 0) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (no_distance : forall (x : vec V), norm (inverse_at_theta_star (x - power_at_theta_star H x)%vec - gamma *: powers_at_theta_star H
    x) <= 0).
  { intros x. assert (known := aistats_lem9_usage_inverse_no_distance (norm (inverse_at_theta_star (x - power_at_theta_star H x)%vec - gamma
    *: powers_at_theta_star H x)) (norm (mmean N (fun c => hess_c c theta_star) @ inverse_at_theta_star (x - power_at_theta_star H x)%vec -
    gamma *: mmean N (fun c => hess_c c theta_star) @ powers_at_theta_star H x)) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (no_other x))).
    specialize (known ltac:(cbv beta; fits (both_solve_it_over_2 x))).
    fits known.
  }
  assert (no_difference : forall (x : vec V), (gamma *: powers_at_theta_star H x - inverse_at_theta_star (x - power_at_theta_star H
    x)%vec)%vec = 0%vec).
  { intros x. assert (none : norm (inverse_at_theta_star (x - power_at_theta_star H x)%vec - gamma *: powers_at_theta_star H x) <= 0).
    { fits (no_distance x). }
    assert (size : norm (gamma *: powers_at_theta_star H x - inverse_at_theta_star (x - power_at_theta_star H x)%vec) = norm
      (inverse_at_theta_star (x - power_at_theta_star H x)%vec - gamma *: powers_at_theta_star H x)) by lengths.
    apply zero_norm. apply (Rle_trans _ _ _ (Req_le _ _ size) none).
  }
  assert (one_solution_over_1 : forall (x : vec V), (gamma *: powers_at_theta_star H x)%vec = inverse_at_theta_star (x - power_at_theta_star
    H x)%vec).
  { intros x. less_in (linear V) (1)%R (no_difference x).
    vectors.
  }
  intros x.
  split. { as_vectors (one_solution_over_1 x). }
  as_vectors (A_before x).
Qed.

Definition all_of_this_file := (one_more_term, aistats_lem9_usage_inverse).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
