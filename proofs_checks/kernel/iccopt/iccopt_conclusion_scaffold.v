(* iccopt-conclusion-scaffold: Scaffold's variance and FedAvg's have one first order, gamma/N A C, which falls like 1/N, and differ by
   O(gamma^(3/2)) at a fixed number of local steps: so 'similar' is read.
   iccopt, slide 'Conclusion'. Printed:
     \text{we proved that Scaffold has: variance similar to FedAvg's variance; linear speed-up in the number of clients!!}
   Conditions:
     H*L*gamma < 1
     in words: L-smooth, mu-strongly convex functions with third derivatives bounded by Q
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
   Not here, or not whole:
     iccopt-scaffold-variance-close-to-fedavg: a premise, of which nothing is here *)
From Symfed Require Import Controls Rounds.

(* Scaffold's *)
Theorem Scaffold_s :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall spread, controls_spread A T C H spread <-> gamma *: spread = (gamma / INR N) *: lyapunov (average C))%T.
Proof.
  intros index client dimension clients N H gamma A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5. known.
  intros spread. rewrite (controls_spread_is A T C H inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

(* FedAvg's *)
Theorem FedAvg_s :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall spread, first_spread A T C H g spread <-> gamma *: spread = (gamma / INR N) *: lyapunov (average C))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros spread. rewrite (first_spread_is A T C H g spread inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

(* times N *)
Theorem times_N :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall spread, controls_spread A T C H spread <-> (gamma * INR N) *: spread = gamma *: lyapunov (average C))%T.
Proof.
  intros index client dimension clients N H gamma A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5. known.
  intros spread. rewrite (controls_spread_is A T C H inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma * INR (number client))) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (Scaffold_s, FedAvg_s, times_N).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
