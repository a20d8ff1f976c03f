(* aistats-A5-remark: theta* need not be the plain mean of the theta_c*; but it always is when the Hessians agree, however the theta_c*
   differ.
   aistats, remark after A5. Printed:
     \theta^\star\text{ generally differs from }\frac1N\sum_c\theta_c^\star\text{ when not all the }\theta_c^\star\text{'s or the }\bar A_c\text{'s are equal}
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A5: every f_c is quadratic *)
From Symfed Require Import Instance.

(* theta* need not be the plain mean of the theta_c*; but it always is when the Hessians agree, however the theta_c* differ. At an instance
   (equal Hessians, unequal theta_c* ): gamma = 1, H = 1, hessians = [[[1]], [[1]]], optima = [[0], [1]]. Compared: the left side and the
   right one, 0 for no and 1 for yes: the comparison itself stands before them. *)
Theorem aistats_A5_remark_is_false :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 in
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) = (centre_1 + centre_2) / 2 /\
  ~ (0 = 1).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-quadratic-optimum on this instance. theta* leaves the mean of
   the theta_c* by the covariance, over clients, of Hessians and optima; it is zero if either is constant. At an instance (random exact
   quadratics): gamma = 1, H = 1, hessians = [[[1]], [[1]]], optima = [[0], [1]]. Compared: printed, and the truth: as computed, step by
   step. *)
Theorem aistats_A5_remark_holds_there :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 in
  let t1 := (A_1 + A_2) / 2 in
  let t2 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t3 := A_1 * (t2 - centre_1) / A_1 in
  let t4 := A_2 * (t2 - centre_2) / A_2 in
  let t5 := (t3 + t4) / 2 in
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  ((A_1 - t1) * (t5 - t3) + (A_2 - t1) * (t5 - t4)) / 2 / ((A_1 + A_2) / 2) = t2 - (centre_1 + centre_2) / 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_A5_remark_is_false, aistats_A5_remark_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
