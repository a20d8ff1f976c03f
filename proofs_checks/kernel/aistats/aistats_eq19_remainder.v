(* aistats-eq19-remainder: Equation (19) is what multiplying out the display before it leaves, term by term, for whatever the R stand; they
   are not what (18) says.
   aistats, equation (19). Printed:
     \mathcal R=\frac1{NH}\sum_{c,h}\nabla^2f^{-1}(\mathcal R_{1,h}-\mathcal R_{1,h}^c)\nabla f_c+\frac1{NH}\sum_{c,h}\gamma(H-h-1)\mathcal R_1(\nabla^2f_c-\nabla^2f)\nabla f_c+\frac1{NH}\sum_{c,h}\gamma H\mathcal R_1(\mathcal R_{1,h}-\mathcal R_{1,h}^c)\nabla f_c *)
From Symfed Require Import Words.

(* Equation (19) is what multiplying out the display before it leaves, term by term, for whatever the R stand; they are not what (18) says. (a term of the sum, matrices of any size; a vector is a matrix of which all other columns are zero) *)
Theorem aistats_eq19_remainder :
  forall (matrices : Algebra) (X R_1 B S : matrices) (H : nat) (gamma : R) (h : nat),
  (1 <= H)%nat ->
  0 < gamma ->
  (((1 / (gamma * INR H)) *: X + R_1) * ((gamma * (INR H - INR h - 1)) *: B + (gamma * INR H) *: S) =
   (1 / INR H) *: ((INR H - INR h - 1) *: X * B) + INR H *: ((1 / INR H) *: (X * S + (gamma * (INR H - INR h - 1)) *: R_1 * B + (gamma * INR H) *: R_1 * S)))%words.
Proof.
  words.
Qed.

Definition all_of_this_file := (aistats_eq19_remainder).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
