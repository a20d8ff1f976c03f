(* aistats-prop2-unrolled: Equation (11) applied recursively, with products that lack a factor each.
   aistats, proof of Proposition 2, after equation (11). Printed:
     T_c^{(\gamma,H)}(\bar\theta_{det})-\theta^\star=\digamma_c^{\star,1:H}(\bar\theta_{det}-\theta^\star)-\gamma\sum_{h=1}^H\digamma_c^{\star,h+1:H}\nabla f_c(\theta^\star),\quad\digamma_c^{\star,h:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\theta^\star_{c,\ell},\theta^\star)})
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth *)
From Symfed Require Import Instance.

(* Equation (11) applied recursively, with products that lack a factor each. At an instance (exact quadratics): gamma = 1, H = 2, hessians
   = [[[1]], [[1]]], optima = [[0], [1]]. Compared: printed, and the truth: as computed, step by step. *)
Theorem aistats_prop2_unrolled_is_false :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := x1 - t1 in
  let t3 := A_1 * (t1 - centre_1) in
  let t4 := x1 - t1 in
  let t5 := t4 - gamma * (A_1 * t4 + t3) in
  let t6 := A_2 * (t1 - centre_2) in
  let t7 := t4 - gamma * (A_2 * t4 + t6) in
  A_1 * gamma <= 1 /\
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  ~ ((1 - gamma * A_1) * t2 + -1 * gamma * (t3 + t3) = t5 - gamma * (A_1 * t5 + t3) /\ (1 - gamma * A_2) * t2 + -1 * gamma * (t6 + t6) = t7 - gamma * (A_2 * t7 + t6))).
Proof.
  intros.
  split.
  - exists (1 / 2).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 1 / 2) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-local-path-unrolled on this instance. With the products of
   Theorem 1's proof, l = h .. H-1 in F_c^{h+1:H}, equation (11) unrolls as printed in the proof of Proposition 2. At an instance (exact
   quadratics): gamma = 1, H = 2, hessians = [[[1]], [[1]]], optima = [[0], [1]]. Compared: printed, and the truth: as computed, step by
   step. *)
Theorem aistats_prop2_unrolled_holds_there :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := 1 - gamma * A_1 in
  let t2 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t3 := x1 - t2 in
  let t4 := A_1 * (t2 - centre_1) in
  let t5 := x1 - t2 in
  let t6 := t5 - gamma * (A_1 * t5 + t4) in
  let t7 := 1 - gamma * A_2 in
  let t8 := A_2 * (t2 - centre_2) in
  let t9 := t5 - gamma * (A_2 * t5 + t8) in
  A_1 * gamma <= 1 /\
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  t1 * t1 * t3 + -1 * gamma * ((1 - gamma * A_1) * t4 + t4) = t6 - gamma * (A_1 * t6 + t4) /\
  t7 * t7 * t3 + -1 * gamma * ((1 - gamma * A_2) * t8 + t8) = t9 - gamma * (A_2 * t9 + t8)).
Proof.
  intros.
  split.
  - exists (1 / 2).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 1 / 2) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (aistats_prop2_unrolled_is_false, aistats_prop2_unrolled_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
