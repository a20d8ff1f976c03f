(* flta-numerics-accelerated: More local steps never slow the worst case down up to the printed H_gamma. They do: at L = 100 mu, gamma L = 1
   the best is 10, and H_gamma is 12.
   flta, Numerical Results, second item. Printed:
     \text{Accelerated convergence up to optimal }H_\gamma
   Conditions:
     L*gamma <= 1 *)
From Symfed Require Import Instance.

(* More local steps never slow the worst case down up to the printed H_gamma. They do: at L = 100 mu, gamma L = 1 the best is 10, and
   H_gamma is 12. At an instance (exact worst case, L/mu <= 400): gamma = 1, mu = 1, L = 1, H = 1. Compared: the left side and the right
   one. *)
Theorem flta_numerics_accelerated_is_false :
  let gamma := 1 in let mu := 1 in let L := 1 in
  let t1 := 28319 / 22400 / (gamma ^ 2 * L * mu) in
  let t2 := 28673 / 22680 / (gamma ^ 2 * L * mu) in
  let t3 := 1 - (1 - (1 - gamma * L) ^ 2) / (gamma * L * 2) in
  let t4 := 1 - gamma * mu in
  L * gamma <= 1 /\
  t1 <= 2 /\
  t1 > 1 /\
  t2 <= 2 /\
  t2 > 1 /\
  t3 > (1 - gamma * mu) ^ 2 /\
  1 - (1 - (1 - gamma * L)) / (gamma * L) <= t4 /\
  ~ (1 - (1 - t3) <= 1 - (1 - t4)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (flta_numerics_accelerated_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
