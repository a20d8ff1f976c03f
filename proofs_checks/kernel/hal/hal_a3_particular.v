(* hal-a3-particular: At theta* the noise covariance, a square, is said to be at most tau; also with k > 0 only tau^2 follows.
   hal, last sentence of A3. Printed:
     \|\mathbb E[\varepsilon_c^{Z_c}(\theta^\star)^{\otimes2}]\|\le\tau
   Conditions:
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3 *)
From Symfed Require Import Instance.

(* At theta* the noise covariance, a square, is said to be at most tau; also with k > 0 only tau^2 follows. At an instance (two-point noise
   that satisfies A3 with k > 0): v = [2], tau = 2, k = 1. Compared: the left side and the right one. *)
Theorem hal_a3_particular_is_false :
  let v := 2 in let tau := 2 in
  ~ (v ^ 2 <= tau).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-noise-at-optimum on this instance. Under A3 with k > 0 the noise
   covariance at theta* is at most tau^2. At an instance (two-point noise that satisfies A3 with k > 0): v = [2], tau = 2, k = 1. Compared:
   the left side and the right one. *)
Theorem hal_a3_particular_holds_there :
  let v := 2 in let tau := 2 in
  v ^ 2 <= tau ^ 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (hal_a3_particular_is_false, hal_a3_particular_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
