(* symfed-mean-hessian: With the mean Hessian between T_c^h(x) and theta*, for any x and h, a local step is affine in T_c^h(x) - theta*.
   symfed, correction of the mean Hessians of Section 4 in both versions. Printed:
     \bar D_c^{(\gamma,h)}=\int_0^1\nabla^2f_c(u\,T_c^{(\gamma,h)}(\bar\theta_{det}^{(\gamma,H)})+(1-u)\theta^\star)\,du,\ h\in\{0,\dots,H-1\}:\ T_c^{(\gamma,h+1)}-\theta^\star=(Id-\gamma\bar D_c^{(\gamma,h)})(T_c^{(\gamma,h)}-\theta^\star)-\gamma\nabla f_c(\theta^\star)
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
   Cross-checks, on which nothing rests and which are not here: cubic gradients, second local step. *)
From Symfed Require Import Words Arithmetic Named.

(* affine step (matrices and vectors of any size; a vector is a matrix of which all other columns are zero) *)
Theorem affine_step :
  forall (matrices : Algebra) (D x c_ g : matrices) (gamma : R),
  0 < gamma ->
  (x - gamma *: (g + D * (x - c_)) - c_ = (1 - gamma *: D) * (x - c_) - gamma *: g)%words.
Proof.
  words.
Qed.

(* symfed-mean-hessian: With the mean Hessian between T_c^h(x) and theta*, for any x and h, a local step is affine in T_c^h(x) - theta*. *)
Theorem symfed_mean_hessian :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (L : R) (gamma : R) (mu : R)
    (theta_star : vec V),
  (1 <= N)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mean_value_hessian V ->
  curved N grad_c hess_c mu L ->
  forall T_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), T_c c (S h) x = (T_c c h x - gamma *: grad_c c (T_c c h x))%vec) ->
  there is Dbar_c : (nat -> nat -> vec V -> mat V), with ((forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (grad_c c (T_c c h
    x) - grad_c c theta_star)%vec = (Dbar_c c h x @ (T_c c h x - theta_star))%vec) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x
    : vec V), at_least (Dbar_c c h x)%mat mu) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), at_most (Dbar_c c h x)%mat
    L)); then (
  forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (T_c c (S h) x - theta_star)%vec = (T_c c h x - gamma *: Dbar_c c h x @
    (T_c c h x - theta_star) - gamma *: grad_c c theta_star - theta_star)%vec).
Proof.
  intros V N grad_c hess_c L gamma mu theta_star some L_positive gamma_positive mu_positive the_mean_value_hessian curvature.
  intros T_c.
  intros local_step.
  split.
  { destruct (the_mean_value_hessian N grad_c hess_c mu L some mu_positive curvature) as [found each].
    exists (fun c h x => found c (T_c c h x)%vec (theta_star)%vec).
    split. { intros c inside h x. cbv beta. destruct (each c inside (T_c c h x)%vec (theta_star)%vec) as (equal & low & high). as_vectors
      equal. }
    split. { intros c inside h x. cbv beta. destruct (each c inside (T_c c h x)%vec (theta_star)%vec) as (equal & low & high). exact low. }
    intros c inside h x. cbv beta. destruct (each c inside (T_c c h x)%vec (theta_star)%vec) as (equal & low & high). exact high.
  }
  intros Dbar_c (mean_Hessian_over_1 & mean_Hessian_over_2 & mean_Hessian_over_3).
  assert (affine_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (T_c c (S h) x - theta_star)%vec = (T_c c h x -
    gamma *: Dbar_c c h x @ (T_c c h x - theta_star) - gamma *: grad_c c theta_star - theta_star)%vec).
  { intros c inside h x. less_in (linear V) (1)%R (local_step c inside h x).
    less_in (linear V) (- gamma)%R (mean_Hessian_over_1 c inside h x).
    vectors.
  }
  intros c inside h x.
  as_vectors (affine_over_1 c inside h x).
Qed.

Definition all_of_this_file := (affine_step, symfed_mean_hessian).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
