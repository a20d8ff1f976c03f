(* symfed-average-drift: With each client's own gradient along its local steps from x*, the measure is the squared speed at which a round
   leaves x*.
   symfed, the slides' average drift with the index c; with H = 2 quadratic clients the printed one is always 0. Printed:
     \Big\|\frac1{NH}\sum_{c=1}^N\sum_{h=0}^{H-1}\nabla f_c(x_c^{(h)})-\nabla f(x^\star)\Big\|^2=\Big\|\frac{x^\star-T^{(\gamma,H)}(x^\star)}{\gamma H}\Big\|^2,\quad x_c^{(0)}=x^\star
   Conditions:
     in words: twice differentiable, L-smooth, mu-strongly convex functions
   Cross-checks, on which nothing rests and which are not here: by the rule. *)
From Symfed Require Import Arithmetic Named.

(* drift_is_speed *)
Theorem symfed_average_drift_drift_is_speed :
  forall (H : nat) (a1 : R) (a2 : R) (gamma : R),
  (1 <= H)%nat ->
  0 <= a1 ->
  0 <= a2 ->
  0 < gamma ->
  a1 = a2 / (gamma * INR H) ->
  a1 ^ 2 = a2 ^ 2 / (gamma ^ 2 * (INR H) ^ 2).
Proof.
  intros H a1 a2 gamma sign_H sign_a1 sign_a2 sign_gamma given_1.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  symmetry in given_1. destruct given_1.
  equal.
Qed.

(* symfed-average-drift: With each client's own gradient along its local steps from x*, the measure is the squared speed at which a round leaves x*. *)
Theorem symfed_average_drift :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (gamma : R) (L : R) (mu : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < gamma ->
  0 < L ->
  0 < mu ->
  minimiser V ->
  curved N grad_c hess_c mu L ->
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  forall T_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), T_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), T_c c (S h) x = (T_c c h x - gamma *: grad_c c (T_c c h x))%vec) ->
  forall T : vec V -> vec V,
  (forall (x : vec V), T x = vmean N (fun c => T_c c H x)) ->
  forall G_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), G_c c 0%nat x = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), G_c c (S h) x = (G_c c h x + grad_c c (T_c c h x))%vec) ->
  norm ((1 / INR H)%R *: vmean N (fun c => G_c c H theta_star) - vmean N (fun c => grad_c c theta_star)) ^ 2 = norm (theta_star - T
    theta_star) ^ 2 / (gamma ^ 2 * (INR H) ^ 2)).
Proof.
  intros V N grad_c hess_c H gamma L mu some H_positive gamma_positive L_positive mu_positive the_minimiser curvature.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
  intros T_c.
  intros start_.
  intros local_step.
  intros T.
  intros round_.
  intros G_c.
  intros no_gradient.
  intros one_more_gradient.
  assert (not_moved_over_1 : forall (c : nat) (inside : (c < N)%nat) (x : vec V), (gamma *: G_c c 0%nat x + T_c c 0%nat x - x)%vec = 0%vec).
  { intros c inside x. less_in (linear V) (1)%R (start_ c inside x).
    less_in (linear V) (gamma)%R (no_gradient c inside x).
    vectors.
  }
  assert (moved_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (gamma *: G_c c (S h) x + T_c c (S h) x - x)%vec =
    (gamma *: G_c c h x + T_c c h x - x)%vec).
  { intros c inside h x. less_in (linear V) (1)%R (local_step c inside h x).
    less_in (linear V) (gamma)%R (one_more_gradient c inside h x).
    vectors.
  }
  assert (path : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (gamma *: G_c c h x + T_c c h x - x)%vec = 0%vec).
  { intros c inside h x. revert h. apply (equal_by_induction (fun h => (gamma *: G_c c h x + T_c c h x - x)%vec) (fun h => (0%vec)%vec) (fun
    h => (1%mat)%mat)).
    - cbv beta. as_vectors (not_moved_over_1 c inside x).
    - intros h. cbv beta. as_vectors (moved_over_1 c inside h x).
  }
  assert (path_from_x : forall (c : nat) (inside : (c < N)%nat), (gamma *: G_c c H theta_star + T_c c H theta_star - theta_star)%vec =
    0%vec).
  { intros c inside. as_vectors (path c inside H theta_star).
  }
  assert (mean_path : (gamma *: vmean N (fun c => G_c c H theta_star) + vmean N (fun c => T_c c H theta_star) - theta_star)%vec = 0%vec).
  { transitivity (@vmean V N (fun c => (gamma *: G_c c H theta_star + T_c c H theta_star - theta_star)%vec)); [symmetry; vectors |
    transitivity (@vmean V N (fun c => (0%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (path_from_x c inside).
  }
  assert (round_from_x : T theta_star = vmean N (fun c => T_c c H theta_star)).
  { as_vectors (round_ theta_star).
  }
  assert (speed_over_2 : norm ((1 / INR H)%R *: vmean N (fun c => G_c c H theta_star) - vmean N (fun c => grad_c c theta_star)) = norm
    (theta_star - T theta_star) / (gamma * INR H)).
  { assert (whole : ((1 / INR H)%R *: vmean N (fun c => G_c c H theta_star) - vmean N (fun c => grad_c c theta_star))%vec = ((1 / (gamma *
    INR H))%R *: (theta_star - T theta_star))%vec). { less_in (linear V) (1 / (gamma * INR H))%R mean_path. less_in (linear V) (1 / (gamma *
    INR H))%R round_from_x. less_in (linear V) (- 1)%R optimum. vectors. }
    assert (left : norm ((1 / INR H)%R *: vmean N (fun c => G_c c H theta_star) - vmean N (fun c => grad_c c theta_star))%vec = norm ((1 /
      INR H)%R *: vmean N (fun c => G_c c H theta_star) - vmean N (fun c => grad_c c theta_star))) by lengths.
    assert (right : norm ((1 / (gamma * INR H))%R *: (theta_star - T theta_star))%vec = norm (theta_star - T theta_star) / (gamma * INR H))
      by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (drift_is_speed : norm ((1 / INR H)%R *: vmean N (fun c => G_c c H theta_star) - vmean N (fun c => grad_c c theta_star)) ^ 2 = norm
    (theta_star - T theta_star) ^ 2 / (gamma ^ 2 * (INR H) ^ 2)).
  { assert (known := symfed_average_drift_drift_is_speed H (norm ((1 / INR H)%R *: vmean N (fun c => G_c c H theta_star) - vmean N (fun c =>
    grad_c c theta_star))) (norm (theta_star - T theta_star)) (gamma)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits speed_over_2)).
    fits known.
  }
  fits drift_is_speed.
Qed.

Definition all_of_this_file := (symfed_average_drift).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
