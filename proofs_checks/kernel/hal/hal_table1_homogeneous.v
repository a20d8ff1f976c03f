(* hal-table1-homogeneous: Equal clients: the bias leads with plus gamma/(2N) times the Hessian's inverse, the third derivative and A C.
   hal, Table 1, row Homogeneous. Printed:
     \frac{\gamma}{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)
   Conditions:
     in words: equal clients *)
From Symfed Require Import Prelude.

(* Equal clients: the bias leads with plus gamma/(2N) times the Hessian's inverse, the third derivative and A C. *)
Theorem hal_table1_homogeneous_is_false :
  ~ (forall (C : R) (N : nat) (a : R) (b : R) (gamma : R),
  0 <= C ->
  (1 <= N)%nat ->
  0 < a ->
  0 < gamma ->
  (gamma / (2 * INR N)) * ((b * (C / (2 * a))) / a) = - b * C * gamma / (4 * a ^ 2 * INR N)).
Proof.
  intros printed. pose proof (printed (1) 1%nat (1) (1) (1)) as point.
  inside point.
  contradiction_at point (- 1 / 2).
Qed.

Definition all_of_this_file := (hal_table1_homogeneous_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
