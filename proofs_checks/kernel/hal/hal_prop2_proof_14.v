(* hal-prop2-proof-14: Of the chain (14) the first and the last inequality hold; the second is turned round, as in the published version: by
   Bernoulli 1 - (1 - gamma mu)^H <= gamma mu H. Its two ends are in order all the same.
   hal, equation (14). Printed:
     \|\bar\theta_{det}-\theta^\star\|\le\frac{\gamma^2LH(H-1)}{1-(1-\gamma\mu)^H}\frac1N\sum_c\|\nabla f_c(\theta^\star)\|\le\frac{\gamma L(H-1)}\mu\frac1N\sum_c\|\nabla f_c(\theta^\star)\|\le\frac{\gamma L(H-1)}\mu\zeta_{\star,1}
   Conditions:
     2*L*gamma <= 1
     H*gamma*mu <= 1
     mu <= L *)
From Symfed Require Import Instance.

(* Of the chain (14) the first and the last inequality hold; the second is turned round, as in the published version: by Bernoulli 1 - (1 -
   gamma mu)^H <= gamma mu H. Its two ends are in order all the same. At an instance (exact quadratics, d = 1): gamma = 1/2, H = 2,
   hessians = [[[1]], [[1]]], optima = [[0], [1]]. Compared: the left side and the right one. *)
Theorem hal_prop2_proof_14_is_false :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := A_1 * (t1 - centre_1) in
  let t3 := A_2 * (t1 - centre_2) in
  let t4 := (t2 + - t3) / 2 in
  2 * A_1 * gamma <= 1 /\
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
Theorem hal_prop2_proof_14_holds_there :
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

Definition all_of_this_file := (hal_prop2_proof_14_is_false, hal_prop2_proof_14_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
