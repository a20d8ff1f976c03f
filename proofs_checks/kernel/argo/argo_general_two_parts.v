(* argo-general-two-parts: The first order of the bias, as the rule has it, is a sum of two: one by heterogeneity, which noise and third
   derivatives leave alone and one local step removes, and one by noise, which H and the clients' own gradients and Hessians leave alone.
   Neither is the other's.
   argo, slide 'In the General Case'. Printed:
     \text{Bias is in two parts!}
   Conditions:
     in words: strongly convex and smooth functions f^c
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other *)
From Symfed Require Import Rounds.

(* by heterogeneity *)
Theorem by_heterogeneity :
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

(* by noise *)
Theorem by_noise :
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

Definition all_of_this_file := (by_heterogeneity, by_noise).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
