(* aistats-prop2-local-iterates: Local iterates from the fixed point: each step adds gamma |grad f_c(theta* )|. The first inequality is
   right; the second puts zeta_1, which bounds a mean over clients, for one client's gradient, and fails for one of three. O(gamma H)
   stands, with a constant of the problem.
   aistats, proof of Proposition 2, last display. Printed:
     \|T_c^{(\gamma,h+1)}(\bar\theta_{det})-\theta^\star\|\le\|T_c^{(\gamma,h)}(\bar\theta_{det})-\theta^\star\|+\gamma\|\nabla f_c(\theta^\star)-\nabla f(\theta^\star)\|\le\|\bar\theta_{det}-\theta^\star\|+\gamma H\zeta_{\star,1}=O(\gamma H)
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means *)
From Symfed Require Import Instance.

(* Local iterates from the fixed point: each step adds gamma |grad f_c(theta* )|. The first inequality is right; the second puts zeta_1,
   which bounds a mean over clients, for one client's gradient, and fails for one of three. O(gamma H) stands, with a constant of the
   problem. At an instance (H = 1, exact quadratics, squared): gamma = 1, H = 1, hessians = [[[1]], [[1]], [[1]]], optima = [[0], [0],
   [1]]. Compared: the left side and the right one. *)
Theorem aistats_prop2_local_iterates_is_false :
  let A_1 := 1 in let A_2 := 1 in let A_3 := 1 in let centre_1 := 0 in let centre_2 := 0 in let centre_3 := 1 in let gamma := 1 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x1, [0; 0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x1, [0; 0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2 + A_3 * centre_3) / (A_1 + A_2 + A_3) in
  let t2 := x1 - t1 in
  let t3 := A_1 * (t1 - centre_1) in
  let t4 := A_2 * (t1 - centre_2) in
  let t5 := A_3 * (t1 - centre_3) in
  let t6 := gamma ^ 2 * (t3 ^ 2 + t4 ^ 2 + t5 ^ 2) / 3 in
  A_1 * gamma <= 1 /\
  A_2 >= A_1 /\
  A_3 >= A_1 /\
  A_2 <= A_1 /\
  A_3 <= A_1 /\
  ~ ((t2 - gamma * (A_1 * t2 + t3)) ^ 2 <= t6 /\ (t2 - gamma * (A_2 * t2 + t4)) ^ 2 <= t6 /\ (t2 - gamma * (A_3 * t2 + t5)) ^ 2 <= t6)).
Proof.
  intros.
  split.
  - exists (1 / 3).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 1 / 3) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-local-iterates on this instance. After h local steps from the
   fixed point a client is at most gamma h |grad f_c(theta* )| farther from theta*; in the mean over clients gamma h zeta_1. At an instance
   (H = 1, exact quadratics, squared): gamma = 1, H = 1, hessians = [[[1]], [[1]], [[1]]], optima = [[0], [0], [1]]. Compared: the left
   side and the right one. *)
Theorem aistats_prop2_local_iterates_holds_there :
  let A_1 := 1 in let A_2 := 1 in let A_3 := 1 in let centre_1 := 0 in let centre_2 := 0 in let centre_3 := 1 in let gamma := 1 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x1, [0; 0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x1, [0; 0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2 + A_3 * centre_3) / (A_1 + A_2 + A_3) in
  let t2 := x1 - t1 in
  let t3 := A_1 * (t1 - centre_1) in
  let t4 := A_2 * (t1 - centre_2) in
  let t5 := A_3 * (t1 - centre_3) in
  let t6 := 3 * gamma ^ 2 * (t3 ^ 2 + t4 ^ 2 + t5 ^ 2) / 3 in
  A_1 * gamma <= 1 /\
  A_2 >= A_1 /\
  A_3 >= A_1 /\
  A_2 <= A_1 /\
  A_3 <= A_1 /\
  (t2 - gamma * (A_1 * t2 + t3)) ^ 2 <= t6 /\
  (t2 - gamma * (A_2 * t2 + t4)) ^ 2 <= t6 /\
  (t2 - gamma * (A_3 * t2 + t5)) ^ 2 <= t6).
Proof.
  intros.
  split.
  - exists (1 / 3).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 1 / 3) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (aistats_prop2_local_iterates_is_false, aistats_prop2_local_iterates_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
