(* aistats-thm5-complexity: Any gamma = O(eps^2) and H = O(eps^(-4/3)) reach the accuracy after some eps^(-2/3) log(1/eps) communications.
   aistats, Theorem 5, communication complexity, and equation (66). Printed:
     \mathbb E\|\vartheta_t^{(\gamma,H)}-\theta^\star\|^2=O(\epsilon^2)\text{ when }\gamma=O(\epsilon^2),\ H=O(1/\epsilon^{4/3}),\text{ with a number of communications at least }T=O\Big(\frac1{\epsilon^{2/3}}\log\frac1\epsilon\Big)
   Conditions:
     45*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A4: E|grad F_c^Z(theta) - grad f_c(theta)|^2 <= tau~^2 for every theta *)
From Symfed Require Import Instance.

(* Any gamma = O(eps^2) and H = O(eps^(-4/3)) reach the accuracy after some eps^(-2/3) log(1/eps) communications. At an instance (powers of
   epsilon within the printed orders: is the start forgotten?): gamma = eps^(2), H = eps^(0), T = eps^(-2/3). Compared: the left side and
   the right one. *)
Theorem aistats_thm5_complexity_is_false :
  let gamma := 2 in let H := 0 in let T := 2 / 3 in
  ~ (gamma - H <= T).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_thm5_complexity_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
