(* iccopt-det-fedavg-unique-point: FedAvg with exact gradients converges to one point, from every start; the slide prints no condition on
   gamma.
   iccopt, slide 'Federated Averaging as Fixed Point Iteration'. Printed:
     \Rightarrow\text{ deterministic FedAvg converges to a unique point}
   Conditions:
     in words: L-smooth, mu-strongly convex functions *)
From Symfed Require Import Instance.

(* FedAvg with exact gradients converges to one point, from every start; the slide prints no condition on gamma. At an instance
   (quadratics, d = 1, gamma up to 4/L): gamma = 4, H = 1, hessians = [[[1]]], optima = [[0]], start = [1]. Compared: the left side and the
   right one. *)
Theorem iccopt_det_fedavg_unique_point_is_false :
  let A := 1 in let centre := 0 in let gamma := 4 in let start := 1 in
  let t1 := start - gamma * (A * (start - centre)) in
  let t2 := - (gamma * (A * (- centre))) in
  ~ ((t1 - gamma * (A * (t1 - centre)) - (t2 - gamma * (A * (t2 - centre)))) ^ 2 <= start ^ 2).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (iccopt_det_fedavg_unique_point_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
