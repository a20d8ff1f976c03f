(* aistats-eq14-chain2: The second inequality of (14) is turned round: by Bernoulli 1 - (1 - gamma mu)^H <= gamma mu H, so that for H >= 2
   the left side is the larger.
   aistats, equation (14), second inequality. Printed:
     \frac{\gamma^2LH(H-1)}{1-(1-\gamma\mu)^H}\frac1N\sum_c\|\nabla f_c(\theta^\star)\|\le\frac{\gamma L(H-1)}\mu\frac1N\sum_c\|\nabla f_c(\theta^\star)\|\quad(\gamma\mu H\le1)
   Conditions:
     L*gamma <= 1
     H*gamma*mu <= 1
     mu <= L *)
From Symfed Require Import Instance.

(* The second inequality of (14) is turned round: by Bernoulli 1 - (1 - gamma mu)^H <= gamma mu H, so that for H >= 2 the left side is the
   larger. At an instance (exact quadratics, d = 1): gamma = 1/2, H = 2, hessians = [[[1]], [[1]]], optima = [[0], [1]]. Compared: the left
   side and the right one. *)
Theorem aistats_eq14_chain2_is_false :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := A_1 * (t1 - centre_1) in
  let t3 := A_2 * (t1 - centre_2) in
  let t4 := (t2 + - t3) / 2 in
  A_1 * gamma <= 1 /\
  gamma * A_1 * 2 <= 1 /\
  A_1 <= A_1 /\
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  t2 >= 0 /\
  t3 < 0 /\
  ~ ((gamma ^ 2 * A_1 * 2 / (1 - (1 - gamma * A_1) ^ 2) * t4) ^ 2 <= (gamma * A_1 / A_1 * t4) ^ 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-eq14-second-step on this instance. The second inequality of (14)
   with a factor 2; at gamma mu H = 1 it is e/(e-1) = 1.58... as H grows. Proposition 2's constant C_1 stands all the same, by a proof that
   does not pass through products. At an instance (exact quadratics, d = 1): gamma = 1/2, H = 2, hessians = [[[1]], [[1]]], optima = [[0],
   [1]]. Compared: the left side and the right one. *)
Theorem aistats_eq14_chain2_holds_there :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := A_1 * (t1 - centre_1) in
  let t3 := A_2 * (t1 - centre_2) in
  let t4 := (t2 + - t3) / 2 in
  A_1 * gamma <= 1 /\
  gamma * A_1 * 2 <= 1 /\
  A_1 <= A_1 /\
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  t2 >= 0 /\
  t3 < 0 /\
  (gamma ^ 2 * A_1 * 2 / (1 - (1 - gamma * A_1) ^ 2) * t4) ^ 2 <= (2 * (gamma * A_1 / A_1) * t4) ^ 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_eq14_chain2_is_false, aistats_eq14_chain2_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
