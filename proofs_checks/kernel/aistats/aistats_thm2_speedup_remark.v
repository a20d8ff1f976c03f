(* aistats-thm2-speedup-remark: On quadratics the stationary variance is 1/N times what does not depend on N, to first order in gamma; this
   needs no smooth noise covariance.
   aistats, remark after Theorem 2. Printed:
     \bar\Sigma_{sto}\ \text{scales with}\ \tfrac1N\ \text{up to higher order terms}
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A5: every f_c is quadratic
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
   Not here, or not whole:
     statement: the terms without the remainder alone
     symfed-fedavg-quadratic-variance-rough-remainder: a premise, of which nothing is here *)
From Symfed Require Import Rounds.

(* On quadratics the stationary variance is 1/N times what does not depend on N, to first order in gamma; this needs no smooth noise covariance. *)
Theorem aistats_thm2_speedup_remark :
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

Definition all_of_this_file := (aistats_thm2_speedup_remark).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
