(* aistats-thm5-step-condition: The printed conditions let Theorem 4 be used at step size 2 gamma, as the proof does: they give 45 (2 gamma)
   L <= 1.
   aistats, Theorem 5, conditions, and equation (59). Printed:
     \gamma\le1/(45L)\text{ and }\gamma\mu H\le1
   Conditions:
     45*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A4: E|grad F_c^Z(theta) - grad f_c(theta)|^2 <= tau~^2 for every theta *)
From Symfed Require Import Instance.

(* The printed conditions let Theorem 4 be used at step size 2 gamma, as the proof does: they give 45 (2 gamma) L <= 1. At an instance
   (Theorem 4's conditions at 2 gamma): gamma = 1/45, H = 1, mu = 1, L = 1. Compared: the left side and the right one. *)
Theorem aistats_thm5_step_condition_is_false :
  let gamma := 1 / 45 in let L := 1 in
  45 * L * gamma <= 1 /\
  gamma * L <= 1 /\
  ~ (90 * gamma * L <= 1 /\ 2 * gamma * L <= 1).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_thm5_step_condition_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
