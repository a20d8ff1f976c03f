(* symfed-avg-product-difference: The telescoping sum of the proof of Proposition 2, with the client's own factors after the one in which
   products differ, and the bound gamma (L - mu) a factor.
   symfed, the difference of products in the proof of Proposition 2. Printed:
     \digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H}=\sum_{\ell=h+1}^H\digamma_c^{\star,\ell+1:H}\Big(\gamma\bar D_c-\frac\gamma N\sum_{c'}\bar D_{c'}\Big)\digamma_{avg}^{\star,h+1:\ell-1},\quad\|\cdot\|\le\gamma(H-h)(L-\mu)
   Conditions:
     L*gamma <= 1
     in words: every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L]
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* later_mean_products_shrinks_from_below *)
Theorem symfed_avg_product_difference_later_mean_products_shrinks_from_below :
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

(* later_mean_products_shrinks_from_above *)
Theorem symfed_avg_product_difference_later_mean_products_shrinks_from_above :
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

(* later_mean_products_at_first *)
Theorem symfed_avg_product_difference_later_mean_products_at_first :
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

(* later_mean_products_positive *)
Theorem symfed_avg_product_difference_later_mean_products_positive :
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

(* later_mean_products_step *)
Theorem symfed_avg_product_difference_later_mean_products_step :
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

(* later_mean_products_closes *)
Theorem symfed_avg_product_difference_later_mean_products_closes :
  forall (a1 : R) (gamma : R) (h : nat) (mu : R),
  0 <= a1 ->
  0 < gamma ->
  0 < mu ->
  a1 * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= a1 * (1 - gamma * mu) ^ (h + 1).
Proof.
  intros a1 gamma h mu sign_a1 sign_gamma sign_mu.
  certified (((1))) (Rle_refl 0).
Qed.

(* own_from_below *)
Theorem symfed_avg_product_difference_own_from_below :
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

(* own_from_above *)
Theorem symfed_avg_product_difference_own_from_above :
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

(* powers *)
Theorem symfed_avg_product_difference_powers :
  forall (L : R) (gamma : R) (h : nat) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mu <= L ->
  L * gamma <= 1 ->
  (1 - gamma * mu) ^ h <= 1.
Proof.
  intros L gamma h mu sign_L sign_gamma sign_mu given_1 given_2.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (so_3 : 0 <= 1 - gamma * mu). { assert (m1 : 0 <= (gamma)) by positive. assert (m2 : 0 <= (1)) by positive. certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_2)). }
  assert (known_4 := pow_le (1 - gamma * mu) (h) ltac:(positive)).
  assert (so_5 : 0 <= gamma * mu). { positive. }
  assert (known_6 := slack _ _ (pow_at_most_one (1 - gamma * mu) (h) ltac:(positive) ltac:(lra))).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 known_6).
Qed.

(* mean_products_stay *)
Theorem symfed_avg_product_difference_mean_products_stay :
  forall (L : R) (a1 : R) (a2 : R) (gamma : R) (h : nat) (mu : R),
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 < gamma ->
  0 < mu ->
  a1 <= a2 * (1 - gamma * mu) ^ h ->
  (1 - gamma * mu) ^ h <= 1 ->
  L * gamma <= 1 ->
  a1 <= a2.
Proof.
  intros L a1 a2 gamma h mu sign_L sign_a1 sign_a2 sign_gamma sign_mu given_1 given_2 given_3.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (so_4 : 0 <= 1). { positive. }
  assert (so_5 : 0 <= a2). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_4 slack_given_1)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_5 slack_given_2))).
Qed.

(* one_difference_more *)
Theorem symfed_avg_product_difference_one_difference_more :
  forall (L : R) (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (a6 : R) (a7 : R) (a8 : R) (a9 : R) (gamma : R) (mu : R),
  0 < L ->
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 <= a5 ->
  0 <= a6 ->
  0 <= a7 ->
  0 <= a8 ->
  0 <= a9 ->
  0 < gamma ->
  0 < mu ->
  a1 = a4 ->
  a4 <= a5 * gamma + a6 ->
  a6 <= a2 * (1 - gamma * mu) ->
  a5 <= a7 + a8 ->
  a7 <= a9 * (L / 2 - mu / 2) ->
  a8 <= a9 * (L / 2 - mu / 2) ->
  a9 <= a3 ->
  mu <= L ->
  a1 <= a2 * (1 - gamma * mu) + a3 * gamma * (L - mu).
Proof.
  intros L a1 a2 a3 a4 a5 a6 a7 a8 a9 gamma mu sign_L sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 sign_a6 sign_a7 sign_a8 sign_a9 sign_gamma sign_mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (slack_given_5 := slack _ _ given_5).
  assert (slack_given_6 := slack _ _ given_6).
  assert (slack_given_7 := slack _ _ given_7).
  assert (slack_given_8 := slack _ _ given_8).
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (1)) by positive.
  assert (m3 : 0 <= (gamma)) by positive.
  assert (m4 : 0 <= (gamma)) by positive.
  assert (m5 : 0 <= (gamma)) by positive.
  assert (m6 : 0 <= (gamma)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_2) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m2 slack_given_3) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ (Rmult_le_pos _ _ m3 slack_given_7) slack_given_8) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m4 slack_given_4) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m5 slack_given_5) (Rmult_le_pos _ _ m6 slack_given_6)))))).
Qed.

(* differences_at_first *)
Theorem symfed_avg_product_difference_differences_at_first :
  forall (a1 : R),
  0 <= a1 ->
  a1 = 0 ->
  a1 <= 0.
Proof.
  intros a1 sign_a1 given_1.
  symmetry in given_1. destruct given_1.
  certified (((1))) (Rle_refl 0).
Qed.

(* differences_closes *)
Theorem symfed_avg_product_difference_differences_closes :
  forall (L : R) (a1 : R) (gamma : R) (h : nat) (mu : R),
  0 < L ->
  0 <= a1 ->
  0 < gamma ->
  0 < mu ->
  mu <= L ->
  a1 * INR h * gamma * (1 - gamma * mu) * (L - mu) + a1 * gamma * (L - mu) <= a1 * gamma * (INR h + 1) * (L - mu).
Proof.
  intros L a1 gamma h mu sign_L sign_a1 sign_gamma sign_mu given_1.
  assert (slack_given_1 := slack _ _ given_1).
  assert (m1 : 0 <= (a1) * (gamma) ^ 2 * (INR h) * (mu)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_1).
Qed.

(* symfed-avg-product-difference: The telescoping sum of the proof of Proposition 2, with the client's own factors after the one in which products differ, and the bound gamma (L - mu) a factor. *)
Theorem symfed_avg_product_difference :
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
  forall Q_later_avg : nat -> nat -> vec V -> vec V,
  (forall (t : nat) (x : vec V), Q_later_avg 0%nat t x = x) ->
  (forall (h : nat) (t : nat) (x : vec V), Q_later_avg (S h) t x = (Q_later_avg h t x - gamma *: mmean N (fun c => Dstar_c c ((h + t))%nat)
    @ Q_later_avg h t x)%vec) ->
  forall Q_swapped_c : nat -> nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (t : nat) (x : vec V), Q_swapped_c c 0%nat t x = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), Q_swapped_c c (S h) t x = (gamma *: (Dstar_c c ((h + t))%nat @
    Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x) + Q_swapped_c c h t x - gamma *: Dstar_c c ((h +
    t))%nat @ Q_swapped_c c h t x)%vec) ->
  forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), ((Q_later_avg h t x - Q_later_c c h t x)%vec = Q_swapped_c c h t
    x) /\ (norm (Q_later_avg h t x - Q_later_c c h t x) <= norm (x) * INR h * gamma * (L - mu))).
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
  assert (curvature_of_the_mean_over_1 : forall (h : nat) (t : nat), at_least (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat mu).
  { intros h t. apply mean_at_least; [exact some | intros c inside; exact (later_low c inside h t)].
  }
  assert (curvature_of_the_mean_over_2 : forall (h : nat) (t : nat), at_most (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat L).
  { intros h t. apply mean_at_most; [exact some | intros c inside; exact (later_high c inside h t)].
  }
  intros Q_later_c.
  intros no_later_factor.
  intros a_later_factor.
  intros Q_later_avg.
  intros no_later_mean_factor.
  intros a_later_mean_factor.
  intros Q_swapped_c.
  intros nothing_swapped.
  intros one_more_swapped.
  assert (telescoping_begins_over_1 : forall (c : nat) (inside : (c < N)%nat) (t : nat) (x : vec V), (Q_later_avg 0%nat t x - Q_later_c c
    0%nat t x - Q_swapped_c c 0%nat t x)%vec = 0%vec).
  { intros c inside t x. less_in (linear V) (1)%R (no_later_mean_factor t x).
    less_in (linear V) (- 1)%R (no_later_factor c inside t x).
    less_in (linear V) (- 1)%R (nothing_swapped c inside t x).
    vectors.
  }
  assert (telescoping_steps_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), (Q_later_avg (S h) t x -
    Q_later_c c (S h) t x - Q_swapped_c c (S h) t x)%vec = (Q_later_avg h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_avg h t x -
    Q_later_c c h t x - Q_swapped_c c h t x) - Q_later_c c h t x - Q_swapped_c c h t x)%vec).
  { intros c inside h t x. less_in (linear V) (1)%R (a_later_mean_factor h t x).
    less_in (linear V) (- 1)%R (a_later_factor c inside h t x).
    less_in (linear V) (- 1)%R (one_more_swapped c inside h t x).
    vectors.
  }
  assert (telescoping : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), (Q_later_avg h t x - Q_later_c c h t x -
    Q_swapped_c c h t x)%vec = 0%vec).
  { intros c inside h t x. revert h. apply (equal_by_induction (fun h => (Q_later_avg h t x - Q_later_c c h t x - Q_swapped_c c h t x)%vec)
    (fun h => (0%vec)%vec) (fun h => (1%mat - gamma *: Dstar_c c ((h + t))%nat)%mat)).
    - cbv beta. as_vectors (telescoping_begins_over_1 c inside t x).
    - intros h. cbv beta. as_vectors (telescoping_steps_over_1 c inside h t x).
  }
  assert (telescoped_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), (Q_later_avg h t x - Q_later_c c h t
    x)%vec = Q_swapped_c c h t x).
  { intros c inside h t x. less_in (linear V) (1)%R (telescoping c inside h t x).
    vectors.
  }
  assert (later_mean_products_begins_over_2 : forall (t : nat) (x : vec V), norm (Q_later_avg 0%nat t x) = norm (x)).
  { intros t x. assert (whole : (Q_later_avg 0%nat t x)%vec = (x)%vec). { less_in (linear V) (1)%R (no_later_mean_factor t x). vectors. }
    assert (left : norm (Q_later_avg 0%nat t x)%vec = norm (Q_later_avg 0%nat t x)) by lengths.
    assert (right : norm (x)%vec = norm (x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (later_mean_products_steps_over_2 : forall (h : nat) (t : nat) (x : vec V), norm (Q_later_avg (S h) t x) = norm (gamma *: mmean N
    (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x - Q_later_avg h t x)).
  { intros h t x. assert (whole : (Q_later_avg (S h) t x)%vec = (Q_later_avg h t x - gamma *: mmean N (fun c => Dstar_c c ((h + t))%nat) @
    Q_later_avg h t x)%vec). { less_in (linear V) (1)%R (a_later_mean_factor h t x). vectors. }
    assert (left : norm (Q_later_avg (S h) t x)%vec = norm (Q_later_avg (S h) t x)) by lengths.
    assert (right : norm (Q_later_avg h t x - gamma *: mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x)%vec = norm (gamma *:
      mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x - Q_later_avg h t x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (later_mean_products_shrinks : forall (h : nat) (t : nat) (x : vec V), norm (gamma *: mmean N (fun c => Dstar_c c ((h + t))%nat) @
    Q_later_avg h t x - Q_later_avg h t x) <= norm (Q_later_avg h t x) * (1 - gamma * mu)).
  { intros h t x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known :=
        symfed_avg_product_difference_later_mean_products_shrinks_from_below (L) (gamma) (lambda) (mu)). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits above)). specialize (known ltac:(cbv beta; fits
        below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known :=
        symfed_avg_product_difference_later_mean_products_shrinks_from_above (gamma) (lambda) (mu)). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)). fits known. } fits sign_.
    }
    assert (left : norm (1 *: (Q_later_avg h t x)%vec + (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat @ ((- gamma)%R *: (Q_later_avg h t
      x)%vec + (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat @ 0%vec)%vec)%vec = norm (gamma *: mmean N (fun c => Dstar_c c ((h +
      t))%nat) @ Q_later_avg h t x - Q_later_avg h t x)) by lengths.
    assert (right_0 : norm (Q_later_avg h t x) = norm (Q_later_avg h t x)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (Q_later_avg h t x) = norm (Q_later_avg h t x) * (1 - gamma * mu)) by (rewrite ?right_0;
      reals).
    assert (low_ : at_least (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat mu). { exact (curvature_of_the_mean_over_1 h t). }
    assert (high_ : at_most (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat L). { exact (curvature_of_the_mean_over_2 h t). }
    exact (between _ _ _ _ left right (the_spectral (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat _ _ (1 - gamma * mu)%R [1; - gamma]
      low_ high_ everywhere (Q_later_avg h t x)%vec)).
  }
  assert (later_mean_products : forall (h : nat) (t : nat) (x : vec V), norm (Q_later_avg h t x) <= norm (x) * (1 - gamma * mu) ^ h).
  { intros h t x. revert h. apply (induction (fun h => norm (Q_later_avg h t x)) (fun h => norm (x) * (1 - gamma * mu) ^ h) (fun h => 1 -
    gamma * mu) (fun h => 0)).
    - cbv beta. assert (proved : norm (Q_later_avg 0%nat t x) <= norm (x)). { assert (known :=
      symfed_avg_product_difference_later_mean_products_at_first (norm (Q_later_avg 0%nat t x)) (norm (x))). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv
      beta; fits (later_mean_products_begins_over_2 t x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_avg_product_difference_later_mean_products_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known.
      } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (Q_later_avg (S h) t x) <= norm (Q_later_avg h t x) * (1 - gamma * mu)). { assert (known :=
      symfed_avg_product_difference_later_mean_products_step (norm (Q_later_avg (S h) t x)) (norm (Q_later_avg h t x)) (norm (gamma *: mmean
      N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x - Q_later_avg h t x)) (gamma) (mu)). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits (later_mean_products_steps_over_2 h t x))). specialize
      (known ltac:(cbv beta; fits (later_mean_products_shrinks h t x))). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * (1 - gamma * mu) ^ h * (1 - gamma * mu) <= norm (x) * (1 - gamma * mu) ^ (h + 1)). {
      assert (known := symfed_avg_product_difference_later_mean_products_closes (norm (x)) (gamma) h (mu)). specialize (known ltac:(first
      [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first
      [assumption | lia | not_negative])). fits known. }
      fits proved.
  }
  assert (own : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (Dstar_c c ((h + t))%nat @ Q_later_avg h t x -
    (L / 2)%R *: Q_later_avg h t x - (mu / 2)%R *: Q_later_avg h t x) <= norm (Q_later_avg h t x) * (L / 2 - mu / 2)).
  { intros c inside h t x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [- L / 2 - mu / 2; 1] lambda) <= (L / 2 - mu / 2)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : mu / 2 - L / 2 <= lambda - L / 2 - mu / 2). { assert (known := symfed_avg_product_difference_own_from_below (L)
        (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)).
        fits known. } fits sign_.
      - assert (sign_ : lambda - L / 2 - mu / 2 <= L / 2 - mu / 2). { assert (known := symfed_avg_product_difference_own_from_above (L)
        (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits below)).
        fits known. } fits sign_.
    }
    assert (left : norm ((- L / 2 - mu / 2)%R *: (Q_later_avg h t x)%vec + (Dstar_c c ((h + t))%nat)%mat @ (1 *: (Q_later_avg h t x)%vec +
      (Dstar_c c ((h + t))%nat)%mat @ 0%vec)%vec)%vec = norm (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - (L / 2)%R *: Q_later_avg h t x -
      (mu / 2)%R *: Q_later_avg h t x)) by lengths.
    assert (right_0 : norm (Q_later_avg h t x) = norm (Q_later_avg h t x)) by lengths.
    assert (right : (L / 2 - mu / 2)%R * norm (Q_later_avg h t x) = norm (Q_later_avg h t x) * (L / 2 - mu / 2)) by (rewrite ?right_0;
      reals).
    assert (low_ : at_least (Dstar_c c ((h + t))%nat)%mat mu). { exact (later_low c inside h t). }
    assert (high_ : at_most (Dstar_c c ((h + t))%nat)%mat L). { exact (later_high c inside h t). }
    exact (between _ _ _ _ left right (the_spectral (Dstar_c c ((h + t))%nat)%mat _ _ (L / 2 - mu / 2)%R [- L / 2 - mu / 2; 1] low_ high_
      everywhere (Q_later_avg h t x)%vec)).
  }
  assert (mean_ : forall (h : nat) (t : nat) (x : vec V), norm (mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x - (L / 2)%R
    *: Q_later_avg h t x - (mu / 2)%R *: Q_later_avg h t x) <= norm (Q_later_avg h t x) * (L / 2 - mu / 2)).
  { intros h t x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [- L / 2 - mu / 2; 1] lambda) <= (L / 2 - mu / 2)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : mu / 2 - L / 2 <= lambda - L / 2 - mu / 2). { assert (known := symfed_avg_product_difference_own_from_below (L)
        (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)).
        fits known. } fits sign_.
      - assert (sign_ : lambda - L / 2 - mu / 2 <= L / 2 - mu / 2). { assert (known := symfed_avg_product_difference_own_from_above (L)
        (lambda) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
        not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits below)).
        fits known. } fits sign_.
    }
    assert (left : norm ((- L / 2 - mu / 2)%R *: (Q_later_avg h t x)%vec + (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat @ (1 *:
      (Q_later_avg h t x)%vec + (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat @ 0%vec)%vec)%vec = norm (mmean N (fun c => Dstar_c c ((h +
      t))%nat) @ Q_later_avg h t x - (L / 2)%R *: Q_later_avg h t x - (mu / 2)%R *: Q_later_avg h t x)) by lengths.
    assert (right_0 : norm (Q_later_avg h t x) = norm (Q_later_avg h t x)) by lengths.
    assert (right : (L / 2 - mu / 2)%R * norm (Q_later_avg h t x) = norm (Q_later_avg h t x) * (L / 2 - mu / 2)) by (rewrite ?right_0;
      reals).
    assert (low_ : at_least (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat mu). { exact (curvature_of_the_mean_over_1 h t). }
    assert (high_ : at_most (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat L). { exact (curvature_of_the_mean_over_2 h t). }
    exact (between _ _ _ _ left right (the_spectral (mmean N (fun c => Dstar_c c ((h + t))%nat))%mat _ _ (L / 2 - mu / 2)%R [- L / 2 - mu /
      2; 1] low_ high_ everywhere (Q_later_avg h t x)%vec)).
  }
  assert (both : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (Dstar_c c ((h + t))%nat @ Q_later_avg h t x
    - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x) <= norm (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - (L / 2)%R *:
    Q_later_avg h t x - (mu / 2)%R *: Q_later_avg h t x) + norm (mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x - (L / 2)%R
    *: Q_later_avg h t x - (mu / 2)%R *: Q_later_avg h t x)).
  { intros c inside h t x. assert (left : norm ((Dstar_c c ((h + t))%nat @ Q_later_avg h t x - (L / 2 + mu / 2)%R *: Q_later_avg h t x)%vec
    + ((L / 2 + mu / 2)%R *: Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x)%vec) = norm (Dstar_c c ((h
    + t))%nat @ Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x)) by lengths.
    assert (right_0 : norm (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - (L / 2 + mu / 2)%R *: Q_later_avg h t x) = norm (Dstar_c c ((h +
      t))%nat @ Q_later_avg h t x - (L / 2)%R *: Q_later_avg h t x - (mu / 2)%R *: Q_later_avg h t x)) by lengths.
    assert (right_1 : norm ((L / 2 + mu / 2)%R *: Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x) = norm
      (mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x - (L / 2)%R *: Q_later_avg h t x - (mu / 2)%R *: Q_later_avg h t x))
      by lengths.
    assert (right : norm (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - (L / 2 + mu / 2)%R *: Q_later_avg h t x) + norm ((L / 2 + mu / 2)%R
      *: Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x) = norm (Dstar_c c ((h + t))%nat @ Q_later_avg h
      t x - (L / 2)%R *: Q_later_avg h t x - (mu / 2)%R *: Q_later_avg h t x) + norm (mmean N (fun c => Dstar_c c ((h + t))%nat) @
      Q_later_avg h t x - (L / 2)%R *: Q_later_avg h t x - (mu / 2)%R *: Q_later_avg h t x)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - (L / 2 + mu / 2)%R *: Q_later_avg h t x)%vec
      ((L / 2 + mu / 2)%R *: Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x)%vec)).
  }
  assert (a_step_shrinks : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (gamma *: Dstar_c c ((h + t))%nat @
    Q_later_avg h t x + Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x - Q_later_avg h t x) <= norm (Q_later_avg h
    t x - Q_later_c c h t x) * (1 - gamma * mu)).
  { intros c inside h t x. assert (everywhere : forall lambda, mu <= lambda <= L ->
      Rabs (value [1; - gamma] lambda) <= (1 - gamma * mu)%R).
    { intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.
      - assert (sign_ : gamma * mu - 1 <= 1 - gamma * lambda). { assert (known :=
        symfed_avg_product_difference_later_mean_products_shrinks_from_below (L) (gamma) (lambda) (mu)). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize
        (known ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits above)). specialize (known ltac:(cbv beta; fits
        below)). fits known. } fits sign_.
      - assert (sign_ : 1 - gamma * lambda <= 1 - gamma * mu). { assert (known :=
        symfed_avg_product_difference_later_mean_products_shrinks_from_above (gamma) (lambda) (mu)). specialize (known ltac:(first
        [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
        ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits above)). fits known. } fits sign_.
    }
    assert (left : norm (1 *: (Q_later_avg h t x - Q_later_c c h t x)%vec + (Dstar_c c ((h + t))%nat)%mat @ ((- gamma)%R *: (Q_later_avg h t
      x - Q_later_c c h t x)%vec + (Dstar_c c ((h + t))%nat)%mat @ 0%vec)%vec)%vec = norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_avg h
      t x + Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x - Q_later_avg h t x)) by lengths.
    assert (right_0 : norm (Q_later_avg h t x - Q_later_c c h t x) = norm (Q_later_avg h t x - Q_later_c c h t x)) by lengths.
    assert (right : (1 - gamma * mu)%R * norm (Q_later_avg h t x - Q_later_c c h t x) = norm (Q_later_avg h t x - Q_later_c c h t x) * (1 -
      gamma * mu)) by (rewrite ?right_0; reals).
    assert (low_ : at_least (Dstar_c c ((h + t))%nat)%mat mu). { exact (later_low c inside h t). }
    assert (high_ : at_most (Dstar_c c ((h + t))%nat)%mat L). { exact (later_high c inside h t). }
    exact (between _ _ _ _ left right (the_spectral (Dstar_c c ((h + t))%nat)%mat _ _ (1 - gamma * mu)%R [1; - gamma] low_ high_ everywhere
      (Q_later_avg h t x - Q_later_c c h t x)%vec)).
  }
  assert (next_difference_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (Q_later_avg (S h) t x -
    Q_later_c c (S h) t x) = norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + Q_later_avg h t x - gamma *: mmean N (fun c =>
    Dstar_c c ((h + t))%nat) @ Q_later_avg h t x - Q_later_c c h t x)).
  { intros c inside h t x. assert (whole : (Q_later_avg (S h) t x - Q_later_c c (S h) t x)%vec = (gamma *: (Dstar_c c ((h + t))%nat @
    Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x) + Q_later_avg h t x - gamma *: Dstar_c c ((h +
    t))%nat @ (Q_later_avg h t x - Q_later_c c h t x) - Q_later_c c h t x)%vec). { less_in (linear V) (1)%R (a_later_mean_factor h t x).
    less_in (linear V) (- 1)%R (a_later_factor c inside h t x). vectors. }
    assert (left : norm (Q_later_avg (S h) t x - Q_later_c c (S h) t x)%vec = norm (Q_later_avg (S h) t x - Q_later_c c (S h) t x)) by
      lengths.
    assert (right : norm (gamma *: (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h
      t x) + Q_later_avg h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_avg h t x - Q_later_c c h t x) - Q_later_c c h t x)%vec = norm
      (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + Q_later_avg h t x - gamma *: mmean N (fun c => Dstar_c c ((h + t))%nat) @
      Q_later_avg h t x - Q_later_c c h t x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (two_parts : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (gamma *: Dstar_c c ((h + t))%nat @
    Q_later_c c h t x + Q_later_avg h t x - gamma *: mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x - Q_later_c c h t x) <=
    norm (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x) * gamma + norm
    (gamma *: Dstar_c c ((h + t))%nat @ Q_later_avg h t x + Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x -
    Q_later_avg h t x)).
  { intros c inside h t x. assert (left : norm ((Q_later_avg h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_avg h t x - Q_later_c c h t
    x) - Q_later_c c h t x)%vec + (gamma *: (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @
    Q_later_avg h t x))%vec) = norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x + Q_later_avg h t x - gamma *: mmean N (fun c =>
    Dstar_c c ((h + t))%nat) @ Q_later_avg h t x - Q_later_c c h t x)) by lengths.
    assert (right_0 : norm (Q_later_avg h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_avg h t x - Q_later_c c h t x) - Q_later_c c h t
      x) = norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_avg h t x + Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h
      t x - Q_later_avg h t x)) by lengths.
    assert (right_1 : norm (gamma *: (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg
      h t x)) = norm (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x) * gamma)
      by lengths.
    assert (right : norm (Q_later_avg h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_avg h t x - Q_later_c c h t x) - Q_later_c c h t
      x) + norm (gamma *: (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x)) =
      norm (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x) * gamma + norm
      (gamma *: Dstar_c c ((h + t))%nat @ Q_later_avg h t x + Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x -
      Q_later_avg h t x)) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (Q_later_avg h t x - gamma *: Dstar_c c ((h + t))%nat @ (Q_later_avg h t x - Q_later_c c h t
      x) - Q_later_c c h t x)%vec (gamma *: (Dstar_c c ((h + t))%nat @ Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @
      Q_later_avg h t x))%vec)).
  }
  assert (powers_ : forall (h : nat), (1 - gamma * mu) ^ h <= 1).
  { intros h. assert (known := symfed_avg_product_difference_powers (L) (gamma) h (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits mu_at_most_L)).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (mean_products_stay : forall (h : nat) (t : nat) (x : vec V), norm (Q_later_avg h t x) <= norm (x)).
  { intros h t x. assert (known := symfed_avg_product_difference_mean_products_stay (L) (norm (Q_later_avg h t x)) (norm (x)) (gamma) h
    (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (later_mean_products h t x))).
    specialize (known ltac:(cbv beta; fits (powers_ h))).
    specialize (known ltac:(cbv beta; fits given_1)).
    fits known.
  }
  assert (one_difference_more : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (Q_later_avg (S h) t x -
    Q_later_c c (S h) t x) <= norm (x) * gamma * (L - mu) + norm (Q_later_avg h t x - Q_later_c c h t x) * (1 - gamma * mu)).
  { intros c inside h t x. assert (known := symfed_avg_product_difference_one_difference_more (L) (norm (Q_later_avg (S h) t x - Q_later_c c
    (S h) t x)) (norm (Q_later_avg h t x - Q_later_c c h t x)) (norm (x)) (norm (gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x +
    Q_later_avg h t x - gamma *: mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x - Q_later_c c h t x)) (norm (Dstar_c c ((h +
    t))%nat @ Q_later_avg h t x - mmean N (fun c => Dstar_c c ((h + t))%nat) @ Q_later_avg h t x)) (norm (gamma *: Dstar_c c ((h + t))%nat @
    Q_later_avg h t x + Q_later_c c h t x - gamma *: Dstar_c c ((h + t))%nat @ Q_later_c c h t x - Q_later_avg h t x)) (norm (Dstar_c c ((h
    + t))%nat @ Q_later_avg h t x - (L / 2)%R *: Q_later_avg h t x - (mu / 2)%R *: Q_later_avg h t x)) (norm (mmean N (fun c => Dstar_c c
    ((h + t))%nat) @ Q_later_avg h t x - (L / 2)%R *: Q_later_avg h t x - (mu / 2)%R *: Q_later_avg h t x)) (norm (Q_later_avg h t x))
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
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (next_difference_over_2 c inside h t x))).
    specialize (known ltac:(cbv beta; fits (two_parts c inside h t x))).
    specialize (known ltac:(cbv beta; fits (a_step_shrinks c inside h t x))).
    specialize (known ltac:(cbv beta; fits (both c inside h t x))).
    specialize (known ltac:(cbv beta; fits (own c inside h t x))).
    specialize (known ltac:(cbv beta; fits (mean_ h t x))).
    specialize (known ltac:(cbv beta; fits (mean_products_stay h t x))).
    specialize (known ltac:(cbv beta; fits mu_at_most_L)).
    fits known.
  }
  assert (no_difference_over_2 : forall (c : nat) (inside : (c < N)%nat) (t : nat) (x : vec V), norm (Q_later_avg 0%nat t x - Q_later_c c
    0%nat t x) = 0).
  { intros c inside t x. assert (whole : (Q_later_avg 0%nat t x - Q_later_c c 0%nat t x)%vec = (@vzero V)). { less_in (linear V) (1)%R
    (no_later_mean_factor t x). less_in (linear V) (- 1)%R (no_later_factor c inside t x). vectors. }
    assert (left : norm (Q_later_avg 0%nat t x - Q_later_c c 0%nat t x)%vec = norm (Q_later_avg 0%nat t x - Q_later_c c 0%nat t x)) by
      lengths.
    assert (right : norm (@vzero V) = 0) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (differences : forall (c : nat) (inside : (c < N)%nat) (h : nat) (t : nat) (x : vec V), norm (Q_later_avg h t x - Q_later_c c h t
    x) <= norm (x) * INR h * gamma * (L - mu)).
  { intros c inside h t x. revert h. apply (induction (fun h => norm (Q_later_avg h t x - Q_later_c c h t x)) (fun h => norm (x) * INR h *
    gamma * (L - mu)) (fun h => 1 - gamma * mu) (fun h => norm (x) * gamma * (L - mu))).
    - cbv beta. assert (proved : norm (Q_later_avg 0%nat t x - Q_later_c c 0%nat t x) <= 0). { assert (known :=
      symfed_avg_product_difference_differences_at_first (norm (Q_later_avg 0%nat t x - Q_later_c c 0%nat t x))). specialize (known
      ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits (no_difference_over_2 c inside t x))). fits
      known. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_avg_product_difference_later_mean_products_positive (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(cbv beta; fits mu_at_most_L)). specialize (known ltac:(cbv beta; fits given_1)). fits known.
      } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (Q_later_avg (S h) t x - Q_later_c c (S h) t x) <= norm (x) * gamma * (L - mu) + norm
      (Q_later_avg h t x - Q_later_c c h t x) * (1 - gamma * mu)). { fits (one_difference_more c inside h t x). }
      fits proved.
    - intros h. cbv beta. assert (proved : norm (x) * INR h * gamma * (1 - gamma * mu) * (L - mu) + norm (x) * gamma * (L - mu) <= norm (x)
      * gamma * (INR h + 1) * (L - mu)). { assert (known := symfed_avg_product_difference_differences_closes (L) (norm (x)) (gamma) h (mu)).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits mu_at_most_L)). fits known. }
      fits proved.
  }
  intros c inside h t x.
  split. { as_vectors (telescoped_over_1 c inside h t x). }
  fits (differences c inside h t x).
Qed.

Definition all_of_this_file := (symfed_avg_product_difference).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
