(* hal-a1-no-third-derivative-bound: Three derivatives are asked for, the third is not bounded: f'' = 1 + sin(2 pi theta^2)/2 lies in [1/2,
   3/2], f''' is 2 pi t at t.
   hal, A1, first sentence. Printed:
     f_c\text{ is three times differentiable}
   Not here, or not whole:
     unbounded: is no sum, product, power, root, exponential, logarithm, min, max or absolute value of numbers *)
From Symfed Require Import Prelude.

(* f'' at least 1/2 *)
Theorem f_at_least_1_over_2 :
  forall (s : R),
  s >= - 1 ->
  s <= 1 ->
  1 / 2 <= s / 2 + 1.
Proof.
  intros s given_1 given_2.
  apply (by_certificate _ _ ((s / 2 + 1 / 2))); [identity | sign].
Qed.

(* f'' at most 3/2 *)
Theorem f_at_most_3_over_2 :
  forall (s : R),
  s >= - 1 ->
  s <= 1 ->
  s / 2 + 1 <= 3 / 2.
Proof.
  intros s given_1 given_2.
  apply (by_certificate _ _ ((1 / 2 - s / 2))); [identity | sign].
Qed.

Definition all_of_this_file := (f_at_least_1_over_2, f_at_most_3_over_2).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
