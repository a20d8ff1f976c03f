(* aistats-eq15-identity: The equality before the triangle inequality in (15): the last term has the wrong sign. The inequality does not
   feel it.
   aistats, equation (15), the equality. Printed:
     \|T_c^{(\gamma,h+1)}(\bar\theta_{det})-\theta^\star\|=\|T_c^{(\gamma,h)}(\bar\theta_{det})-\gamma\nabla f_c(T_c^{(\gamma,h)}(\bar\theta_{det}))-(\theta^\star-\gamma\nabla f_c(\theta^\star))+\gamma(\nabla f_c(\theta^\star)-\nabla f(\theta^\star))\|
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth *)
From Symfed Require Import Instance.

(* The equality before the triangle inequality in (15): the last term has the wrong sign. The inequality does not feel it. At an instance
   (exact quadratics, both sides squared): gamma = 1/2, H = 2, hessians = [[[1]], [[1]]], optima = [[0], [1]]. Compared: the left side and
   the right one. *)
Theorem aistats_eq15_identity_is_false :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := x1 - t1 in
  let t3 := A_1 * (t1 - centre_1) in
  let t4 := t2 - gamma * (A_1 * t2 + t3) in
  let t5 := x1 - t1 in
  let t6 := t5 - gamma * (A_1 * t5 + t3) in
  let t7 := A_2 * (t1 - centre_2) in
  let t8 := (t3 + t7) / 2 in
  let t9 := t2 - gamma * (A_2 * t2 + t7) in
  let t10 := t5 - gamma * (A_2 * t5 + t7) in
  A_1 * gamma <= 1 /\
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  ~ ((t4 - gamma * (A_1 * t4 + t3)) ^ 2 = (t6 - gamma * (A_1 * t6 + t3) + gamma * t3 + gamma * (t3 - t8)) ^ 2 /\ (t9 - gamma * (A_2 * t9 + t7)) ^ 2 = (t10 - gamma * (A_2 * t10 + t7) + gamma * t7 + gamma * (t7 - t8)) ^ 2)).
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

(* Beside it, to see that the same arithmetic accepts what is true: symfed-local-step-about-optimum on this instance. The equality in (15)
   with a minus sign before the deviation of the client's gradient at theta*. At an instance (exact quadratics, both sides squared): gamma
   = 1/2, H = 2, hessians = [[[1]], [[1]]], optima = [[0], [1]]. Compared: the left side and the right one. *)
Theorem aistats_eq15_identity_holds_there :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := x1 - t1 in
  let t3 := A_1 * (t1 - centre_1) in
  let t4 := t2 - gamma * (A_1 * t2 + t3) in
  let t5 := x1 - t1 in
  let t6 := t5 - gamma * (A_1 * t5 + t3) in
  let t7 := A_2 * (t1 - centre_2) in
  let t8 := (t3 + t7) / 2 in
  let t9 := t2 - gamma * (A_2 * t2 + t7) in
  let t10 := t5 - gamma * (A_2 * t5 + t7) in
  A_1 * gamma <= 1 /\
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  (t4 - gamma * (A_1 * t4 + t3)) ^ 2 = (t6 - gamma * (A_1 * t6 + t3) + gamma * t3 + -1 * gamma * (t3 - t8)) ^ 2 /\
  (t9 - gamma * (A_2 * t9 + t7)) ^ 2 = (t10 - gamma * (A_2 * t10 + t7) + gamma * t7 + -1 * gamma * (t7 - t8)) ^ 2).
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

Definition all_of_this_file := (aistats_eq15_identity_is_false, aistats_eq15_identity_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
