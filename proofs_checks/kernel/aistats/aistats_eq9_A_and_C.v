(* aistats-eq9-A-and-C: A inverts the Lyapunov operator; C(theta* ) is the mean noise covariance, but the printed summand is client 1's
   whatever c.
   aistats, equation (9). Printed:
     \mathbf A=(Id\otimes\nabla^2f(\theta^\star)+\nabla^2f(\theta^\star)\otimes Id)^{-1},\quad\mathcal C(\theta^\star)=\mathbb E\Big[\frac1N\sum_{c=1}^N\varepsilon_1^1(\theta^\star)^{\otimes2}\Big] *)
From Symfed Require Import Instance.

(* A inverts the Lyapunov operator; C(theta* ) is the mean noise covariance, but the printed summand is client 1's whatever c. At an
   instance (exact jets, first order of the second moment, d <= 3): H = 1, gradients = [[0], [0]], hessians = [[[1]], [[1]]],
   third_derivatives = [[[[0]]], [[[0]]]], noise_covariance = [[[0]], [[1]]]. Compared: printed, and the truth: What the moment engine
   derives from the rule as the coefficient of gamma, in any dimension. *)
Theorem aistats_eq9_A_and_C_is_false :
  let g_1 := 0 in let g_2 := 0 in let A_1 := 1 in let A_2 := 1 in let T_1 := 0 in let T_2 := 0 in let C_1 := 0 in let C_2 := 1 in
  let t1 := (g_1 * (-1) + g_2 * (-1)) / 2 in
  ~ (1 / 2 * ((C_1 + C_1) / 2 / (2 * ((A_1 + A_2) / 2))) = (t1 * t1 + (C_1 + g_1 * g_1 + g_1 * (-1) * (g_1 * (-1)) * (-1) + (C_2 + g_2 * g_2 + g_2 * (-1) * (g_2 * (-1)) * (-1))) / 2 * (1 / 2)) / (2 * ((A_1 * (-1) + A_2 * (-1)) / 2) * (-1))).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-noise-matrix on this instance. With C(theta* ) the mean of the
   clients' noise covariances, gamma/N A C is the first order of the second moment, as derived from the rule. At an instance (exact jets,
   first order of the second moment, d <= 3): H = 1, gradients = [[0], [0]], hessians = [[[1]], [[1]]], third_derivatives = [[[[0]]],
   [[[0]]]], noise_covariance = [[[0]], [[1]]]. Compared: printed, and the truth: What the moment engine derives from the rule as the
   coefficient of gamma, in any dimension. *)
Theorem aistats_eq9_A_and_C_holds_there :
  let g_1 := 0 in let g_2 := 0 in let A_1 := 1 in let A_2 := 1 in let T_1 := 0 in let T_2 := 0 in let C_1 := 0 in let C_2 := 1 in
  let t1 := (g_1 * (-1) + g_2 * (-1)) / 2 in
  1 / 2 * ((C_1 + C_2) / 2 / (2 * ((A_1 + A_2) / 2))) = (t1 * t1 + (C_1 + g_1 * g_1 + g_1 * (-1) * (g_1 * (-1)) * (-1) + (C_2 + g_2 * g_2 + g_2 * (-1) * (g_2 * (-1)) * (-1))) / 2 * (1 / 2)) / (2 * ((A_1 * (-1) + A_2 * (-1)) / 2) * (-1)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_eq9_A_and_C_is_false, aistats_eq9_A_and_C_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
