(* iccopt-het-bias-vanishes-equal-hessians: Where all clients have the same Hessian at x* the first order of the bias is the noise's part
   alone.
   iccopt, slide 'FedAvg (with stochastic gradients) converges!', overlay. Printed:
     \text{vanishes when }\nabla^2f_c(x^* )=\nabla^2f(x^* )
   Conditions:
     in words: thrice derivable, L-smooth, mu-strongly convex functions
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
     in words: all clients have the same Hessian at x* *)
From Symfed Require Import Rounds.

(* Where all clients have the same Hessian at x* the first order of the bias is the noise's part alone. *)
Theorem iccopt_het_bias_vanishes_equal_hessians :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  (forall c, A c = average A) ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall bias, first_bias A T C H g bias <-> gamma *: bias = (gamma / (2 * INR N)) *: ((- 1) *: apply inverse (contract (average T) (lyapunov (average C)))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6 given_7. known.
  intros bias. rewrite (first_bias_is A T C H g bias inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (iccopt_het_bias_vanishes_equal_hessians).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
