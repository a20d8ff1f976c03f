(* iccopt-conclusion-first-order-bias: The first order of FedAvg's bias is known exactly: the two parts of the slides before, and nothing
   else.
   iccopt, slide 'Conclusion'. Printed:
     \text{new analyses for these problems, with exact first-order expression for bias}
   Conditions:
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other *)
From Symfed Require Import Rounds.

(* The first order of FedAvg's bias is known exactly: the two parts of the slides before, and nothing else. *)
Theorem iccopt_conclusion_first_order_bias :
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

Definition all_of_this_file := (iccopt_conclusion_first_order_bias).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
