(* aistats-B6-variance-simplify: The recursion to first order in gamma H, and what the inverse of the Lyapunov operator, at most 1/(2 mu),
   makes of it: Theorem 4's second moment, remainders included, uniformly in H.
   aistats, Appendix B.6, expansion of the variance, its end. Printed:
     \gamma H\big(\nabla^2f(\theta^\star)\bar\Sigma+\bar\Sigma\nabla^2f(\theta^\star)\big)=\frac{\gamma^2H}N\mathcal C(\theta^\star)+O(\gamma^3H^3)+O(\gamma^{5/2}H^2);\quad\bar\Sigma=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2)+O(\gamma^{3/2}H)
   Conditions:
     45*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
   Not here, or not whole:
     developed: proven remainder is not exported
     solved: the terms without the remainder alone
     symfed-fedavg-second-moment-balance: a premise, of which nothing is here
     symfed-fedavg-second-moment-remainder: a premise, of which nothing is here *)
From Symfed Require Import Rounds.

(* solved *)
Theorem solved :
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

Definition all_of_this_file := (solved).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
