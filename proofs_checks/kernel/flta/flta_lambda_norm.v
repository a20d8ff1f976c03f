(* flta-lambda-norm: One round contracts the squared norm of the state; Lambda is left undefined, and with the plain norm it is false, for
   control variates of mean zero too.
   flta, Main Result. Printed:
     \mathbb E[\|X_{t+1}-X_*\|_\Lambda^2]\le\rho_{\gamma,H}\,\mathbb E[\|X_t-X_*\|_\Lambda^2]
   Conditions:
     L*gamma <= 1
     in words: quadratic clients *)
From Symfed Require Import Instance.

(* One round contracts the squared norm of the state; Lambda is left undefined, and with the plain norm it is false, for control variates
   of mean zero too. At an instance (exact rounds, unweighted norm of the state): gamma = 1/2, H = 1, N = 2, mu = 1, L = 2, clients =
   [[[1]], [[2]]], centres = [[0], [0]], start = [1], control variates = [[0], [0]]. Compared: the left side and the right one. *)
Theorem flta_lambda_norm_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 0 in let gamma := 1 / 2 in let start := 1 in let control_variates_1
  := 0 in let control_variates_2 := 0 in
  let t1 := 1 - gamma * A_1 in
  let t2 := start - gamma * (A_1 * (start - centre_1) + control_variates_1) in
  let t3 := start - gamma * (A_2 * (start - centre_2) + control_variates_2) in
  let t4 := (t2 + t3) / 2 in
  let t5 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t6 := -1 * (A_1 * (t5 - centre_1)) in
  let t7 := -1 * (A_2 * (t5 - centre_2)) in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  1 - 28319 / 44800 / (gamma * A_2) <= t1 /\
  ~ ((t4 - t5) ^ 2 + (control_variates_1 + (t2 - t4) / gamma - t6) ^ 2 + (control_variates_2 + (t3 - t4) / gamma - t7) ^ 2 <= t1 * ((start - t5) ^ 2 + (control_variates_1 - t6) ^ 2 + (control_variates_2 - t7) ^ 2)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (flta_lambda_norm_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
