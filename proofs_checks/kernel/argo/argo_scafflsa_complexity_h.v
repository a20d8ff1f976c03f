(* argo-scafflsa-complexity-h: The largest H that the condition allows at this step size, for L = max |Abar_c|; it is one step at least
   where N L² epsilon² <= sigma².
   argo, slide 'Communication Complexity'. Printed:
     H\le\frac a{\eta\max_c\|\bar A^c\|^2}\quad\rightarrow\quad H=\frac{\sigma_\star^2}{N\epsilon^2\max_c\|\bar A^c\|^2}
   Not here, or not whole:
     solved: reads as what was derived does: nothing is left for a proof *)
From Symfed Require Import Prelude.

(* a number *)
Theorem a_number :
  forall (H : nat) (L : R) (N : nat) (epsilon : R) (k : R) (sigma : R),
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < epsilon ->
  0 < k ->
  0 < sigma ->
  (INR H * k ^ 0) * (sigma ^ 2 / (L ^ 2 * epsilon ^ 2 * INR N)) = INR H * ((sigma * k ^ 1) ^ 2 / ((L ^ 2 * k ^ 2) * epsilon ^ 2 * (INR N * k ^ 0))).
Proof.
  intros H L N epsilon k sigma given_1 given_2 given_3 given_4 given_5 given_6.
  identity.
Qed.

Definition all_of_this_file := (a_number).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
