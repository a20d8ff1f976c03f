(* symfed-step-condition: The condition gamma mu H <= 1 means the same in every unit.
   symfed, Theorems 3 and 4 of the preprint, as the published version mends them. Printed:
     \gamma\mu H\le1 *)
From Symfed Require Import Prelude.

(* The condition gamma mu H <= 1 means the same in every unit. *)
Theorem symfed_step_condition :
  forall (H : nat) (gamma : R) (k : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < k ->
  0 < mu ->
  ((gamma / k) * (mu * k ^ 1) * (INR H * k ^ 0)) * 1 = (gamma * mu * INR H) * 1.
Proof.
  intros H gamma k mu given_1 given_2 given_3 given_4.
  identity.
Qed.

Definition all_of_this_file := (symfed_step_condition).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
