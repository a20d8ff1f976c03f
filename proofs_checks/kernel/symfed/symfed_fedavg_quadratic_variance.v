(* symfed-fedavg-quadratic-variance: On quadratics with smooth noise covariance the second moment about theta* is gamma/N A C up to
   O(gamma^2 H^2 + gamma^2 H).
   symfed, Theorem 2, last display, with its missing condition. Printed:
     \bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2+\gamma^2H)
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A5: every f_c is quadratic
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
     in words: noise covariances that are twice differentiable at theta*
   Not here, or not whole:
     statement: the terms without the remainder alone
     symfed-fedavg-quadratic-variance-remainder: a premise, of which nothing is here *)
From Symfed Require Import Rounds.

(* On quadratics with smooth noise covariance the second moment about theta* is gamma/N A C up to O(gamma^2 H^2 + gamma^2 H). *)
Theorem symfed_fedavg_quadratic_variance :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall spread, first_spread A (fun _ => null) C H g spread <-> gamma *: spread = (gamma / INR N) *: lyapunov (average C))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros spread. rewrite (first_spread_is A (fun _ => null) C H g spread inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (symfed_fedavg_quadratic_variance).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
