(* aistats-eq12-avgproduct: One product for all clients, of their mean Hessians step by step: behind it gradients at theta* that add up to
   zero vanish. It is not the mean of the clients' products; steps are counted as in Theorem 1's proof.
   aistats, equation (12). Printed:
     \digamma_{avg}^{\star,h:H}=\prod_{\ell=h}^{H-1}\Big(Id-\frac\gamma N\sum_c\bar D_c^{(\theta^\star_{c,\ell},\theta^\star)}\Big)
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* mean_products_shrinks_from_below *)
Theorem aistats_eq12_avgproduct_mean_products_shrinks_from_below :
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

(* mean_products_shrinks_from_above *)
Theorem aistats_eq12_avgproduct_mean_products_shrinks_from_above :
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

(* mean_products_at_first *)
Theorem aistats_eq12_avgproduct_mean_products_at_first :
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

(* mean_products_positive *)
Theorem aistats_eq12_avgproduct_mean_products_positive :
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

(* mean_products_step *)
Theorem aistats_eq12_avgproduct_mean_products_step :
  forall (a1 : R) (a2 : R) (a5 : R) (gamma : R) (mu : R),
  0 <= a1 ->
  0 <= a2 ->
  0 <= a5 ->
  0 < gamma ->
  0 < mu ->
  a1 = a5 ->
  a5 <= a2 * (1 - gamma * mu) ->
  a1 <= a2 * (1 - gamma * mu).
Proof.
  intros a1 a2 a5 gamma mu sign_a1 sign_a2 sign_a5 sign_gamma sign_mu given_1 given_2.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_2).
Qed.

(* mean_products_closes *)
Theorem aistats_eq12_avgproduct_mean_products_closes :
  forall (a1 : R) (gamma : R) (h : nat) (mu : R),
  0 <= a1 ->
  0 < gamma ->
  0 < mu ->
  a1 * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= a1 * (1 - gamma * mu) ^ (h + 1).
Proof.
  intros a1 gamma h mu sign_a1 sign_gamma sign_mu.
  certified (((1))) (Rle_refl 0).
Qed.

(* aistats-eq12-avgproduct: One product for all clients, of their mean Hessians step by step: behind it gradients at theta* that add up to zero vanish. It is not the mean of the clients' products; steps are counted as in Theorem 1's proof. *)
Theorem aistats_eq12_avgproduct :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R)
    (theta_det : vec V),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mean_value_hessian V ->
  minimiser V ->
  spectral V ->
  curved N grad_c hess_c mu L ->
  L * gamma <= 1 ->
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  forall T_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), T_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), T_c c (S h) x = (T_c c h x - gamma *: grad_c c (T_c c h x))%vec) ->
  there is Dstar_c : (nat -> nat -> mat V), with ((forall (c : nat) (inside : (c < N)%nat) (h : nat), (grad_c c (T_c c h theta_det) - grad_c
    c theta_star)%vec = (Dstar_c c h @ (T_c c h theta_det - theta_star))%vec) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat),
    at_least (Dstar_c c h)%mat mu) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat), at_most (Dstar_c c h)%mat L)); then (
  forall Q_avg : nat -> vec V -> vec V,
  (forall (x : vec V), Q_avg 0%nat x = x) ->
  (forall (h : nat) (x : vec V), Q_avg (S h) x = (Q_avg h x - gamma *: mmean N (fun c => Dstar_c c h) @ Q_avg h x)%vec) ->
  forall C_avg_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), C_avg_c c 0%nat = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), C_avg_c c (S h) = (C_avg_c c h + grad_c c theta_star - gamma *: mmean N (fun c =>
    Dstar_c c h) @ C_avg_c c h)%vec) ->
  forall (h : nat) (x : vec V), (vmean N (fun c => C_avg_c c H) = 0%vec) /\ (norm (Q_avg h x) <= norm (x) * (1 - gamma * mu) ^ h))).
Proof.
  intros V N grad_c hess_c H L gamma mu theta_det some H_positive L_positive gamma_positive mu_positive the_mean_value_hessian the_minimiser
    the_spectral curvature given_1.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
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
  intros Q_avg.
  intros no_mean_factor.
  intros one_mean_factor.
  intros C_avg_c.
  intros no_centre.
  intros one_centre.
  assert (mean_curvature_over_1 : forall (h : nat), at_least (mmean N (fun c => Dstar_c c h))%mat mu).
  { intros h. apply mean_at_least; [exact some | intros c inside; exact (mean_Hessian_over_2 c inside h)].
  }
  assert (mean_curvature_over_2 : forall (h : nat), at_most (mmean N (fun c => Dstar_c c h))%mat L).
  { intros h. apply mean_at_most; [exact some | intros c inside; exact (mean_Hessian_over_3 c inside h)].
  }
  assert (mean_products_begins_over_2 : forall (x : vec V), norm (Q_avg 0%nat x) = norm (x)).
  { intros x. assert (whole : (Q_avg 0%nat x)%vec = (x)%vec). { less_in (linear V) (1)%R (no_mean_factor x). vectors. }
    assert (left : norm (Q_avg 0%nat x)%vec = norm (Q_avg 0%nat x)) by lengths.
    assert (right : norm (x)%vec = norm (x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (mean_products_steps_over_2 : forall (h : nat) (x : vec V), norm (Q_avg (S h) x) = norm (gamma *: mmean N (fun c => Dstar_c c h) @
    Q_avg h x - Q_avg h x)).
  { intros h x. assert (whole : (Q_avg (S h) x)%vec = (Q_avg h x - gamma *: mmean N (fun c => Dstar_c c h) @ Q_avg h x)%vec). { less_in
    (linear V) (1)%R (one_mean_factor h x). vectors. }
    assert (left : norm (Q_avg (S h) x)%vec = norm (Q_avg (S h) x)) by lengths.
    assert (right : norm (Q_avg h x - gamma *: mmean N (fun c => Dstar_c c h) @ Q_avg h x)%vec = norm (gamma *: mmean N (fun c => Dstar_c c
      h) @ Q_avg h x - Q_avg h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (mean_products_shrinks : forall (h : nat) (x : vec V), norm (gamma *: mmean N (fun c => Dstar_c c h) @ Q_avg h x - Q_avg h x) <=
    norm (Q_avg h x) * (1 - gamma * mu)).
  { intros h x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known := aistats_eq12_avgproduct_mean_products_shrinks_from_below
        (L) (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta;
        fits above)). specialize (known ltac:(cbv beta; fits below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known := aistats_eq12_avgproduct_mean_products_shrinks_from_above
        (gamma) (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption
        | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits
        above)). fits known. } fits sign_.
    }
    assert (left : norm (1 *: (Q_avg h x)%vec + (mmean N (fun c => Dstar_c c h))%mat @ ((- gamma)%R *: (Q_avg h x)%vec + (mmean N (fun c =>
      Dstar_c c h))%mat @ 0%vec)%vec)%vec = norm (gamma *: mmean N (fun c => Dstar_c c h) @ Q_avg h x - Q_avg h x)) by lengths.
    assert (right_0 : norm (Q_avg h x) = norm (Q_avg h x)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (Q_avg h x) = norm (Q_avg h x) * (1 - gamma * mu)) by (rewrite ?right_0; reals).
    assert (low_ : at_least (mmean N (fun c => Dstar_c c h))%mat mu). { exact (mean_curvature_over_1 h). }
    assert (high_ : at_most (mmean N (fun c => Dstar_c c h))%mat L). { exact (mean_curvature_over_2 h). }
    exact (between _ _ _ _ left right (the_spectral (mmean N (fun c => Dstar_c c h))%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_ high_
      everywhere (Q_avg h x)%vec)).
  }
  assert (mean_products : forall (h : nat) (x : vec V), norm (Q_avg h x) <= norm (x) * (1 - gamma * mu) ^ h).
  { intros h x. revert h. apply (induction (fun h => norm (Q_avg h x)) (fun h => norm (x) * (1 - gamma * mu) ^ h) (fun h => 1 - gamma * mu)
    (fun h => 0)).
    - cbv beta. assert (proved : norm (Q_avg 0%nat x) <= norm (x)). { assert (known := aistats_eq12_avgproduct_mean_products_at_first (norm
      (Q_avg 0%nat x)) (norm (x))). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits (mean_products_begins_over_2 x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      aistats_eq12_avgproduct_mean_products_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (Q_avg (S h) x) <= norm (Q_avg h x) * (1 - gamma * mu)). { assert (known :=
      aistats_eq12_avgproduct_mean_products_step (norm (Q_avg (S h) x)) (norm (Q_avg h x)) (norm (gamma *: mmean N (fun c => Dstar_c c h) @
      Q_avg h x - Q_avg h x)) (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
      ltac:(cbv beta; fits (mean_products_steps_over_2 h x))). specialize (known ltac:(cbv beta; fits (mean_products_shrinks h x))). fits
      known. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= norm (x) * (1 - gamma * mu) ^ (h + 1)). {
      assert (known := aistats_eq12_avgproduct_mean_products_closes (norm (x)) (gamma) h (mu)). specialize (known ltac:(first [assumption |
      lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption |
      lia | not_negative])). fits known. }
      fits proved.
  }
  assert (mean_of_no_centre : vmean N (fun c => C_avg_c c 0%nat) = 0%vec).
  { transitivity (@vmean V N (fun c => (C_avg_c c 0%nat)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (0%vec)%vec)); [ |
    vectors]].
    apply vmean_equal; intros c inside; as_vectors (no_centre c inside).
  }
  assert (mean_of_one_centre : forall (h : nat), vmean N (fun c => C_avg_c c (S h)) = (vmean N (fun c => C_avg_c c h) + vmean N (fun c =>
    grad_c c theta_star) - gamma *: mmean N (fun c => Dstar_c c h) @ vmean N (fun c => C_avg_c c h))%vec).
  { intros h. transitivity (@vmean V N (fun c => (C_avg_c c (S h))%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (C_avg_c c
    h + grad_c c theta_star - gamma *: mmean N (fun c => Dstar_c c h) @ C_avg_c c h)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (one_centre c inside h).
  }
  assert (centres_steps_over_1 : forall (h : nat), vmean N (fun c => C_avg_c c (S h)) = (vmean N (fun c => C_avg_c c h) - gamma *: mmean N
    (fun c => Dstar_c c h) @ vmean N (fun c => C_avg_c c h))%vec).
  { intros h. less_in (linear V) (1)%R (mean_of_one_centre h).
    less_in (linear V) (1)%R optimum.
    vectors.
  }
  assert (centres : forall (h : nat), vmean N (fun c => C_avg_c c h) = 0%vec).
  { intros h. revert h. apply (equal_by_induction (fun h => (vmean N (fun c => C_avg_c c h))%vec) (fun h => (0%vec)%vec) (fun h => (1%mat -
    gamma *: mmean N (fun c => Dstar_c c h))%mat)).
    - cbv beta. as_vectors mean_of_no_centre.
    - intros h. cbv beta. as_vectors (centres_steps_over_1 h).
  }
  assert (no_mean_centre : vmean N (fun c => C_avg_c c H) = 0%vec).
  { as_vectors (centres H).
  }
  intros h x.
  split. { as_vectors no_mean_centre. }
  fits (mean_products h x).
Qed.

Definition all_of_this_file := (aistats_eq12_avgproduct).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
