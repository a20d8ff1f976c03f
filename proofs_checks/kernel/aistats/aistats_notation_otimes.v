(* aistats-notation-otimes: A (x) B maps M to A M B. Composition then reads (A (x) B)(C (x) D) = AC (x) DB, not the Kronecker rule AC (x)
   BD.
   aistats, Section 1, Notation. Printed:
     A\otimes B:\ M\mapsto AMB
   Cross-checks, on which nothing rests and which are not here: matrices. *)
From Symfed Require Import Words.

(* composition (all matrices of any size; a vector is a matrix of which all other columns are zero) *)
Theorem composition :
  forall (matrices : Algebra) (A B C D M : matrices),
  (A * (C * M * D) * B = A * C * M * (D * B))%words.
Proof.
  words.
Qed.

Definition all_of_this_file := (composition).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
