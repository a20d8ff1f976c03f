(* flta-h-opt: H_gamma is said to follow from the balance. Balancing gives (1-1/e) under the root, not twice that: H_gamma is sqrt(2) too
   large for it (and 1.12 times what is best for the exact worst case), for small gamma mu H too.
   flta, Acceleration and Optimal Local Steps. Printed:
     (1-\gamma\mu)^H=1-\frac{1-1/e}{\gamma LH}\ \Rightarrow\ H_\gamma=\left\lceil\sqrt{\frac{2(1-1/e)}{\gamma^2L\mu}}\right\rceil
   Conditions:
     L*gamma <= 1 *)
From Symfed Require Import Instance.

(* H_gamma is said to follow from the balance. Balancing gives (1-1/e) under the root, not twice that: H_gamma is sqrt(2) too large for it
   (and 1.12 times what is best for the exact worst case), for small gamma mu H too. At an instance (exact numbers, L/mu = 10^2, 10^4):
   gamma = 1/100, mu = 1, L = 100, H = 12. Compared: the left side and the right one. *)
Theorem flta_h_opt_is_false :
  let gamma := 1 / 100 in let mu := 1 in let L := 100 in
  let t1 := 28319 / 22400 / (gamma ^ 2 * L * mu) in
  let t2 := 28673 / 22680 / (gamma ^ 2 * L * mu) in
  L * gamma <= 1 /\
  t1 <= 127 /\
  t1 > 126 /\
  t2 <= 127 /\
  t2 > 126 /\
  ~ ((1 - gamma * mu) ^ 12 <= 1 - 28319 / 44800 / (gamma * L * 12) /\ 1 - 28673 / 45360 / (gamma * L * 11) <= (1 - gamma * mu) ^ 11).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (flta_h_opt_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
