(* iccopt-het-first-order: The first-order measure is the spread of the clients' gradients at the optimum; zeta is a square here, a root in
   the paper.
   iccopt, slides on heterogeneity measures. Printed:
     \zeta=\frac1N\sum_{c=1}^N\|\nabla f_c(x^* )-\nabla f(x^* )\|^2
   Conditions:
     in words: L-smooth, mu-strongly convex functions *)
From Symfed Require Import Rounds.

(* The first-order measure is the spread of the clients' gradients at the optimum; zeta is a square here, a root in the paper. *)
Theorem iccopt_het_first_order :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  (trace (average (fun c => outer (g c - 1 *: average g) (g c - 1 *: average g))) = (1 / 2) *: average (fun c => average (fun k => inner (g c - g k) (g c - g k))))%T.
Proof.
  intros index client dimension clients N H gamma g given_1 given_2 given_3 given_4. known.
  assert (same : trace (average (fun c => outer (g c) (g c))) = average (fun c => inner (g c) (g c))) by (rewrite <- average_trace; reflexivity).
  linear. rewrite same. tensors.
Qed.

Definition all_of_this_file := (iccopt_het_first_order).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
