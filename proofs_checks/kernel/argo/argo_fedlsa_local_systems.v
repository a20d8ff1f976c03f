(* argo-fedlsa-local-systems: theta_c* solves client c's own system: the mean about which that client settles when it runs LSA alone.
   argo, slide 'Federated LSA'. Printed:
     \bar A^c\theta_\star^c=\bar b^c\text{ for }c=1..N
   Conditions:
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike *)
From Symfed Require Import Rounds.

(* theta_c* solves client c's own system: the mean about which that client settles when it runs LSA alone. *)
Theorem argo_fedlsa_local_systems :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (b : client -> vector index) (inverses : client -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  (forall c, inverse_of (A c)%T (inverses c)) ->
  (let step (c : client) (x : vector index) := x - gamma *: (apply (A c) x - b c) in forall c x, step c x = x <-> x = 1 *: apply (inverses c) (b c))%T.
Proof.
  intros index client dimension clients N H gamma A b inverses given_1 given_2 given_3 given_4. known.
  intros step c x. rewrite (kept_by_a_step (- gamma) (A c) (inverses c) (b c) x); [| lra | first [assumption | match goal with i : _ |- _ => apply i end] |].
  - apply same_side. tensors.
  - cbn [Nat.iter nat_rect]. unfold step. tensors.
Qed.

Definition all_of_this_file := (argo_fedlsa_local_systems).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
