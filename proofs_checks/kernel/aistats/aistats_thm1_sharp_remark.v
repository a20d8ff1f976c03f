(* aistats-thm1-sharp-remark: The bound gamma (H-1) L zeta_1/mu of Proposition 2 is sharp for small gamma H.
   aistats, remark after Proposition 2. Printed:
     \text{the convergence bound is sharp for small values of the product }\gamma H
   Conditions:
     mu <= L *)
From Symfed Require Import Prelude.

(* The bound gamma (H-1) L zeta_1/mu of Proposition 2 is sharp for small gamma H. *)
Theorem aistats_thm1_sharp_remark_is_false :
  ~ (forall (L : R) (mu : R),
  0 < L ->
  0 < mu ->
  mu <= L ->
  mu <= L ->
  L / mu <= (L - mu) / (2 * mu)).
Proof.
  intros printed. pose proof (printed (1) (1)) as point.
  inside point.
  contradiction_at point (- 1).
Qed.

Definition all_of_this_file := (aistats_thm1_sharp_remark_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
