(* symfed-cocoercivity: A convex L-smooth loss has |grad F(x) - grad F(y)|^2 <= L <x - y, grad F(x) - grad F(y)>, one and the same F on both
   sides.
   symfed, A1(b) with one state. Printed:
     \|\nabla F_c^z(\theta)-\nabla F_c^z(\vartheta)\|^2\le L\langle\theta-\vartheta,\nabla F_c^z(\theta)-\nabla F_c^z(\vartheta)\rangle
   Conditions:
     in words: every sample loss F_c^z is convex
     in words: every sample loss F_c^z is L-smooth
   Cross-checks, on which nothing rests and which are not here: on runs. *)
From Symfed Require Import Prelude Arithmetic Named.

(* each eigenvalue *)
Theorem each_eigenvalue :
  forall (L : R) (lambda : R),
  0 < L ->
  0 < lambda ->
  lambda <= L ->
  lambda ^ 2 <= L * lambda.
Proof.
  intros L lambda given_1 given_2 given_3.
  apply (by_certificate _ _ ((lambda * (L - lambda)))); [identity | sign].
Qed.

(* symfed-cocoercivity: A convex L-smooth loss has |grad F(x) - grad F(y)|^2 <= L <x - y, grad F(x) - grad F(y)>, one and the same F on both sides. *)
Theorem symfed_cocoercivity :
  forall (V : Euclidean) (draw : Type) (N : nat) (grad_cw : nat -> draw -> nat -> vec V -> vec V) (L : R),
  (1 <= N)%nat ->
  0 < L ->
  cocoercive V ->
  (forall c (inside : (c < N)%nat) w h, gradient_of_convex (grad_cw c w h)) ->
  (forall c (inside : (c < N)%nat) w h, lipschitz (grad_cw c w h) L) ->
  forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V) (y : vec V), norm (grad_cw c w h x - grad_cw c w h y) ^ 2 <=
    inner (x - y) (grad_cw c w h x - grad_cw c w h y) * L.
Proof.
  intros V draw N grad_cw L some L_positive the_cocoercive convex_samples lipschitz_samples.
  assert (cocoercive_ : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V) (y : vec V), norm (grad_cw c w h x -
    grad_cw c w h y) ^ 2 <= inner (x - y) (grad_cw c w h x - grad_cw c w h y) * L).
  { intros c inside w h x y. assert (own := convex_samples c inside w h). assert (smooth := lipschitz_samples c inside w h).
    fits (the_cocoercive (grad_cw c w h) L L_positive own smooth (x)%vec (y)%vec).
  }
  intros c inside w h x y.
  fits (cocoercive_ c inside w h x y).
Qed.

Definition all_of_this_file := (each_eigenvalue, symfed_cocoercivity).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
