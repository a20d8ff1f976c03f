(* symfed-local-step-about-optimum: The equality in (15) with a minus sign before the deviation of the client's gradient at theta*.
   symfed, equation (15), the equality, with the sign of its last term turned. Printed:
     \|T_c^{(\gamma,h+1)}(\bar\theta_{det})-\theta^\star\|=\|T_c^{(\gamma,h)}(\bar\theta_{det})-\gamma\nabla f_c(T_c^{(\gamma,h)}(\bar\theta_{det}))-(\theta^\star-\gamma\nabla f_c(\theta^\star))-\gamma(\nabla f_c(\theta^\star)-\nabla f(\theta^\star))\|
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* symfed-local-step-about-optimum: The equality in (15) with a minus sign before the deviation of the client's gradient at theta*. *)
Theorem symfed_local_step_about_optimum :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (L : R) (gamma : R) (mu : R) (theta_det
    : vec V),
  (1 <= N)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  minimiser V ->
  curved N grad_c hess_c mu L ->
  L * gamma <= 1 ->
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  forall T_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), T_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), T_c c (S h) x = (T_c c h x - gamma *: grad_c c (T_c c h x))%vec) ->
  forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star - T_c c (S h) theta_det) = norm (gamma *: grad_c c (T_c c h theta_det)
    + theta_star - gamma *: vmean N (fun c => grad_c c theta_star) - T_c c h theta_det)).
Proof.
  intros V N grad_c hess_c L gamma mu theta_det some L_positive gamma_positive mu_positive the_minimiser curvature given_1.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
  intros T_c.
  intros start_.
  intros local_step.
  assert (local_step_here : forall (c : nat) (inside : (c < N)%nat) (h : nat), T_c c (S h) theta_det = (T_c c h theta_det - gamma *: grad_c
    c (T_c c h theta_det))%vec).
  { intros c inside h. as_vectors (local_step c inside h theta_det).
  }
  assert (about_theta_over_2 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star - T_c c (S h) theta_det) = norm (gamma *:
    grad_c c (T_c c h theta_det) + theta_star - gamma *: vmean N (fun c => grad_c c theta_star) - T_c c h theta_det)).
  { intros c inside h. assert (whole : (T_c c (S h) theta_det - theta_star)%vec = (T_c c h theta_det - gamma *: (grad_c c theta_star - vmean
    N (fun c => grad_c c theta_star)) - gamma *: grad_c c (T_c c h theta_det) - (theta_star - gamma *: grad_c c theta_star))%vec). { less_in
    (linear V) (1)%R (local_step_here c inside h). less_in (linear V) (- gamma)%R optimum. vectors. }
    assert (left : norm (T_c c (S h) theta_det - theta_star)%vec = norm (theta_star - T_c c (S h) theta_det)) by lengths.
    assert (right : norm (T_c c h theta_det - gamma *: (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) - gamma *: grad_c c
      (T_c c h theta_det) - (theta_star - gamma *: grad_c c theta_star))%vec = norm (gamma *: grad_c c (T_c c h theta_det) + theta_star -
      gamma *: vmean N (fun c => grad_c c theta_star) - T_c c h theta_det)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  intros c inside h.
  fits (about_theta_over_2 c inside h).
Qed.

Definition all_of_this_file := (symfed_local_step_about_optimum).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
