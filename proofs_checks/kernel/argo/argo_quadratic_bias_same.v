(* argo-quadratic-bias-same: On quadratics with minimisers theta_c* the bias of FedAvg is what the slides print for FedLSA, exactly, and so
   is FedLSA's there; noise of mean zero does not change it.
   argo, slide 'For Quadratics'. Printed:
     \text{The bias is the same as FedLSA: }\theta_\infty^{bias}=\frac1N\sum_{c=1}^N(Id-\bar\Gamma_{t,1:H})^{-1}(Id-(Id-\eta\bar A^c)^H)\{\theta_\star^c-\theta_\star\},\quad\bar\Gamma_{t,1:H}=\frac1N\sum_{c=1}^N(Id-\eta\bar A^c)^H
   Conditions:
     in words: quadratic clients
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike *)
From Symfed Require Import Rounds.

(* FedAvg *)
Theorem FedAvg :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (inverses : client -> matrix index) (inverse : matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  (forall c, inverse_of (A c)%T (inverses c)) ->
  inverse_of (identity - average (fun c => power (identity - gamma *: A c) H))%T inverse ->
  (let step (c : client) (x : vector index) := x - gamma *: (apply (A c) x + g c) in forall e, average (fun c => Nat.iter H (step c) e) = e <-> e = (- 1) *: apply inverse (average (fun c => apply (identity - power (identity - gamma *: A c) H) (apply (inverses c) (g c)))))%T.
Proof.
  intros index client dimension clients N H gamma g A inverses inverse given_1 given_2 given_3 given_4 given_5. known.
  intros step e. rewrite (kept_by_a_round step (fun c => identity - gamma *: A c)%T (fun c => (- 1) *: apply (inverses c) (g c))%T H inverse e); [| | assumption].
  - apply same_side. tensors.
  - intros c x. unfold step. tensors.
Qed.

(* FedLSA *)
Theorem FedLSA :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (inverses : client -> matrix index) (inverse : matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  (forall c, inverse_of (A c)%T (inverses c)) ->
  inverse_of (identity - average (fun c => power (identity - gamma *: A c) H))%T inverse ->
  (let step (c : client) (x : vector index) := x - gamma *: (apply (A c) x + g c) in forall e, average (fun c => Nat.iter H (step c) e) = e <-> e = (- 1) *: apply inverse (average (fun c => apply (identity - power (identity - gamma *: A c) H) (apply (inverses c) (g c)))))%T.
Proof.
  intros index client dimension clients N H gamma g A inverses inverse given_1 given_2 given_3 given_4 given_5. known.
  intros step e. rewrite (kept_by_a_round step (fun c => identity - gamma *: A c)%T (fun c => (- 1) *: apply (inverses c) (g c))%T H inverse e); [| | assumption].
  - apply same_side. tensors.
  - intros c x. unfold step. tensors.
Qed.

Definition all_of_this_file := (FedAvg, FedLSA).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
