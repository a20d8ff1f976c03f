(* iccopt-fixed-point-contraction: H local steps of a client contract distances by (1 - gamma mu)^H; the slide prints no condition on gamma.
   iccopt, slide 'Federated Averaging as Fixed Point Iteration'. Printed:
     \|x_c^{(t+1)}-y_c^{(t+1)}\|\le(1-\gamma\mu)^H\|x_c^{(t)}-y_c^{(t)}\|
   Conditions:
     in words: L-smooth, mu-strongly convex functions *)
From Symfed Require Import Instance.

(* H local steps of a client contract distances by (1 - gamma mu)^H; the slide prints no condition on gamma. At an instance (one quadratic
   client, gamma up to 4/L): gamma = 2, H = 1, hessians = [[[1, 0], [0, 2]]], optima = [[0, 0]], start = [0, 1]. Compared: the left side
   and the right one. *)
Theorem iccopt_fixed_point_contraction_is_false :
  let A_1_1 := 1 in let A_1_2 := 0 in let A_2_1 := 0 in let A_2_2 := 2 in let centre_1 := 0 in let centre_2 := 0 in let gamma := 2 in let
  start_1 := 0 in let start_2 := 1 in
  A_2_2 - A_2_1 >= A_1_1 - A_1_2 /\
  A_2_2 + A_2_1 > A_1_1 + A_1_2 /\
  ~ ((start_1 - gamma * (A_1_1 * (start_1 - centre_1) + A_1_2 * (start_2 - centre_2)) - - (gamma * (A_1_1 * (- centre_1) + A_1_2 * (- centre_2)))) ^ 2 + (start_2 - gamma * (A_2_1 * (start_1 - centre_1) + A_2_2 * (start_2 - centre_2)) - - (gamma * (A_2_1 * (- centre_1) + A_2_2 * (- centre_2)))) ^ 2 <= (1 - gamma * (A_1_1 - A_1_2)) ^ 2 * (start_1 ^ 2 + start_2 ^ 2)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (iccopt_fixed_point_contraction_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
