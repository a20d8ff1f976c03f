(* iccopt-fedavg-linear-speedup: The first order of the second moment about x*, to which the overlay points, is proportional to gamma and to
   1/N. What it leaves out is judged with the display (iccopt-fedavg-covariance).
   iccopt, slide 'FedAvg converges!', overlay. Printed:
     \text{Linear speed-up! variance decreases in }1/N,\text{ variance scales in }\gamma
   Conditions:
     in words: thrice derivable, L-smooth, mu-strongly convex functions
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other *)
From Symfed Require Import Rounds.

(* The first order of the second moment about x*, to which the overlay points, is proportional to gamma and to 1/N. What it leaves out is judged with the display (iccopt-fedavg-covariance). *)
Theorem iccopt_fedavg_linear_speedup :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall spread, first_spread A T C H g spread <-> (gamma * INR N) *: spread = gamma *: lyapunov (average C))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros spread. rewrite (first_spread_is A T C H g spread inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma * INR (number client))) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (iccopt_fedavg_linear_speedup).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
