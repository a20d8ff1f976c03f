(* aistats-A5-remark: 'Generally' is read as: for some clients. With A_c = a_c Id, theta* of two clients is off the plain mean of the
   theta_c* by (a_1 - a_2)(theta_1 - theta_2)/(2 (a_1 + a_2)), whenever neither agrees. If all of either are equal it never is: symfed-
   quadratic-optimum.
   aistats, remark after A5. Printed:
     \theta^\star\text{ generally differs from }\frac1N\sum_c\theta_c^\star\text{ when not all the }\theta_c^\star\text{'s or the }\bar A_c\text{'s are equal} *)
From Symfed Require Import Prelude.

(* 'Generally' is read as: for some clients. With A_c = a_c Id, theta* of two clients is off the plain mean of the theta_c* by (a_1 - a_2)(theta_1 - theta_2)/(2 (a_1 + a_2)), whenever neither agrees. If all of either are equal it never is: symfed-quadratic-optimum. *)
Theorem aistats_A5_remark :
  forall (a_1 : R) (a_2 : R) (theta_1 : R) (theta_2 : R),
  2 * a_1 + 2 * a_2 <> 0 ->
  a_1 + a_2 <> 0 ->
  (a_1 - a_2) * (theta_1 - theta_2) / (2 * a_1 + 2 * a_2) = (a_1 * theta_1 + a_2 * theta_2) / (a_1 + a_2) - theta_1 / 2 - theta_2 / 2.
Proof.
  intros a_1 a_2 theta_1 theta_2 given_1 given_2.
  identity.
Qed.

Definition all_of_this_file := (aistats_A5_remark).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
