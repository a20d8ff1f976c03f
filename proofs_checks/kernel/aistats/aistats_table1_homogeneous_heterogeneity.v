(* aistats-table1-homogeneous-heterogeneity: Equal clients: local steps add no bias at first order: that of H steps is that of one, and
   without noise there is none.
   aistats, Table 1, row Homogeneous, heterogeneity bias. Printed:
     0
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
     in words: equal clients
   Cross-checks, on which nothing rests and which are not here: one step. *)
From Symfed Require Import Rounds.

(* H steps *)
Theorem H_steps :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  (forall c, g c = null) ->
  (forall c, A c = average A) ->
  (forall c, T c = average T) ->
  (forall c, C c = average C) ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall bias, first_bias A T C H g bias <-> gamma *: bias = (- gamma / (2 * INR N)) *: apply inverse (contract (average T) (lyapunov (average C))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10. known.
  intros bias. rewrite (first_bias_is A T C H g bias inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

(* exact gradients *)
Theorem exact_gradients :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  (forall c, g c = null) ->
  (forall c, A c = average A) ->
  (forall c, T c = average T) ->
  (forall c, C c = average C) ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall bias, first_bias A T (fun _ => null) H g bias <-> gamma *: bias = 0 *: ((gamma * (INR H - 1) / (2 * INR N)) *: apply inverse ((INR N) *: average (fun c => apply (A c - average A) (g c)))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10. known.
  intros bias. rewrite (first_bias_is A T (fun _ => null) H g bias inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (H_steps, exact_gradients).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
