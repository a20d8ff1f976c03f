(* aistats-table1-heterogeneous-het: General clients: the part of the bias that is due to heterogeneity, with a plus sign.
   aistats, Table 1, row Heterogeneous, heterogeneity bias. Printed:
     \frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_{c=1}^N(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star) *)
From Symfed Require Import Rounds.

(* General clients: the part of the bias that is due to heterogeneity, with a plus sign. *)
Theorem aistats_table1_heterogeneous_het :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall bias, first_bias A T (fun _ => null) H g bias <-> gamma *: bias = (gamma * (INR H - 1) / (2 * INR N)) *: apply inverse ((INR N) *: average (fun c => apply (A c - average A) (g c))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros bias. rewrite (first_bias_is A T (fun _ => null) H g bias inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (aistats_table1_heterogeneous_het).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
