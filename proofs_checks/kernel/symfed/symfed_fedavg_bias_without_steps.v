(* symfed-fedavg-bias-without-steps: The bias is gamma/(2N) b_s + gamma (H-1)/2 b_h up to O(gamma^2 H^2 + gamma^(3/2)), for losses with
   Lipschitz third derivatives: the factor H that Theorem 4 prints beside the half power is not needed.
   symfed, Theorem 4's bias with a smaller remainder. Printed:
     \bar\theta_{sto}-\theta^\star=\frac\gamma{2N}b_s+\frac{\gamma(H-1)}2b_h+O(\gamma^2H^2+\gamma^{3/2})
   Conditions:
     2*L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
     in words: every f_c has Lipschitz third derivatives near theta*
   Not here, or not whole:
     statement: the terms without the remainder alone
     symfed-fedavg-bias-remainder: a premise, of which nothing is here *)
From Symfed Require Import Rounds.

(* The bias is gamma/(2N) b_s + gamma (H-1)/2 b_h up to O(gamma^2 H^2 + gamma^(3/2)), for losses with Lipschitz third derivatives: the factor H that Theorem 4 prints beside the half power is not needed. *)
Theorem symfed_fedavg_bias_without_steps :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall bias, first_bias A T C H g bias <-> gamma *: bias = (gamma / (2 * INR N)) *: ((- 1) *: apply inverse (contract (average T) (lyapunov (average C)))) + (gamma * (INR H - 1) / 2) *: apply inverse (average (fun c => apply (A c - average A) (g c))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros bias. rewrite (first_bias_is A T C H g bias inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (symfed_fedavg_bias_without_steps).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
