(* iccopt-def-cc: C_c is a client's noise covariance at x*, C their mean: with this C, gamma/N A C is the first order of Scaffold's second
   moment.
   iccopt, slide 'Expansion of Covariance'. Printed:
     \mathcal C_c(x_\star)\triangleq\mathbb E\left[\left(\nabla F_c^{Z_c}(x_\star)-\nabla f_c(x_\star)\right)^{\otimes2}\right]\quad\mathcal C(x_\star)\triangleq\frac1N\sum_{i=1}^N\mathcal C_c(x_\star)
   Conditions:
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other *)
From Symfed Require Import Controls.

(* C_c is a client's noise covariance at x*, C their mean: with this C, gamma/N A C is the first order of Scaffold's second moment. *)
Theorem iccopt_def_cc :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall spread, controls_spread A T C H spread <-> gamma *: spread = (gamma / INR N) *: lyapunov (average C))%T.
Proof.
  intros index client dimension clients N H gamma A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5. known.
  intros spread. rewrite (controls_spread_is A T C H inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (iccopt_def_cc).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
