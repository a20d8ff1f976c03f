(* argo-scaffold-cannot-correct: Scaffold keeps the bias by noise: the first order of its bias, as the rule has it, is that part of
   FedAvg's, unchanged.
   argo, slide 'A new Federated Method?'. Printed:
     \text{it seems Scaffold cannot correct bias due to stochasticity!}
   Conditions:
     in words: strongly convex and smooth functions f^c
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other *)
From Symfed Require Import Controls.

(* Scaffold keeps the bias by noise: the first order of its bias, as the rule has it, is that part of FedAvg's, unchanged. *)
Theorem argo_scaffold_cannot_correct :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall bias, controls_bias A T C H bias <-> gamma *: bias = (- gamma / (2 * INR N)) *: apply inverse (contract (average T) (lyapunov (average C))))%T.
Proof.
  intros index client dimension clients N H gamma A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5. known.
  intros bias. rewrite (controls_bias_is A T C H inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (argo_scaffold_cannot_correct).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
