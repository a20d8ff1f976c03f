(* aistats-eq65-solved: With gamma of order eps^2, (65) forces H = O(eps^(-4/3)), hence eps^(-2/3) log(1/eps) communications.
   aistats, after equation (65), and (66). Printed:
     \text{we require }H^4=O(1/\epsilon^6)\text{ and }H^3=O(1/\epsilon^4),\text{ which necessitates }H=O(1/\epsilon^{4/3}),\text{ which yields }\gamma H=O(\epsilon^{2/3}),\ T=O(\epsilon^{-2/3}\log\tfrac1\epsilon) *)
From Symfed Require Import Exponents.

(* With gamma of order eps^2, (65) forces H = O(eps^(-4/3)), hence eps^(-2/3) log(1/eps) communications. *)
Theorem aistats_eq65_solved_is_false :
  ~ (within (2) (4 / 3) (2 / 3) (1) (0) (0) (2) /\ within (2) (4 / 3) (2 / 3) (4) (4) (0) (2) /\ within (2) (4 / 3) (2 / 3) (3) (2) (0) (2) /\ within (2) (4 / 3) (2 / 3) (- 1) (- 1) (- 1) (0) /\ within (2) (4 / 3) (2 / 3) (0) (- 1) (0) (0) /\ within (2) (4 / 3) (2 / 3) (0) (0) (- 1) (0) /\ (forall p h t, within p h t (1) (0) (0) (2) -> within p h t (4) (4) (0) (2) -> within p h t (3) (2) (0) (2) -> within p h t (- 1) (- 1) (- 1) (0) -> within p h t (0) (- 1) (0) (0) -> within p h t (0) (0) (- 1) (0) -> 2 / 3 <= t)).
Proof.
  intros printed. decompose [and] printed.
  first [rewrite within_exponents in *; lra | match goal with best : forall p h t, _ |- _ => assert (2 / 3 <= 1 / 2) by (apply (best (2) (3 / 2) (1 / 2)); rewrite within_exponents; lra); lra end].
Qed.

Definition all_of_this_file := (aistats_eq65_solved_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
