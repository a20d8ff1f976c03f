(* symfed-eq50: The clients' own displacements as a sum over steps 1 .. H and over the H (H-1)/2 pairs of steps. The signs of the two
   printed slips cancel in the pairs, and so the bound is made from the right sum.
   symfed, equation (50) with its signs, steps and vector. Printed:
     \frac1N\sum_c(Id-\Gamma_c^\star)(\theta_c^\star-\theta^\star)=\frac1N\sum_c\sum_{h=1}^H\gamma(\Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H})\bar A_c(\theta_c^\star-\theta^\star)=\frac{\gamma^2}N\sum_c\sum_{h=1}^H\sum_{\ell=h+1}^H\Gamma_c^{\star,h+1:\ell-1}(\bar A_c-\bar A)\Gamma_{avg}^{\star,\ell+1:H}\bar A_c(\theta^\star-\theta_c^\star)
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A5: every f_c is quadratic
   Cross-checks, on which nothing rests and which are not here: over steps, over pairs. *)
From Symfed Require Import Arithmetic Named.

(* symfed-eq50: The clients' own displacements as a sum over steps 1 .. H and over the H (H-1)/2 pairs of steps. The signs of the two printed slips cancel in the pairs, and so the bound is made from the right sum. *)
Theorem symfed_eq50 :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  minimiser V ->
  own_minimiser V ->
  quadratic_gradient V ->
  curved N grad_c hess_c mu L ->
  quadratic N hess_c ->
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  there is theta_star_c : (nat -> vec V), with ((forall (c : nat) (inside : (c < N)%nat), grad_c c (theta_star_c c) = 0%vec)); then (
  forall Gamma_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), Gamma_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), Gamma_c c (S h) x = (Gamma_c c h x - gamma *: hess_c c theta_star @
    Gamma_c c h x)%vec) ->
  forall avg_pull_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), avg_pull_c c 0%nat = (hess_c c theta_star @ (theta_star_c c - theta_star))%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), avg_pull_c c (S h) = (avg_pull_c c h - gamma *: mmean N (fun c => hess_c c theta_star)
    @ avg_pull_c c h)%vec) ->
  forall turned_pull_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), turned_pull_c c 0%nat = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), turned_pull_c c (S h) = (gamma *: (hess_c c theta_star - mmean N (fun c => hess_c c
    theta_star)) @ avg_pull_c c h + turned_pull_c c h - gamma *: hess_c c theta_star @ turned_pull_c c h)%vec) ->
  forall added_pull_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), added_pull_c c 0%nat = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), added_pull_c c (S h) = (Gamma_c c h (hess_c c theta_star @ (theta_star_c c -
    theta_star))%vec + added_pull_c c h)%vec) ->
  forall added_avg_pull_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), added_avg_pull_c c 0%nat = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), added_avg_pull_c c (S h) = (added_avg_pull_c c h + avg_pull_c c h)%vec) ->
  forall twice_turned_pull_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), twice_turned_pull_c c 0%nat = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), twice_turned_pull_c c (S h) = (turned_pull_c c h + twice_turned_pull_c c h)%vec) ->
  ((gamma *: (vmean N (fun c => added_pull_c c H) - vmean N (fun c => added_avg_pull_c c H)))%vec = (- (gamma *: vmean N (fun c =>
    twice_turned_pull_c c H)))%vec) /\ ((vmean N (fun c => theta_star_c c) - theta_star - vmean N (fun c => Gamma_c c H (theta_star_c c -
    theta_star)%vec))%vec = (gamma *: (vmean N (fun c => added_pull_c c H) - vmean N (fun c => added_avg_pull_c c H)))%vec))).
Proof.
  intros V N grad_c hess_c H L gamma mu some H_positive L_positive gamma_positive mu_positive the_minimiser the_own_minimiser
    the_quadratic_gradient curvature constant_hessian.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
  split.
  { destruct (the_own_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. intros c inside. exact (known c inside).
  }
  intros theta_star_c own_optimum.
  assert (own_linear_over_1 : forall (c : nat) (inside : (c < N)%nat), (grad_c c (theta_star_c c) - grad_c c theta_star)%vec = (hess_c c
    theta_star @ (theta_star_c c - theta_star))%vec).
  { intros c inside. as_vectors (the_quadratic_gradient N grad_c hess_c mu L some mu_positive curvature constant_hessian c inside
    (theta_star_c c)%vec (theta_star)%vec (theta_star)%vec).
  }
  intros Gamma_c.
  intros no_factor.
  intros factor.
  assert (no_factor_of_the_own : forall (c : nat) (inside : (c < N)%nat), Gamma_c c 0%nat (theta_star_c c - theta_star)%vec = (theta_star_c
    c - theta_star)%vec).
  { intros c inside. as_vectors (no_factor c inside (theta_star_c c - theta_star)%vec).
  }
  assert (factor_of_the_own : forall (c : nat) (inside : (c < N)%nat) (h : nat), Gamma_c c (S h) (theta_star_c c - theta_star)%vec =
    (Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec)%vec).
  { intros c inside h. as_vectors (factor c inside h (theta_star_c c - theta_star)%vec).
  }
  assert (no_factor_of_the_pull : forall (c : nat) (inside : (c < N)%nat), Gamma_c c 0%nat (hess_c c theta_star @ (theta_star_c c -
    theta_star))%vec = (hess_c c theta_star @ (theta_star_c c - theta_star))%vec).
  { intros c inside. as_vectors (no_factor c inside (hess_c c theta_star @ (theta_star_c c - theta_star))%vec).
  }
  assert (factor_of_the_pull : forall (c : nat) (inside : (c < N)%nat) (h : nat), Gamma_c c (S h) (hess_c c theta_star @ (theta_star_c c -
    theta_star))%vec = (Gamma_c c h (hess_c c theta_star @ (theta_star_c c - theta_star))%vec - gamma *: hess_c c theta_star @ Gamma_c c h
    (hess_c c theta_star @ (theta_star_c c - theta_star))%vec)%vec).
  { intros c inside h. as_vectors (factor c inside h (hess_c c theta_star @ (theta_star_c c - theta_star))%vec).
  }
  intros avg_pull_c.
  intros no_mean_factor.
  intros mean_factor.
  intros turned_pull_c.
  intros none_swapped.
  intros one_swapped.
  assert (all_swapped_begins_over_1 : forall (c : nat) (inside : (c < N)%nat), (Gamma_c c 0%nat (hess_c c theta_star @ (theta_star_c c -
    theta_star))%vec + turned_pull_c c 0%nat - avg_pull_c c 0%nat)%vec = 0%vec).
  { intros c inside. less_in (linear V) (1)%R (no_factor_of_the_pull c inside).
    less_in (linear V) (- 1)%R (no_mean_factor c inside).
    less_in (linear V) (1)%R (none_swapped c inside).
    vectors.
  }
  assert (all_swapped_steps_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (Gamma_c c (S h) (hess_c c theta_star @
    (theta_star_c c - theta_star))%vec + turned_pull_c c (S h) - avg_pull_c c (S h))%vec = (Gamma_c c h (hess_c c theta_star @ (theta_star_c
    c - theta_star))%vec + turned_pull_c c h - gamma *: hess_c c theta_star @ (Gamma_c c h (hess_c c theta_star @ (theta_star_c c -
    theta_star))%vec + turned_pull_c c h - avg_pull_c c h) - avg_pull_c c h)%vec).
  { intros c inside h. less_in (linear V) (1)%R (factor_of_the_pull c inside h).
    less_in (linear V) (- 1)%R (mean_factor c inside h).
    less_in (linear V) (1)%R (one_swapped c inside h).
    vectors.
  }
  assert (all_swapped : forall (c : nat) (inside : (c < N)%nat) (h : nat), (Gamma_c c h (hess_c c theta_star @ (theta_star_c c -
    theta_star))%vec + turned_pull_c c h - avg_pull_c c h)%vec = 0%vec).
  { intros c inside h. revert h. apply (equal_by_induction (fun h => (Gamma_c c h (hess_c c theta_star @ (theta_star_c c - theta_star))%vec
    + turned_pull_c c h - avg_pull_c c h)%vec) (fun h => (0%vec)%vec) (fun h => (1%mat - gamma *: hess_c c theta_star)%mat)).
    - cbv beta. as_vectors (all_swapped_begins_over_1 c inside).
    - intros h. cbv beta. as_vectors (all_swapped_steps_over_1 c inside h).
  }
  intros added_pull_c.
  intros nothing_added.
  intros one_power_added.
  intros added_avg_pull_c.
  intros nothing_added_by_the_mean.
  intros one_power_added_by_the_mean.
  intros twice_turned_pull_c.
  intros nothing_turned_twice.
  intros one_sum_more.
  assert (A_c_commutes_begins_over_1 : forall (c : nat) (inside : (c < N)%nat), (Gamma_c c 0%nat (hess_c c theta_star @ (theta_star_c c -
    theta_star))%vec - hess_c c theta_star @ Gamma_c c 0%nat (theta_star_c c - theta_star)%vec)%vec = 0%vec).
  { intros c inside. less_in (linear V) (1)%R (no_factor_of_the_pull c inside).
    less_in (linear V) (- hess_c c theta_star)%mat (no_factor_of_the_own c inside).
    vectors.
  }
  assert (A_c_commutes_steps_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (Gamma_c c (S h) (hess_c c theta_star @
    (theta_star_c c - theta_star))%vec - hess_c c theta_star @ Gamma_c c (S h) (theta_star_c c - theta_star)%vec)%vec = (Gamma_c c h (hess_c
    c theta_star @ (theta_star_c c - theta_star))%vec - gamma *: hess_c c theta_star @ (Gamma_c c h (hess_c c theta_star @ (theta_star_c c -
    theta_star))%vec - hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec) - hess_c c theta_star @ Gamma_c c h
    (theta_star_c c - theta_star)%vec)%vec).
  { intros c inside h. less_in (linear V) (1)%R (factor_of_the_pull c inside h).
    less_in (linear V) (- hess_c c theta_star)%mat (factor_of_the_own c inside h).
    vectors.
  }
  assert (A_c_commutes : forall (c : nat) (inside : (c < N)%nat) (h : nat), (Gamma_c c h (hess_c c theta_star @ (theta_star_c c -
    theta_star))%vec - hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec)%vec = 0%vec).
  { intros c inside h. revert h. apply (equal_by_induction (fun h => (Gamma_c c h (hess_c c theta_star @ (theta_star_c c - theta_star))%vec
    - hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec)%vec) (fun h => (0%vec)%vec) (fun h => (1%mat - gamma *: hess_c c
    theta_star)%mat)).
    - cbv beta. as_vectors (A_c_commutes_begins_over_1 c inside).
    - intros h. cbv beta. as_vectors (A_c_commutes_steps_over_1 c inside h).
  }
  assert (a_sum_of_powers_none_over_1 : forall (c : nat) (inside : (c < N)%nat), (theta_star_c c - gamma *: added_pull_c c 0%nat -
    theta_star - Gamma_c c 0%nat (theta_star_c c - theta_star)%vec)%vec = 0%vec).
  { intros c inside. less_in (linear V) (- 1)%R (no_factor_of_the_own c inside).
    less_in (linear V) (- gamma)%R (nothing_added c inside).
    vectors.
  }
  assert (a_sum_of_powers_one_more_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (theta_star_c c - gamma *: added_pull_c c (S
    h) - theta_star - Gamma_c c (S h) (theta_star_c c - theta_star)%vec)%vec = (theta_star_c c - gamma *: added_pull_c c h - theta_star -
    Gamma_c c h (theta_star_c c - theta_star)%vec)%vec).
  { intros c inside h. less_in (linear V) (- 1)%R (factor_of_the_own c inside h).
    less_in (linear V) (- gamma)%R (one_power_added c inside h).
    less_in (linear V) (- gamma)%R (A_c_commutes c inside h).
    vectors.
  }
  assert (a_sum_of_powers : forall (c : nat) (inside : (c < N)%nat) (h : nat), (theta_star_c c - gamma *: added_pull_c c h - theta_star -
    Gamma_c c h (theta_star_c c - theta_star)%vec)%vec = 0%vec).
  { intros c inside h. revert h. apply (equal_by_induction (fun h => (theta_star_c c - gamma *: added_pull_c c h - theta_star - Gamma_c c h
    (theta_star_c c - theta_star)%vec)%vec) (fun h => (0%vec)%vec) (fun h => (1%mat)%mat)).
    - cbv beta. as_vectors (a_sum_of_powers_none_over_1 c inside).
    - intros h. cbv beta. as_vectors (a_sum_of_powers_one_more_over_1 c inside h).
  }
  assert (a_sum_of_powers_at_H : forall (c : nat) (inside : (c < N)%nat), (theta_star_c c - gamma *: added_pull_c c H - theta_star - Gamma_c
    c H (theta_star_c c - theta_star)%vec)%vec = 0%vec).
  { intros c inside. as_vectors (a_sum_of_powers c inside H).
  }
  assert (a_sum_of_powers_in_the_mean : (vmean N (fun c => theta_star_c c) - gamma *: vmean N (fun c => added_pull_c c H) - theta_star -
    vmean N (fun c => Gamma_c c H (theta_star_c c - theta_star)%vec))%vec = 0%vec).
  { transitivity (@vmean V N (fun c => (theta_star_c c - gamma *: added_pull_c c H - theta_star - Gamma_c c H (theta_star_c c -
    theta_star)%vec)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (0%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (a_sum_of_powers_at_H c inside).
  }
  assert (sums_of_what_telescopes_none_over_1 : forall (c : nat) (inside : (c < N)%nat), (added_pull_c c 0%nat + twice_turned_pull_c c 0%nat
    - added_avg_pull_c c 0%nat)%vec = 0%vec).
  { intros c inside. less_in (linear V) (1)%R (nothing_added c inside).
    less_in (linear V) (- 1)%R (nothing_added_by_the_mean c inside).
    less_in (linear V) (1)%R (nothing_turned_twice c inside).
    vectors.
  }
  assert (sums_of_what_telescopes_one_more_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (added_pull_c c (S h) +
    twice_turned_pull_c c (S h) - added_avg_pull_c c (S h))%vec = (added_pull_c c h + twice_turned_pull_c c h - added_avg_pull_c c h)%vec).
  { intros c inside h. less_in (linear V) (1)%R (one_power_added c inside h).
    less_in (linear V) (- 1)%R (one_power_added_by_the_mean c inside h).
    less_in (linear V) (1)%R (one_sum_more c inside h).
    less_in (linear V) (1)%R (all_swapped c inside h).
    vectors.
  }
  assert (sums_of_what_telescopes : forall (c : nat) (inside : (c < N)%nat) (h : nat), (added_pull_c c h + twice_turned_pull_c c h -
    added_avg_pull_c c h)%vec = 0%vec).
  { intros c inside h. revert h. apply (equal_by_induction (fun h => (added_pull_c c h + twice_turned_pull_c c h - added_avg_pull_c c
    h)%vec) (fun h => (0%vec)%vec) (fun h => (1%mat)%mat)).
    - cbv beta. as_vectors (sums_of_what_telescopes_none_over_1 c inside).
    - intros h. cbv beta. as_vectors (sums_of_what_telescopes_one_more_over_1 c inside h).
  }
  assert (sums_of_what_telescopes_at_H : forall (c : nat) (inside : (c < N)%nat), (added_pull_c c H + twice_turned_pull_c c H -
    added_avg_pull_c c H)%vec = 0%vec).
  { intros c inside. as_vectors (sums_of_what_telescopes c inside H).
  }
  assert (sums_of_what_telescopes_in_the_mean : (vmean N (fun c => added_pull_c c H) + vmean N (fun c => twice_turned_pull_c c H) - vmean N
    (fun c => added_avg_pull_c c H))%vec = 0%vec).
  { transitivity (@vmean V N (fun c => (added_pull_c c H + twice_turned_pull_c c H - added_avg_pull_c c H)%vec)); [symmetry; vectors |
    transitivity (@vmean V N (fun c => (0%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (sums_of_what_telescopes_at_H c inside).
  }
  assert (own_linear_over_1_mean : (vmean N (fun c => grad_c c (theta_star_c c)) - vmean N (fun c => grad_c c theta_star))%vec = (vmean N
    (fun c => (hess_c c theta_star @ theta_star_c c)%vec) - mmean N (fun c => hess_c c theta_star) @ theta_star)%vec).
  { transitivity (@vmean V N (fun c => (grad_c c (theta_star_c c) - grad_c c theta_star)%vec)); [symmetry; vectors | transitivity (@vmean V
    N (fun c => (hess_c c theta_star @ theta_star_c c - hess_c c theta_star @ theta_star)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (own_linear_over_1 c inside).
  }
  assert (own_optimum_mean : vmean N (fun c => grad_c c (theta_star_c c)) = 0%vec).
  { transitivity (@vmean V N (fun c => (grad_c c (theta_star_c c))%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c =>
    (0%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (own_optimum c inside).
  }
  assert (no_mean_factor_mean : vmean N (fun c => avg_pull_c c 0%nat) = (vmean N (fun c => (hess_c c theta_star @ theta_star_c c)%vec) -
    mmean N (fun c => hess_c c theta_star) @ theta_star)%vec).
  { transitivity (@vmean V N (fun c => (avg_pull_c c 0%nat)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (hess_c c
    theta_star @ theta_star_c c - hess_c c theta_star @ theta_star)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (no_mean_factor c inside).
  }
  assert (mean_factor_mean : forall (h : nat), vmean N (fun c => avg_pull_c c (S h)) = (vmean N (fun c => avg_pull_c c h) - gamma *: mmean N
    (fun c => hess_c c theta_star) @ vmean N (fun c => avg_pull_c c h))%vec).
  { intros h. transitivity (@vmean V N (fun c => (avg_pull_c c (S h))%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c =>
    (avg_pull_c c h - gamma *: mmean N (fun c => hess_c c theta_star) @ avg_pull_c c h)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (mean_factor c inside h).
  }
  assert (nothing_added_by_the_mean_mean : vmean N (fun c => added_avg_pull_c c 0%nat) = 0%vec).
  { transitivity (@vmean V N (fun c => (added_avg_pull_c c 0%nat)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c =>
    (0%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (nothing_added_by_the_mean c inside).
  }
  assert (one_power_added_by_the_mean_mean : forall (h : nat), vmean N (fun c => added_avg_pull_c c (S h)) = (vmean N (fun c =>
    added_avg_pull_c c h) + vmean N (fun c => avg_pull_c c h))%vec).
  { intros h. transitivity (@vmean V N (fun c => (added_avg_pull_c c (S h))%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c =>
    (added_avg_pull_c c h + avg_pull_c c h)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (one_power_added_by_the_mean c inside h).
  }
  assert (no_mean_pull_begins_over_1 : vmean N (fun c => avg_pull_c c 0%nat) = 0%vec).
  { less_in (linear V) (1)%R no_mean_factor_mean.
    less_in (linear V) (- 1)%R own_linear_over_1_mean.
    less_in (linear V) (1)%R own_optimum_mean.
    less_in (linear V) (- 1)%R optimum.
    vectors.
  }
  assert (no_mean_pull : forall (h : nat), vmean N (fun c => avg_pull_c c h) = 0%vec).
  { intros h. revert h. apply (equal_by_induction (fun h => (vmean N (fun c => avg_pull_c c h))%vec) (fun h => (0%vec)%vec) (fun h => (1%mat
    - gamma *: mmean N (fun c => hess_c c theta_star))%mat)).
    - cbv beta. as_vectors no_mean_pull_begins_over_1.
    - intros h. cbv beta. as_vectors (mean_factor_mean h).
  }
  assert (no_more_of_it_over_1 : forall (h : nat), vmean N (fun c => added_avg_pull_c c (S h)) = vmean N (fun c => added_avg_pull_c c h)).
  { intros h. less_in (linear V) (1)%R (one_power_added_by_the_mean_mean h).
    less_in (linear V) (1)%R (no_mean_pull h).
    vectors.
  }
  assert (no_mean_sum : forall (h : nat), vmean N (fun c => added_avg_pull_c c h) = 0%vec).
  { intros h. revert h. apply (equal_by_induction (fun h => (vmean N (fun c => added_avg_pull_c c h))%vec) (fun h => (0%vec)%vec) (fun h =>
    (1%mat)%mat)).
    - cbv beta. as_vectors nothing_added_by_the_mean_mean.
    - intros h. cbv beta. as_vectors (no_more_of_it_over_1 h).
  }
  assert (no_mean_sum_at_H : vmean N (fun c => added_avg_pull_c c H) = 0%vec).
  { as_vectors (no_mean_sum H).
  }
  assert (over_steps_over_1 : (vmean N (fun c => theta_star_c c) - theta_star - vmean N (fun c => Gamma_c c H (theta_star_c c -
    theta_star)%vec))%vec = (gamma *: (vmean N (fun c => added_pull_c c H) - vmean N (fun c => added_avg_pull_c c H)))%vec).
  { less_in (linear V) (1)%R a_sum_of_powers_in_the_mean.
    less_in (linear V) (gamma)%R no_mean_sum_at_H.
    vectors.
  }
  assert (over_pairs_of_steps_over_1 : (gamma *: (vmean N (fun c => added_pull_c c H) - vmean N (fun c => added_avg_pull_c c H)))%vec = (-
    (gamma *: vmean N (fun c => twice_turned_pull_c c H)))%vec).
  { less_in (linear V) (gamma)%R sums_of_what_telescopes_in_the_mean.
    vectors.
  }
  split. { as_vectors over_pairs_of_steps_over_1. }
  as_vectors over_steps_over_1.
Qed.

Definition all_of_this_file := (symfed_eq50).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
