(* symfed-rr-exponents: (65) asks for H^2, not H^3, to be O(eps^-4): among powers of eps that meet it H = eps^(-3/2) takes the fewest
   rounds, eps^(-1/2) up to logarithms.
   symfed, what equation (65) implies. Printed:
     \gamma=\epsilon^2,\quad H=\epsilon^{-3/2},\quad\gamma H=\epsilon^{1/2},\quad T=\epsilon^{-1/2}\log\tfrac1\epsilon,\text{ and no smaller power of }1/\epsilon\text{ meets (65)} *)
From Symfed Require Import Exponents.

(* (65) asks for H^2, not H^3, to be O(eps^-4): among powers of eps that meet it H = eps^(-3/2) takes the fewest rounds, eps^(-1/2) up to logarithms. *)
Theorem symfed_rr_exponents :
  within (2) (3 / 2) (1 / 2) (1) (0) (0) (2) /\ within (2) (3 / 2) (1 / 2) (4) (4) (0) (2) /\ within (2) (3 / 2) (1 / 2) (3) (2) (0) (2) /\ within (2) (3 / 2) (1 / 2) (- 1) (- 1) (- 1) (0) /\ within (2) (3 / 2) (1 / 2) (0) (- 1) (0) (0) /\ within (2) (3 / 2) (1 / 2) (0) (0) (- 1) (0) /\ (forall p h t, within p h t (1) (0) (0) (2) -> within p h t (4) (4) (0) (2) -> within p h t (3) (2) (0) (2) -> within p h t (- 1) (- 1) (- 1) (0) -> within p h t (0) (- 1) (0) (0) -> within p h t (0) (0) (- 1) (0) -> 1 / 2 <= t).
Proof.
  repeat split; intros; rewrite within_exponents in *; lra.
Qed.

Definition all_of_this_file := (symfed_rr_exponents).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
