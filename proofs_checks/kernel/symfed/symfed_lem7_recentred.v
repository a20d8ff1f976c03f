(* symfed-lem7-recentred: The local path, recentred with a plus, moves by centred gradients.
   symfed, equation (30), with a plus. Printed:
     \tilde V_c^{(\gamma,h)}=\tilde T_c^{(\gamma,h)}+\gamma h\nabla f_c(\theta^\star);\quad \|\tilde V^{h+1}-\theta^\star\|^2=\|\tilde V^h-\theta^\star-\gamma(\nabla F(\tilde T^h)-\nabla f_c(\theta^\star))\|^2
   Cross-checks, on which nothing rests and which are not here: instances. *)
From Symfed Require Import Arithmetic Named.

(* a_step_on_squared *)
Theorem symfed_lem7_recentred_a_step_on_squared :
  forall (a1 : R) (a2 : R),
  0 <= a1 ->
  0 <= a2 ->
  a1 = a2 ->
  a1 ^ 2 = a2 ^ 2.
Proof.
  intros a1 a2 sign_a1 sign_a2 given_1.
  symmetry in given_1. destruct given_1.
  equal.
Qed.

(* symfed-lem7-recentred: The local path, recentred with a plus, moves by centred gradients. *)
Theorem symfed_lem7_recentred :
  forall (V : Euclidean) (draw : Type) (N : nat) (grad_c : nat -> vec V -> vec V) (grad_cw : nat -> draw -> nat -> vec V -> vec V) (gamma :
    R) (theta_star : vec V),
  (1 <= N)%nat ->
  0 < gamma ->
  forall S_cw : nat -> draw -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), S_cw c w 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), S_cw c w (S h) x = (S_cw c w h x - gamma *: grad_cw c w h (S_cw
    c w h x))%vec) ->
  forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star -
    gamma *: grad_c c theta_star - S_cw c w (S h) x) ^ 2 = norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star - (INR h * gamma)%R *:
    grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w h x) ^ 2.
Proof.
  intros V draw N grad_c grad_cw gamma theta_star some gamma_positive.
  intros S_cw.
  intros start_.
  intros local_step.
  assert (a_step_on_over_2 : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (theta_star - (INR h * gamma)%R
    *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w (S h) x) = norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star -
    (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w h x)).
  { intros c inside w h x. assert (whole : ((gamma * (INR h + 1))%R *: grad_c c theta_star + S_cw c w (S h) x - theta_star)%vec = ((INR h *
    gamma)%R *: grad_c c theta_star + S_cw c w h x - gamma *: (grad_cw c w h (S_cw c w h x) - grad_c c theta_star) - theta_star)%vec). {
    less_in (linear V) (1)%R (local_step c inside w h x). vectors. }
    assert (left : norm ((gamma * (INR h + 1))%R *: grad_c c theta_star + S_cw c w (S h) x - theta_star)%vec = norm (theta_star - (INR h *
      gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w (S h) x)) by lengths.
    assert (right : norm ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - gamma *: (grad_cw c w h (S_cw c w h x) - grad_c c
      theta_star) - theta_star)%vec = norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star - (INR h * gamma)%R *: grad_c c theta_star -
      gamma *: grad_c c theta_star - S_cw c w h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (a_step_on_squared : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (theta_star - (INR h * gamma)%R
    *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w (S h) x) ^ 2 = norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star
    - (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w h x) ^ 2).
  { intros c inside w h x. assert (known := symfed_lem7_recentred_a_step_on_squared (norm (theta_star - (INR h * gamma)%R *: grad_c c
    theta_star - gamma *: grad_c c theta_star - S_cw c w (S h) x)) (norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star - (INR h *
    gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w h x))).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (a_step_on_over_2 c inside w h x))).
    fits known.
  }
  intros c inside w h x.
  fits (a_step_on_squared c inside w h x).
Qed.

Definition all_of_this_file := (symfed_lem7_recentred).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
