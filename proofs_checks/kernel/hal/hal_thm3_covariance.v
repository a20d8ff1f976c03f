(* hal-thm3-covariance: With equal clients the second moment about theta* is gamma/N A C up to O(gamma^2 H + gamma^(3/2)).
   hal, Theorem 3, variance. Printed:
     \bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H+\gamma^{3/2})
   Conditions:
     8*L*gamma <= 1
     H*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: equal clients
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
   Not here, or not whole:
     statement: the terms without the remainder alone
     symfed-fedavg-homogeneous-second-moment-remainder: a premise, of which nothing is here *)
From Symfed Require Import Rounds.

(* With equal clients the second moment about theta* is gamma/N A C up to O(gamma^2 H + gamma^(3/2)). *)
Theorem hal_thm3_covariance :
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

Definition all_of_this_file := (hal_thm3_covariance).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
