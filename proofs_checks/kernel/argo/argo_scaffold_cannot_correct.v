(* argo-scaffold-cannot-correct: Scaffold does not correct the bias by noise: the first order of Scaffold's bias and that part of FedAvg's
   are one expression, which is not zero in general, as the variant 'none' shows.
   argo, slide 'A new Federated Method?'. Printed:
     \text{it seems Scaffold cannot correct bias due to stochasticity!}
   Conditions:
     in words: strongly convex and smooth functions f^c
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other *)
From Symfed Require Import Controls Rounds.

(* Scaffold's bias *)
Theorem Scaffold_s_bias :
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

(* FedAvg's by noise *)
Theorem FedAvg_s_by_noise :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall one other, first_bias A T C H g one -> first_bias A T (fun _ => null) H g other -> gamma *: (one - other) = (- gamma / (2 * INR N)) *: apply inverse (contract (average T) (lyapunov (average C))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros one other first second.
  rewrite (first_bias_is A T C H g one inverse lyapunov) in first by first [assumption | lia].
  rewrite (first_bias_is A T (fun _ => null) H g other inverse lyapunov) in second by first [assumption | lia].
  rewrite first, second. clear first second. tensors.
Qed.

Definition all_of_this_file := (Scaffold_s_bias, FedAvg_s_by_noise).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
