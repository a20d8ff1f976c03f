(* hal-table1-heterogeneous-het: General clients: the part of the bias that is due to heterogeneity, with a minus sign.
   hal, Table 1, row Heterogeneous, heterogeneity bias. Printed:
     -\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_{c=1}^N(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star) *)
From Symfed Require Import Prelude.

(* General clients: the part of the bias that is due to heterogeneity, with a minus sign. *)
Theorem hal_table1_heterogeneous_het_is_false :
  ~ (forall (N : nat) (a : nat -> R) (g : nat -> R) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N g = 0 ->
  (1 <= H)%nat ->
  0 < gamma ->
  (((- gamma) * (INR H - 1)) / (2 * INR N)) * ((INR N * mean N (fun c => (a c - mean N a) * g c)) / mean N a) = gamma * (INR H - 1) * mean N (fun c => a c * g c) / (2 * mean N a)).
Proof.
  intros printed. pose proof (printed 2%nat (fun c => match c with 0%nat => 1 | _ => 1 / 2 end) (fun c => match c with 0%nat => 1 | _ => - 1 end) 2%nat (1)) as point.
  inside point.
  contradiction_at point (1 / 3).
Qed.

Definition all_of_this_file := (hal_table1_heterogeneous_het_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
