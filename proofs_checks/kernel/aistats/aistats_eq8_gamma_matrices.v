(* aistats-eq8-gamma-matrices: Gamma* is what a round multiplies distances by on quadratics: the mean over clients of the H-th powers,
   whatever the step size.
   aistats, equation (8). Printed:
     \Gamma_c^\star=(Id-\gamma\nabla^2f_c(\theta^\star))^H,\quad\Gamma^\star=\frac1N\sum_c\Gamma_c^\star *)
From Symfed Require Import Rounds.

(* Gamma* is what a round multiplies distances by on quadratics: the mean over clients of the H-th powers, whatever the step size. *)
Theorem aistats_eq8_gamma_matrices :
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

Definition all_of_this_file := (aistats_eq8_gamma_matrices).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
