(* iccopt-het-bias: The first line, labelled 'Heterogeneity bias', is the first order of the bias that exact gradients leave, gamma (H-1)/2
   b_h, and so not the noise's. The whole display, with its remainder, is iccopt-fedavg-bias-expansion.
   iccopt, slide 'FedAvg (with stochastic gradients) converges!', overlay on the first line of the bias. Printed:
     \text{Heterogeneity bias: }\frac{\gamma(H-1)}{2N}\sum_{c=1}^N\nabla^2f(x^* )^{-1}(\nabla^2f_c(x^* )-\nabla^2f(x^* ))\nabla f_c(x^* )
   Conditions:
     in words: thrice derivable, L-smooth, mu-strongly convex functions *)
From Symfed Require Import Rounds.

(* The first line, labelled 'Heterogeneity bias', is the first order of the bias that exact gradients leave, gamma (H-1)/2 b_h, and so not the noise's. The whole display, with its remainder, is iccopt-fedavg-bias-expansion. *)
Theorem iccopt_het_bias :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall bias, first_bias A T (fun _ => null) H g bias <-> gamma *: bias = (gamma * (INR H - 1) / 2) *: apply inverse (average (fun c => apply (A c - average A) (g c))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros bias. rewrite (first_bias_is A T (fun _ => null) H g bias inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (iccopt_het_bias).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
