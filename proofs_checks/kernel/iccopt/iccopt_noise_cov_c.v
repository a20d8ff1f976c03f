(* iccopt-noise-cov-c: C is the covariance of a client's sample gradient, averaged over clients (F^Z names no client; a later slide prints
   the mean): with it gamma/N A C is the first order of the second moment, with that of the clients' mean or of a random client it is
   not.
   iccopt, slide 'FedAvg (with stochastic gradients) converges!', overlay. Printed:
     C(x^* )\text{ is }\nabla F^Z\text{'s covariance at }x^*
   Conditions:
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other *)
From Symfed Require Import Rounds.

(* C is the covariance of a client's sample gradient, averaged over clients (F^Z names no client; a later slide prints the mean): with it gamma/N A C is the first order of the second moment, with that of the clients' mean or of a random client it is not. *)
Theorem iccopt_noise_cov_c :
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

Definition all_of_this_file := (iccopt_noise_cov_c).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
