(* aistats-prop4-onestep-var: How a step changes the variance of a path. Printed without gamma^2 at the noise (once with tau~, once with its
   square), with one gamma too many at the product, and given a past whose mean the next line takes. The result, equation (46), has the
   right factor.
   aistats, proof of Proposition 4, before equation (46). Printed:
     \mathbb E\|\tilde T_c^{h+1}-\mathbb E\tilde T_c^{h+1}\|^2\le\mathbb E\|\tilde T_c^h-\mathbb E\tilde T_c^h\|^2+2\tilde\tau+(8\gamma^2L-2\gamma)\mathbb E[\gamma\langle\tilde T_c^h-\mathbb E\tilde T_c^h,\nabla f_c(\tilde T_c^h)-\nabla f_c(\mathbb E\tilde T_c^h)\rangle]\le(1-\gamma\mu)\|\tilde T_c^h-\mathbb E\tilde T_c^h\|^2+2\tilde\tau^2
   Conditions:
     8*L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A4: E|grad F_c^Z(theta) - grad f_c(theta)|^2 <= tau~^2 for every theta
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* How a step changes the variance of a path. Printed without gamma^2 at the noise (once with tau~, once with its square), with one gamma
   too many at the product, and given a past whose mean the next line takes. The result, equation (46), has the right factor. At an
   instance (exact quadratics with additive noise, moments by recursion): gamma = 1/8, H = 1, hessians = [[[1]]], optima = [[0]], noise =
   [[[1]]]. Compared: the left side and the right one. *)
Theorem aistats_prop4_onestep_var_is_false :
  let A := 1 in let centre := 0 in let C := 1 in let gamma := 1 / 8 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A centre] (x1, [0]) /\
    stationary_moments (fedavg gamma 1) 1 [A] [C] [[v1; 0]; [0; 0]]) /\
  (forall x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A centre] (x1, [0]) ->
    stationary_moments (fedavg gamma 1) 1 [A] [C] [[v1; 0]; [0; 0]] ->
  let t1 := 1 - gamma * A in
  let t2 := A * centre / A in
  let t3 := x1 - t2 in
  let t4 := x1 - t2 in
  let t5 := x1 - t2 in
  let t6 := x1 - t2 in
  let t7 := v1 + t5 * t5 - t6 * t6 in
  let t8 := t7 + 2 + (8 * gamma ^ 2 * A - 2 * gamma) * gamma * (A * t7) in
  let t9 := x1 - t2 in
  let t10 := x1 - t2 in
  8 * A * gamma <= 1 /\
  ~ (t1 * (v1 + t3 * t3 - t4 * t4) * t1 + gamma ^ 2 * C <= t8 /\ t8 <= (1 - gamma * A) * (v1 + t9 * t9 - t10 * t10) + 2)).
Proof.
  intros.
  assert (columns_of (fedavg gamma 1) 1 [A] = [[7 / 8; 0]; [0; 1]]) as columns1 by at_instance.
  assert (kicks_of (fedavg gamma 1) 1 [A] = [[[-1 / 8; 0]]]) as kicks1 by at_instance.
  split.
  - exists (0), (1 / 15).
    unfold stationary_moments; rewrite columns1, kicks1.
    at_instance.
  - intros x1 v1.
    intros kept1 moments1.
    unfold stationary_moments in moments1; rewrite columns1, kicks1 in moments1.
    written_out_in kept1. written_out_in moments1. entries.
    assert (x1 = 0) by lra.
    assert (v1 = 1 / 15) by lra.
    subst x1 v1. equations_forgotten.
    at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-prop4-onestep on this instance. A step from the stationary law
   multiplies the variance of a client's path by 1 - gamma mu at most, and adds 2 gamma^2 tau~^2. At an instance (exact quadratics with
   additive noise, moments by recursion): gamma = 1/8, H = 1, hessians = [[[1]]], optima = [[0]], noise = [[[1]]]. Compared: the left side
   and the right one. *)
Theorem aistats_prop4_onestep_var_holds_there :
  let A := 1 in let centre := 0 in let C := 1 in let gamma := 1 / 8 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A centre] (x1, [0]) /\
    stationary_moments (fedavg gamma 1) 1 [A] [C] [[v1; 0]; [0; 0]]) /\
  (forall x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A centre] (x1, [0]) ->
    stationary_moments (fedavg gamma 1) 1 [A] [C] [[v1; 0]; [0; 0]] ->
  let t1 := 1 - gamma * A in
  let t2 := A * centre / A in
  let t3 := x1 - t2 in
  let t4 := x1 - t2 in
  let t5 := x1 - t2 in
  let t6 := x1 - t2 in
  let t7 := v1 + t5 * t5 - t6 * t6 in
  let t8 := t7 + 2 * gamma ^ 2 + (8 * gamma ^ 2 * A - 2 * gamma) * (A * t7) in
  8 * A * gamma <= 1 /\
  t1 * (v1 + t3 * t3 - t4 * t4) * t1 + gamma ^ 2 * C <= t8 /\
  t8 <= (1 - gamma * A) * t7 + 2 * gamma ^ 2).
Proof.
  intros.
  assert (columns_of (fedavg gamma 1) 1 [A] = [[7 / 8; 0]; [0; 1]]) as columns1 by at_instance.
  assert (kicks_of (fedavg gamma 1) 1 [A] = [[[-1 / 8; 0]]]) as kicks1 by at_instance.
  split.
  - exists (0), (1 / 15).
    unfold stationary_moments; rewrite columns1, kicks1.
    at_instance.
  - intros x1 v1.
    intros kept1 moments1.
    unfold stationary_moments in moments1; rewrite columns1, kicks1 in moments1.
    written_out_in kept1. written_out_in moments1. entries.
    assert (x1 = 0) by lra.
    assert (v1 = 1 / 15) by lra.
    subst x1 v1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (aistats_prop4_onestep_var_is_false, aistats_prop4_onestep_var_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
