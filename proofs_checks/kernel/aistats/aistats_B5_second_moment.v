(* aistats-B5-second-moment: A local iterate, averaged over no other clients, does not have the stationary distribution from which it
   starts: its second moment is larger. What has it is the end of a round, which is what the display squares.
   aistats, Appendix B.5, before the second moment is taken. Printed:
     \text{using the fact that }\tilde T_c^{(\gamma,h+1)}(\theta;Z_c^{1:h+1})\text{ follows the same distribution as }\theta
   Conditions:
     9*L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: equal clients *)
From Symfed Require Import Instance.

(* A local iterate, averaged over no other clients, does not have the stationary distribution from which it starts: its second moment is
   larger. What has it is the end of a round, which is what the display squares. At an instance (exact quadratics with additive noise,
   equal clients): gamma = 1/9, H = 1, hessians = [[[1]], [[1]]], optima = [[0], [0]], noise = [[[1]], [[1]]]. Compared: the left side and
   the right one. *)
Theorem aistats_B5_second_moment_is_false :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 0 in let C_1 := 1 in let C_2 := 1 in let gamma := 1 / 9 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) /\
    stationary_moments (fedavg gamma 1) 1 [A_1; A_2] [C_1; C_2] [[v1; 0; 0]; [0; 0; 0]; [0; 0; 0]]) /\
  (forall x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
    stationary_moments (fedavg gamma 1) 1 [A_1; A_2] [C_1; C_2] [[v1; 0; 0]; [0; 0; 0]; [0; 0; 0]] ->
  let t1 := x1 - (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := v1 + t1 * t1 in
  let t3 := 1 - gamma * ((A_1 + A_2) / 2) in
  9 * A_1 * gamma <= 1 /\
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  ~ (t2 = t3 * t2 * t3 + gamma ^ 2 * C_1)).
Proof.
  intros.
  assert (columns_of (fedavg gamma 1) 1 [A_1; A_2] = [[8 / 9; 0; 0]; [0; 1; 0]; [0; 0; 1]]) as columns1 by at_instance.
  assert (kicks_of (fedavg gamma 1) 1 [A_1; A_2] = [[[-1 / 18; 0; 0]]; [[-1 / 18; 0; 0]]]) as kicks1 by at_instance.
  split.
  - exists (0), (1 / 34).
    unfold stationary_moments; rewrite columns1, kicks1.
    at_instance.
  - intros x1 v1.
    intros kept1 moments1.
    unfold stationary_moments in moments1; rewrite columns1, kicks1 in moments1.
    written_out_in kept1. written_out_in moments1. entries.
    assert (x1 = 0) by lra.
    assert (v1 = 1 / 34) by lra.
    subst x1 v1. equations_forgotten.
    at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-B5-second-moment on this instance. The end of a round from the
   stationary distribution has it, so that the second moment about theta* is the sum of the four terms that squaring gives: what is kept of
   the start, what rests and noise add, and their products. The expectation is over samples, too. At an instance (exact quadratics with
   additive noise, equal clients): gamma = 1/9, H = 1, hessians = [[[1]], [[1]]], optima = [[0], [0]], noise = [[[1]], [[1]]]. Compared:
   the left side and the right one. *)
Theorem aistats_B5_second_moment_holds_there :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 0 in let C_1 := 1 in let C_2 := 1 in let gamma := 1 / 9 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) /\
    stationary_moments (fedavg gamma 1) 1 [A_1; A_2] [C_1; C_2] [[v1; 0; 0]; [0; 0; 0]; [0; 0; 0]]) /\
  (forall x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
    stationary_moments (fedavg gamma 1) 1 [A_1; A_2] [C_1; C_2] [[v1; 0; 0]; [0; 0; 0]; [0; 0; 0]] ->
  let t1 := x1 - (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := v1 + t1 * t1 in
  let t3 := 1 - gamma * ((A_1 + A_2) / 2) in
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  t2 = t3 * t2 * t3 + gamma ^ 2 * C_1 / 2).
Proof.
  intros.
  assert (columns_of (fedavg gamma 1) 1 [A_1; A_2] = [[8 / 9; 0; 0]; [0; 1; 0]; [0; 0; 1]]) as columns1 by at_instance.
  assert (kicks_of (fedavg gamma 1) 1 [A_1; A_2] = [[[-1 / 18; 0; 0]]; [[-1 / 18; 0; 0]]]) as kicks1 by at_instance.
  split.
  - exists (0), (1 / 34).
    unfold stationary_moments; rewrite columns1, kicks1.
    at_instance.
  - intros x1 v1.
    intros kept1 moments1.
    unfold stationary_moments in moments1; rewrite columns1, kicks1 in moments1.
    written_out_in kept1. written_out_in moments1. entries.
    assert (x1 = 0) by lra.
    assert (v1 = 1 / 34) by lra.
    subst x1 v1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (aistats_B5_second_moment_is_false, aistats_B5_second_moment_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
