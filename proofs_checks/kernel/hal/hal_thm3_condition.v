(* hal-thm3-condition: Theorem 3 asks for gamma <= 1/(8L) and gamma <= 1/H.
   hal, Theorem 3. Printed:
     \gamma\le1/(8L)\wedge1/H *)
From Symfed Require Import Prelude.

(* Theorem 3 asks for gamma <= 1/(8L) and gamma <= 1/H. *)
Theorem hal_thm3_condition_is_false :
  ~ (forall (H : nat) (gamma : R) (k : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < k ->
  gamma <= 1 / INR H ->
  gamma / k <= 1 / (INR H * k ^ 0)).
Proof.
  intros printed. pose proof (printed 1%nat (1) (1 / 64)) as point.
  inside point. contradiction_at point (- 63).
Qed.

Definition all_of_this_file := (hal_thm3_condition_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
