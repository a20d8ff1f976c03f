(* symfed-gradient-heterogeneity: zeta^2 with the clients' own gradients is their spread, since they sum to zero at x*: the slides' first-
   order measure.
   symfed, the slides' zeta^2 without Z. Printed:
     \zeta^2=\frac1N\sum_{c=1}^N\|\nabla f_c(x^\star)\|^2
   Cross-checks, on which nothing rests and which are not here: without samples. *)
From Symfed Require Import Rounds.

(* in every dimension *)
Theorem in_every_dimension :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  (trace (average (fun c => outer (g c) (g c))) = (1 / 2) *: average (fun c => average (fun k => inner (g c - g k) (g c - g k))))%T.
Proof.
  intros index client dimension clients N H gamma g given_1 given_2 given_3 given_4. known.
  assert (same : trace (average (fun c => outer (g c) (g c))) = average (fun c => inner (g c) (g c))) by (rewrite <- average_trace; reflexivity).
  linear. rewrite same. tensors.
Qed.

Definition all_of_this_file := (in_every_dimension).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
