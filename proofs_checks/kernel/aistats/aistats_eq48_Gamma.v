(* aistats-eq48-Gamma: Gamma_c^(h+1:H), of the H - h steps after the h-th, times that of the first h is Gamma_c, and Gamma* is what a round
   multiplies by.
   aistats, equation (48). Printed:
     \Gamma_c^{\star,h+1:H}=(Id-\gamma\bar A_c)^{H-h},\ \Gamma_c^\star=(Id-\gamma\bar A_c)^H,\ \Gamma^\star=\frac1N\sum_c\Gamma_c^\star
   Not here, or not whole:
     the steps after h: is not a natural number that Coq can count with *)
From Symfed Require Import Rounds.

(* a round *)
Theorem a_round :
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

Definition all_of_this_file := (a_round).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
