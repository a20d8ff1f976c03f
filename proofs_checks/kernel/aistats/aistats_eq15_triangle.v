(* aistats-eq15-triangle: The inequality (15): true, by the triangle inequality from the equality with its right sign.
   aistats, equation (15). Printed:
     \|T_c^{(\gamma,h+1)}(\bar\theta_{det})-\theta^\star\|\le\|T_c^{(\gamma,h)}(\bar\theta_{det})-\gamma\nabla f_c(T_c^{(\gamma,h)}(\bar\theta_{det}))-(\theta^\star-\gamma\nabla f_c(\theta^\star))\|+\gamma\|\nabla f_c(\theta^\star)-\nabla f(\theta^\star)\|
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* _15 *)
Theorem aistats_eq15_triangle__15 :
  forall (a1 : R) (a2 : R) (a3 : R) (a4 : R) (gamma : R),
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 < gamma ->
  a1 = a4 ->
  a4 <= a2 + a3 * gamma ->
  a1 <= a2 + a3 * gamma.
Proof.
  intros a1 a2 a3 a4 gamma sign_a1 sign_a2 sign_a3 sign_a4 sign_gamma given_1 given_2.
  symmetry in given_1. destruct given_1.
  assert (slack_given_2 := slack _ _ given_2).
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_2).
Qed.

(* aistats-eq15-triangle: The inequality (15): true, by the triangle inequality from the equality with its right sign. *)
Theorem aistats_eq15_triangle :
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
  forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star - T_c c (S h) theta_det) <= norm (grad_c c theta_star - vmean N (fun c
    => grad_c c theta_star)) * gamma + norm (gamma *: grad_c c (T_c c h theta_det) + theta_star - gamma *: grad_c c theta_star - T_c c h
    theta_det)).
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
  assert (triangle_ : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (gamma *: grad_c c (T_c c h theta_det) + theta_star - gamma *:
    vmean N (fun c => grad_c c theta_star) - T_c c h theta_det) <= norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) *
    gamma + norm (gamma *: grad_c c (T_c c h theta_det) + theta_star - gamma *: grad_c c theta_star - T_c c h theta_det)).
  { intros c inside h. assert (left : norm ((T_c c h theta_det - gamma *: grad_c c (T_c c h theta_det) - (theta_star - gamma *: grad_c c
    theta_star))%vec + (- (gamma *: (grad_c c theta_star - vmean N (fun c => grad_c c theta_star))))%vec) = norm (gamma *: grad_c c (T_c c h
    theta_det) + theta_star - gamma *: vmean N (fun c => grad_c c theta_star) - T_c c h theta_det)) by lengths.
    assert (right_0 : norm (T_c c h theta_det - gamma *: grad_c c (T_c c h theta_det) - (theta_star - gamma *: grad_c c theta_star)) = norm
      (gamma *: grad_c c (T_c c h theta_det) + theta_star - gamma *: grad_c c theta_star - T_c c h theta_det)) by lengths.
    assert (right_1 : norm (- (gamma *: (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)))) = norm (grad_c c theta_star - vmean
      N (fun c => grad_c c theta_star)) * gamma) by lengths.
    assert (right : norm (T_c c h theta_det - gamma *: grad_c c (T_c c h theta_det) - (theta_star - gamma *: grad_c c theta_star)) + norm (-
      (gamma *: (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)))) = norm (grad_c c theta_star - vmean N (fun c => grad_c c
      theta_star)) * gamma + norm (gamma *: grad_c c (T_c c h theta_det) + theta_star - gamma *: grad_c c theta_star - T_c c h theta_det))
      by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (triangle (T_c c h theta_det - gamma *: grad_c c (T_c c h theta_det) - (theta_star - gamma *: grad_c c
      theta_star))%vec (- (gamma *: (grad_c c theta_star - vmean N (fun c => grad_c c theta_star))))%vec)).
  }
  assert (the_15 : forall (c : nat) (inside : (c < N)%nat) (h : nat), norm (theta_star - T_c c (S h) theta_det) <= norm (grad_c c theta_star
    - vmean N (fun c => grad_c c theta_star)) * gamma + norm (gamma *: grad_c c (T_c c h theta_det) + theta_star - gamma *: grad_c c
    theta_star - T_c c h theta_det)).
  { intros c inside h. assert (known := aistats_eq15_triangle__15 (norm (theta_star - T_c c (S h) theta_det)) (norm (gamma *: grad_c c (T_c
    c h theta_det) + theta_star - gamma *: grad_c c theta_star - T_c c h theta_det)) (norm (grad_c c theta_star - vmean N (fun c => grad_c c
    theta_star))) (norm (gamma *: grad_c c (T_c c h theta_det) + theta_star - gamma *: vmean N (fun c => grad_c c theta_star) - T_c c h
    theta_det)) (gamma)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (about_theta_over_2 c inside h))).
    specialize (known ltac:(cbv beta; fits (triangle_ c inside h))).
    fits known.
  }
  intros c inside h.
  fits (the_15 c inside h).
Qed.

Definition all_of_this_file := (aistats_eq15_triangle).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
