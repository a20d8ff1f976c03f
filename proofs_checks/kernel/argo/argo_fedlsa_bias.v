(* argo-fedlsa-bias: The stationary mean of FedLSA less theta*, exactly, for every H and matrices that need not commute.
   argo, slide 'Analysis of FedLSA', bias. Printed:
     \theta_\infty^{\mathrm{bias}}=\frac1N\sum_{c=1}^N(\mathrm{Id}-\bar\Gamma_{t,1:H})^{-1}(\mathrm{Id}-(\mathrm{Id}-\eta\bar A^c)^H)\{\theta_\star^c-\theta_\star\}
   Conditions:
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike *)
From Symfed Require Import Rounds.

(* The stationary mean of FedLSA less theta*, exactly, for every H and matrices that need not commute. *)
Theorem argo_fedlsa_bias :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (b : client -> vector index) (inverses : client -> matrix index) (inverse : matrix index) (inverse_2 : matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  (forall c, inverse_of (A c)%T (inverses c)) ->
  inverse_of (average A)%T inverse ->
  inverse_of (identity - average (fun c => power (identity - gamma *: A c) H))%T inverse_2 ->
  (let step (c : client) (x : vector index) := x - gamma *: (apply (A c) x - b c) in forall e, average (fun c => Nat.iter H (step c) (apply inverse (average b) + e)) = apply inverse (average b) + e <-> e = apply inverse_2 (average (fun c => apply (identity - power (identity - gamma *: A c) H) (1 *: apply (inverses c) (b c) - apply inverse (average b)))))%T.
Proof.
  intros index client dimension clients N H gamma A b inverses inverse inverse_2 given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros step e. rewrite (kept_by_a_round_from step (fun c => identity - gamma *: A c)%T (fun c => apply (inverses c) (b c))%T H inverse_2 (apply inverse (average b)) e); [| | assumption].
  - apply same_side. tensors.
  - intros c x. unfold step. tensors.
Qed.

Definition all_of_this_file := (argo_fedlsa_bias).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
