(* iccopt-het-second-order: The second-order measure is the spread of the clients' Hessians at the optimum.
   iccopt, slides on heterogeneity measures. Printed:
     \zeta=\frac1N\sum_{c=1}^N\|\nabla^2_cf(x^* )-\nabla^2f(x^* )\|^2
   Conditions:
     in words: L-smooth, mu-strongly convex functions *)
From Symfed Require Import Rounds.

(* The second-order measure is the spread of the clients' Hessians at the optimum. *)
Theorem iccopt_het_second_order :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  (forall c, transpose (A c) = A c) ->
  (trace (average (fun c => product (A c - 1 *: average A) (A c - 1 *: average A))) = (1 / 2) *: average (fun c => average (fun k => trace (product (A c - A k) (transpose (A c - A k))))))%T.
Proof.
  intros index client dimension clients N H gamma A given_1 given_2 given_3 given_4. known.
  transitivity ((1 / 2) *: average (fun c => average (fun k => trace (product (A c - A k) (A c - A k)))))%T; [tensors |].
  f_equal. apply average_equal. intros c. apply average_equal. intros k.
  rewrite transpose_plus, transpose_times, !given_4. reflexivity.
Qed.

Definition all_of_this_file := (iccopt_het_second_order).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
