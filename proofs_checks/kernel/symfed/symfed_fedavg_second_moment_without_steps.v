(* symfed-fedavg-second-moment-without-steps: The second moment about theta* is gamma/N A C up to O(gamma^2 H^2 + gamma^(3/2)): the factor H
   that Theorem 4 prints beside the half power is not needed, as the stationary mean is within O(gamma H + gamma) of theta*.
   symfed, Theorem 4's second moment with a smaller remainder. Printed:
     \bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2+\gamma^{3/2})
   Conditions:
     2*L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
   Not here, or not whole:
     statement: the terms without the remainder alone
     symfed-fedavg-second-moment-remainder: a premise, of which nothing is here *)
From Symfed Require Import Rounds.

(* The second moment about theta* is gamma/N A C up to O(gamma^2 H^2 + gamma^(3/2)): the factor H that Theorem 4 prints beside the half power is not needed, as the stationary mean is within O(gamma H + gamma) of theta*. *)
Theorem symfed_fedavg_second_moment_without_steps :
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

Definition all_of_this_file := (symfed_fedavg_second_moment_without_steps).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
