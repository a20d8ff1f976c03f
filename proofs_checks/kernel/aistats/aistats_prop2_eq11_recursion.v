(* aistats-prop2-eq11-recursion: A local step from the fixed point, with the mean Hessian between it and theta*; here that is printed with
   theta_det of the whole round, as it must be.
   aistats, equation (11). Printed:
     T_c^{(\gamma,h+1)}(\bar\theta_{det})=T_c^{(\gamma,h)}(\bar\theta_{det})-\gamma\bar D_c^{(\gamma,h)}(T_c^{(\gamma,h)}(\bar\theta_{det})-\theta^\star)-\gamma\nabla f_c(\theta^\star)
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* aistats-prop2-eq11-recursion: A local step from the fixed point, with the mean Hessian between it and theta*; here that is printed with theta_det of the whole round, as it must be. *)
Theorem aistats_prop2_eq11_recursion :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (L : R) (gamma : R) (mu : R) (theta_det
    : vec V) (theta_star : vec V),
  (1 <= N)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mean_value_hessian V ->
  curved N grad_c hess_c mu L ->
  L * gamma <= 1 ->
  forall T_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), T_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), T_c c (S h) x = (T_c c h x - gamma *: grad_c c (T_c c h x))%vec) ->
  there is Dstar_c : (nat -> nat -> mat V), with ((forall (c : nat) (inside : (c < N)%nat) (h : nat), (grad_c c (T_c c h theta_det) - grad_c
    c theta_star)%vec = (Dstar_c c h @ (T_c c h theta_det - theta_star))%vec) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat),
    at_least (Dstar_c c h)%mat mu) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat), at_most (Dstar_c c h)%mat L)); then (
  forall (c : nat) (inside : (c < N)%nat) (h : nat), T_c c (S h) theta_det = (T_c c h theta_det - gamma *: Dstar_c c h @ (T_c c h theta_det
    - theta_star) - gamma *: grad_c c theta_star)%vec).
Proof.
  intros V N grad_c hess_c L gamma mu theta_det theta_star some L_positive gamma_positive mu_positive the_mean_value_hessian curvature
    given_1.
  intros T_c.
  intros start_.
  intros local_step.
  assert (local_step_here : forall (c : nat) (inside : (c < N)%nat) (h : nat), T_c c (S h) theta_det = (T_c c h theta_det - gamma *: grad_c
    c (T_c c h theta_det))%vec).
  { intros c inside h. as_vectors (local_step c inside h theta_det).
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
  assert (the_11_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), T_c c (S h) theta_det = (T_c c h theta_det - gamma *: Dstar_c c
    h @ (T_c c h theta_det - theta_star) - gamma *: grad_c c theta_star)%vec).
  { intros c inside h. less_in (linear V) (1)%R (local_step_here c inside h).
    less_in (linear V) (- gamma)%R (mean_Hessian_over_1 c inside h).
    vectors.
  }
  intros c inside h.
  as_vectors (the_11_over_1 c inside h).
Qed.

Definition all_of_this_file := (aistats_prop2_eq11_recursion).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
