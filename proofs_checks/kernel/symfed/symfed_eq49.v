(* symfed-eq49: A client's round on quadratics: the noise of its steps is taken off, each step's at the point from which it starts.
   symfed, equation (49) with minus and the point before. Printed:
     \tilde T_c^{(\gamma,H)}(\theta;Z_c^{1:H})-\theta^\star=\Gamma_c^\star(\theta-\theta^\star)+(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star)-\gamma\sum_{h=1}^H\Gamma_c^{\star,h+1:H}\varepsilon_c^{Z_c^h}\big(\tilde T_c^{(\gamma,h-1)}(\theta;Z_c^{1:h-1})\big)
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A5: every f_c is quadratic
   Cross-checks, on which nothing rests and which are not here: steps. *)
From Symfed Require Import Arithmetic Named.

(* symfed-eq49: A client's round on quadratics: the noise of its steps is taken off, each step's at the point from which it starts. *)
Theorem symfed_eq49 :
  forall (V : Euclidean) (draw : Type) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (grad_cw : nat -> draw ->
    nat -> vec V -> vec V) (H : nat) (L : R) (gamma : R) (mu : R),
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
  forall S_cw : nat -> draw -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), S_cw c w 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), S_cw c w (S h) x = (S_cw c w h x - gamma *: grad_cw c w h (S_cw
    c w h x))%vec) ->
  there is theta_star_c : (nat -> vec V), with ((forall (c : nat) (inside : (c < N)%nat), grad_c c (theta_star_c c) = 0%vec)); then (
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  forall Gamma_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), Gamma_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), Gamma_c c (S h) x = (Gamma_c c h x - gamma *: hess_c c theta_star @
    Gamma_c c h x)%vec) ->
  forall carried_noise_cw : nat -> draw -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), carried_noise_cw c w 0%nat x = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), carried_noise_cw c w (S h) x = (carried_noise_cw c w h x +
    grad_cw c w h (S_cw c w h x) - gamma *: hess_c c theta_star @ carried_noise_cw c w h x - grad_c c (S_cw c w h x))%vec) ->
  forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), (S_cw c w H x - theta_star)%vec = (theta_star_c c + Gamma_c c H (x -
    theta_star)%vec - gamma *: carried_noise_cw c w H x - theta_star - Gamma_c c H (theta_star_c c - theta_star)%vec)%vec)).
Proof.
  intros V draw N grad_c hess_c grad_cw H L gamma mu some H_positive L_positive gamma_positive mu_positive the_minimiser the_own_minimiser
    the_quadratic_gradient curvature constant_hessian.
  intros S_cw.
  intros start_.
  intros local_step.
  split.
  { destruct (the_own_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. intros c inside. exact (known c inside).
  }
  intros theta_star_c own_optimum.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
  assert (linear_over_1 : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), (grad_c c (S_cw c w h x) - grad_c c
    (theta_star_c c))%vec = (hess_c c theta_star @ (S_cw c w h x - theta_star_c c))%vec).
  { intros c inside w h x. as_vectors (the_quadratic_gradient N grad_c hess_c mu L some mu_positive curvature constant_hessian c inside
    (S_cw c w h x)%vec (theta_star_c c)%vec (theta_star)%vec).
  }
  intros Gamma_c.
  intros no_factor.
  intros factor.
  assert (no_factor_from_theta : forall (c : nat) (inside : (c < N)%nat) (x : vec V), Gamma_c c 0%nat (x - theta_star)%vec = (x -
    theta_star)%vec).
  { intros c inside x. as_vectors (no_factor c inside (x - theta_star)%vec).
  }
  assert (factor_from_theta : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), Gamma_c c (S h) (x - theta_star)%vec = (Gamma_c
    c h (x - theta_star)%vec - gamma *: hess_c c theta_star @ Gamma_c c h (x - theta_star)%vec)%vec).
  { intros c inside h x. as_vectors (factor c inside h (x - theta_star)%vec).
  }
  assert (no_factor_of_the_own : forall (c : nat) (inside : (c < N)%nat), Gamma_c c 0%nat (theta_star_c c - theta_star)%vec = (theta_star_c
    c - theta_star)%vec).
  { intros c inside. as_vectors (no_factor c inside (theta_star_c c - theta_star)%vec).
  }
  assert (factor_of_the_own : forall (c : nat) (inside : (c < N)%nat) (h : nat), Gamma_c c (S h) (theta_star_c c - theta_star)%vec =
    (Gamma_c c h (theta_star_c c - theta_star)%vec - gamma *: hess_c c theta_star @ Gamma_c c h (theta_star_c c - theta_star)%vec)%vec).
  { intros c inside h. as_vectors (factor c inside h (theta_star_c c - theta_star)%vec).
  }
  intros carried_noise_cw.
  intros no_noise.
  intros one_more_noise.
  assert (unrolled_begins_over_1 : forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), (gamma *: carried_noise_cw c w 0%nat x +
    S_cw c w 0%nat x - theta_star - (theta_star_c c + Gamma_c c 0%nat (x - theta_star)%vec - theta_star - Gamma_c c 0%nat (theta_star_c c -
    theta_star)%vec))%vec = 0%vec).
  { intros c inside w x. less_in (linear V) (1)%R (start_ c inside w x).
    less_in (linear V) (- 1)%R (no_factor_from_theta c inside x).
    less_in (linear V) (1)%R (no_factor_of_the_own c inside).
    less_in (linear V) (gamma)%R (no_noise c inside w x).
    vectors.
  }
  assert (unrolled_steps_over_1 : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), (gamma *: carried_noise_cw c w
    (S h) x + S_cw c w (S h) x - theta_star - (theta_star_c c + Gamma_c c (S h) (x - theta_star)%vec - theta_star - Gamma_c c (S h)
    (theta_star_c c - theta_star)%vec))%vec = (gamma *: carried_noise_cw c w h x + S_cw c w h x - gamma *: hess_c c theta_star @ (gamma *:
    carried_noise_cw c w h x + S_cw c w h x - theta_star - (theta_star_c c + Gamma_c c h (x - theta_star)%vec - theta_star - Gamma_c c h
    (theta_star_c c - theta_star)%vec)) - theta_star - (theta_star_c c + Gamma_c c h (x - theta_star)%vec - theta_star - Gamma_c c h
    (theta_star_c c - theta_star)%vec))%vec).
  { intros c inside w h x. less_in (linear V) (1)%R (local_step c inside w h x).
    less_in (linear V) (- gamma)%R (linear_over_1 c inside w h x).
    less_in (linear V) (- gamma)%R (own_optimum c inside).
    less_in (linear V) (- 1)%R (factor_from_theta c inside h x).
    less_in (linear V) (1)%R (factor_of_the_own c inside h).
    less_in (linear V) (gamma)%R (one_more_noise c inside w h x).
    vectors.
  }
  assert (unrolled : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), (gamma *: carried_noise_cw c w h x + S_cw c w
    h x - theta_star - (theta_star_c c + Gamma_c c h (x - theta_star)%vec - theta_star - Gamma_c c h (theta_star_c c - theta_star)%vec))%vec
    = 0%vec).
  { intros c inside w h x. revert h. apply (equal_by_induction (fun h => (gamma *: carried_noise_cw c w h x + S_cw c w h x - theta_star -
    (theta_star_c c + Gamma_c c h (x - theta_star)%vec - theta_star - Gamma_c c h (theta_star_c c - theta_star)%vec))%vec) (fun h =>
    (0%vec)%vec) (fun h => (1%mat - gamma *: hess_c c theta_star)%mat)).
    - cbv beta. as_vectors (unrolled_begins_over_1 c inside w x).
    - intros h. cbv beta. as_vectors (unrolled_steps_over_1 c inside w h x).
  }
  assert (after_H_steps : forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), (gamma *: carried_noise_cw c w H x + S_cw c w H x
    - theta_star - (theta_star_c c + Gamma_c c H (x - theta_star)%vec - theta_star - Gamma_c c H (theta_star_c c - theta_star)%vec))%vec =
    0%vec).
  { intros c inside w x. as_vectors (unrolled c inside w H x).
  }
  assert (a_round_over_1 : forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), (S_cw c w H x - theta_star)%vec = (theta_star_c c
    + Gamma_c c H (x - theta_star)%vec - gamma *: carried_noise_cw c w H x - theta_star - Gamma_c c H (theta_star_c c -
    theta_star)%vec)%vec).
  { intros c inside w x. less_in (linear V) (1)%R (after_H_steps c inside w x).
    vectors.
  }
  intros c inside w x.
  as_vectors (a_round_over_1 c inside w x).
Qed.

Definition all_of_this_file := (symfed_eq49).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
