(* aistats-prop3-rate-remark: More local steps converge faster but add bias.
   aistats, remark after Proposition 3. Printed:
     \text{a larger number of local steps }H\text{ speeds up the convergence, but leads to additional bias} *)
From Symfed Require Import Instance.

(* More local steps converge faster but add bias. At an instance (first-order bias on exact jets): H = 1, gradients = [[1/2], [-1/2]],
   hessians = [[[2]], [[1]]], third_derivatives = [[[[0]]], [[[1]]]], noise_covariance = [[[0]], [[4]]]. Compared: the left side and the
   right one. *)
Theorem aistats_prop3_rate_remark_is_false :
  let g_1 := 1 / 2 in let g_2 := -1 / 2 in let A_1 := 2 in let A_2 := 1 in let T_1 := 0 in let T_2 := 1 in let C_1 := 0 in let C_2 := 4 in
  let t1 := (A_1 + A_2) / 2 / ((A_1 + A_2) / 2) in
  let t2 := (A_1 + A_2) / 2 in
  ~ (((A_1 + A_2) / 2 / ((A_1 + A_2) / 2) / 4 * (- ((T_1 + T_2) / 2 * ((C_1 + C_2) / 2 / (2 * ((A_1 + A_2) / 2))) / ((A_1 + A_2) / 2)))) ^ 2 <= (t1 / 4 * (- ((T_1 + T_2) / 2 * ((C_1 + C_2) / 2 / (2 * ((A_1 + A_2) / 2))) / ((A_1 + A_2) / 2))) + t1 / 2 * (((A_1 - t2) * g_1 + (A_2 - t2) * g_2) / 2 / ((A_1 + A_2) / 2))) ^ 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-heterogeneity-bias-grows on this instance. The heterogeneity
   part of the first-order bias never shrinks when H grows. At an instance (first-order bias on exact jets, H to 40): H = 1, gradients =
   [[1/2], [-1/2]], hessians = [[[2]], [[1]]], third_derivatives = [[[[0]]], [[[1]]]], noise_covariance = [[[0]], [[4]]]. Compared: the
   left side and the right one. *)
Theorem aistats_prop3_rate_remark_holds_there :
  let g_1 := 1 / 2 in let g_2 := -1 / 2 in let A_1 := 2 in let A_2 := 1 in let T_1 := 0 in let T_2 := 1 in let C_1 := 0 in let C_2 := 4 in
  let t1 := (A_1 + A_2) / 2 in
  0 ^ 2 <= (1 / 2 * (((A_1 - t1) * g_1 + (A_2 - t1) * g_2) / 2 / ((A_1 + A_2) / 2))) ^ 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_prop3_rate_remark_is_false, aistats_prop3_rate_remark_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
