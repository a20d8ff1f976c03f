(* symfed-scaffold-whole-class-printed-bound: The bound of the FLTA slides, printed for quadratics, holds for V over the whole class if
   gamma L >= 1/2. (For shorter steps its second part is below what is proved here.)
   symfed, the bound of the FLTA slides, beyond quadratics. Printed:
     V^+\le\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-1/e}{\gamma LH}\Big\}V\qquad(\tfrac12\le\gamma L\le1)
   Conditions:
     L*gamma <= 1
     L*gamma >= 1/2
     mu < L
     H >= 2
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Not here, or not whole:
     q^2 <= q: holds only from a later step on: its induction is not written out
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* 1 - 1/e <= 2/3 *)
Theorem the_1_minus_1_over_e_at_most_2_over_3 :
  1 - exp (- 1) <= 2 / 3.
Proof.
  assert (number_1 : 17 / 50 <= exp (- 1) <= 39 / 100) by exponential.
  apply (by_certificate _ _ ((exp (- 1) - 1 / 3))); [identity | sign].
Qed.

(* (H-1)/(H+1) *)
Theorem H_1_over_H_plus_1 :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  L * gamma >= 1 / 2 ->
  mu < L ->
  INR H >= 2 ->
  (INR H - 1) / (INR H + 1) <= 1 - 2 / (3 * L * gamma * INR H).
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((4 / (3 * L * gamma * INR H)) * (L * gamma - 1 / 2) + (2 / (3 * INR H * (INR H + 1))) * (INR H - 2))); [identity | sign].
Qed.

Definition all_of_this_file := (the_1_minus_1_over_e_at_most_2_over_3, H_1_over_H_plus_1).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
