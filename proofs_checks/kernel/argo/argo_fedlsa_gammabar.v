(* argo-fedlsa-gammabar: The mean over clients and draws of what a round does to the error; it does not depend on t.
   argo, slide 'Analysis of FedLSA', bias. Printed:
     \bar\Gamma_{t,1:H}=\frac1N\sum_{c=1}^N(\mathrm{Id}-\eta\bar A^c)^H
   Conditions:
     in words: the draws Z_{t,h}^c are independent, and each client's are alike *)
From Symfed Require Import Rounds.

(* The mean over clients and draws of what a round does to the error; it does not depend on t. *)
Theorem argo_fedlsa_gammabar :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  (let step (c : client) (x : vector index) := x - gamma *: (apply (A c) x + g c) in forall x y, average (fun c => Nat.iter H (step c) x) - average (fun c => Nat.iter H (step c) y) = apply (average (fun c => power (identity - gamma *: A c) H)) (x - y))%T.
Proof.
  intros index client dimension clients N H gamma g A given_1 given_2 given_3. known.
  intros step x y. rewrite (round_difference step (fun c => identity - gamma *: A c)%T).
  - tensors.
  - intros c u v. unfold step. tensors.
Qed.

Definition all_of_this_file := (argo_fedlsa_gammabar).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
