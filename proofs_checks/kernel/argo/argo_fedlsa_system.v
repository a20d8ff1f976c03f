(* argo-fedlsa-system: theta* solves the mean of the systems: the mean about which FedLSA settles when clients communicate after every step.
   argo, slide 'Federated LSA'. Printed:
     \Big(\frac1N\sum_{c=1}^N\bar A^c\Big)\theta_\star=\frac1N\sum_{c=1}^N\bar b^c
   Conditions:
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike *)
From Symfed Require Import Rounds.

(* theta* solves the mean of the systems: the mean about which FedLSA settles when clients communicate after every step. *)
Theorem argo_fedlsa_system :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (b : client -> vector index) (inverse : matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  inverse_of (average A)%T inverse ->
  (let step (c : client) (x : vector index) := x - gamma *: (apply (A c) x - b c) in forall x, average (fun c => Nat.iter 1 (step c) x) = x <-> x = apply inverse (average b))%T.
Proof.
  intros index client dimension clients N H gamma A b inverse given_1 given_2 given_3 given_4. known.
  intros step x. rewrite (kept_by_a_step (- gamma) (average A) inverse (average b) x); [| lra | first [assumption | match goal with i : _ |- _ => apply i end] |].
  - apply same_side. tensors.
  - cbn [Nat.iter nat_rect]. unfold step. tensors.
Qed.

Definition all_of_this_file := (argo_fedlsa_system).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
