(* aistats-thm5-power-remark: By the printed bounds the power of 1/eps in the number of communications falls from FedAvg's 1, its best, to
   2/3 of it (1/2 were possible).
   aistats, remark after Theorem 5. Printed:
     \text{its communication complexity is reduced, in its leading factor, by a power }2/3\text{ compared to FedAvg}
   Not here, or not whole:
     power against power: reads as what was derived does: nothing is left for a proof
     the proof: 1 step in words *)
From Symfed Require Import Exponents.

(* FedAvg *)
Theorem FedAvg :
  within (2) (1) (1) (1) (0) (0) (2) /\ within (2) (1) (1) (2) (2) (0) (2) /\ within (2) (1) (1) (- 1) (- 1) (- 1) (0) /\ within (2) (1) (1) (0) (- 1) (0) (0) /\ within (2) (1) (1) (0) (0) (- 1) (0) /\ (forall p h t, within p h t (1) (0) (0) (2) -> within p h t (2) (2) (0) (2) -> within p h t (- 1) (- 1) (- 1) (0) -> within p h t (0) (- 1) (0) (0) -> within p h t (0) (0) (- 1) (0) -> 1 <= t).
Proof.
  repeat split; intros; rewrite within_exponents in *; lra.
Qed.

(* extrapolated *)
Theorem extrapolated :
  within (2) (4 / 3) (2 / 3) (1) (0) (0) (2) /\ within (2) (4 / 3) (2 / 3) (4) (4) (0) (2) /\ within (2) (4 / 3) (2 / 3) (3) (2) (0) (2) /\ within (2) (4 / 3) (2 / 3) (- 1) (- 1) (- 1) (0) /\ within (2) (4 / 3) (2 / 3) (0) (- 1) (0) (0) /\ within (2) (4 / 3) (2 / 3) (0) (0) (- 1) (0).
Proof.
  repeat split; intros; rewrite within_exponents in *; lra.
Qed.

Definition all_of_this_file := (FedAvg, extrapolated).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
