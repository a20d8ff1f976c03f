(* aistats-A3-consequence: At theta* the noise covariance is at most tau^2; for k = 0 the bound there is tau^2 (1 + 1), and only 2 tau^2
   follows.
   aistats, last sentence of A3. Printed:
     \|\mathbb E[\varepsilon_c^{Z_c}(\theta^\star)^{\otimes2}]\|\le\tau^2
   Conditions:
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3 *)
From Symfed Require Import Instance.

(* At theta* the noise covariance is at most tau^2; for k = 0 the bound there is tau^2 (1 + 1), and only 2 tau^2 follows. At an instance
   (two-point noise that satisfies A3): v = [0, 2], tau = 3/2, k = 0. Compared: the left side and the right one. *)
Theorem aistats_A3_consequence_is_false :
  let v_1 := 0 in let v_2 := 2 in let tau := 3 / 2 in
  ~ (v_1 ^ 2 + v_2 ^ 2 <= tau ^ 2).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_A3_consequence_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
