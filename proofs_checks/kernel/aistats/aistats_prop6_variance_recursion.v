(* aistats-prop6-variance-recursion: The second moment before and after a round. The noise's sum over clients has 1/N where the square of a
   mean has 1/N^2: N times too much. Besides, C, the mean of the clients' covariances, stands for each client's own, and is taken at a
   random point, and at a step's end, without its expectation.
   aistats, proof of Proposition 6, the variance, second display. Printed:
     \int(\theta-\theta^\star)^{\otimes2}\pi=\int\Big(\Gamma^\star(\theta-\theta^\star)+\frac1N\sum_c(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star)\Big)^{\otimes2}\pi+\frac{\gamma^2}N\sum_{c=1}^N\sum_{h=1}^H\Gamma_c^{\star,h+1:H}\mathcal C(\tilde T^{(\gamma,h)}(\theta;Z_c^{1:h}))\Gamma_c^{\star,h+1:H}
   Conditions:
     L*gamma <= 1
     H*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A5: every f_c is quadratic
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other *)
From Symfed Require Import Instance.

(* The second moment before and after a round. The noise's sum over clients has 1/N where the square of a mean has 1/N^2: N times too much.
   Besides, C, the mean of the clients' covariances, stands for each client's own, and is taken at a random point, and at a step's end,
   without its expectation. At an instance (exact quadratics, additive noise): gamma = 1, H = 1, hessians = [[[1]], [[1]]], optima = [[0],
   [0]], noise = [[[0]], [[1]]]. Compared: the left side and the right one. *)
Theorem aistats_prop6_variance_recursion_is_false :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 0 in let C_1 := 0 in let C_2 := 1 in let gamma := 1 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) /\
    stationary_moments (fedavg gamma 1) 1 [A_1; A_2] [C_1; C_2] [[v1; 0; 0]; [0; 0; 0]; [0; 0; 0]]) /\
  (forall x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
    stationary_moments (fedavg gamma 1) 1 [A_1; A_2] [C_1; C_2] [[v1; 0; 0]; [0; 0; 0]; [0; 0; 0]] ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := x1 - t1 in
  let t3 := 1 - gamma * A_1 in
  let t4 := 1 - gamma * A_2 in
  let t5 := (t3 + t4) / 2 in
  let t6 := x1 - t1 in
  let t7 := centre_1 - t1 in
  let t8 := centre_2 - t1 in
  let t9 := (t7 - t3 * t7 + (t8 - t4 * t8)) / 2 in
  let t10 := t5 * (x1 - t1) * t9 in
  let t11 := (C_1 + C_2) / 2 in
  A_1 * gamma <= 1 /\
  gamma <= 1 /\
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  ~ (v1 + t2 * t2 = t5 * (v1 + t6 * t6) * t5 + t10 + t10 + t9 * t9 + gamma ^ 2 * (t11 + t11) / 2)).
Proof.
  intros.
  assert (columns_of (fedavg gamma 1) 1 [A_1; A_2] = [[0; 0; 0]; [0; 1; 0]; [0; 0; 1]]) as columns1 by at_instance.
  assert (kicks_of (fedavg gamma 1) 1 [A_1; A_2] = [[[-1 / 2; 0; 0]]; [[-1 / 2; 0; 0]]]) as kicks1 by at_instance.
  split.
  - exists (0), (1 / 4).
    unfold stationary_moments; rewrite columns1, kicks1.
    at_instance.
  - intros x1 v1.
    intros kept1 moments1.
    unfold stationary_moments in moments1; rewrite columns1, kicks1 in moments1.
    written_out_in kept1. written_out_in moments1. entries.
    assert (x1 = 0) by lra.
    assert (v1 = 1 / 4) by lra.
    subst x1 v1. equations_forgotten.
    at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-prop6-variance-recursion on this instance. The second moment
   before and after a round: the start's share, and 1/N times the mean of the clients' own noise covariances, each step's taken in the mean
   where it starts and turned by Id - gamma A_c on both sides at every later step. The second equation says this step by step, from zero.
   At an instance (exact quadratics, additive noise): gamma = 1, H = 1, hessians = [[[1]], [[1]]], optima = [[0], [0]], noise = [[[0]],
   [[1]]]. Compared: the left side and the right one. *)
Theorem aistats_prop6_variance_recursion_holds_there :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 0 in let C_1 := 0 in let C_2 := 1 in let gamma := 1 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) /\
    stationary_moments (fedavg gamma 1) 1 [A_1; A_2] [C_1; C_2] [[v1; 0; 0]; [0; 0; 0]; [0; 0; 0]]) /\
  (forall x1 v1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
    stationary_moments (fedavg gamma 1) 1 [A_1; A_2] [C_1; C_2] [[v1; 0; 0]; [0; 0; 0]; [0; 0; 0]] ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := x1 - t1 in
  let t3 := 1 - gamma * A_1 in
  let t4 := 1 - gamma * A_2 in
  let t5 := (t3 + t4) / 2 in
  let t6 := x1 - t1 in
  let t7 := centre_1 - t1 in
  let t8 := centre_2 - t1 in
  let t9 := (t7 - t3 * t7 + (t8 - t4 * t8)) / 2 in
  let t10 := t5 * (x1 - t1) * t9 in
  A_1 * gamma <= 1 /\
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  v1 + t2 * t2 = t5 * (v1 + t6 * t6) * t5 + t10 + t10 + t9 * t9 + gamma ^ 2 * (C_1 + C_2) / 4).
Proof.
  intros.
  assert (columns_of (fedavg gamma 1) 1 [A_1; A_2] = [[0; 0; 0]; [0; 1; 0]; [0; 0; 1]]) as columns1 by at_instance.
  assert (kicks_of (fedavg gamma 1) 1 [A_1; A_2] = [[[-1 / 2; 0; 0]]; [[-1 / 2; 0; 0]]]) as kicks1 by at_instance.
  split.
  - exists (0), (1 / 4).
    unfold stationary_moments; rewrite columns1, kicks1.
    at_instance.
  - intros x1 v1.
    intros kept1 moments1.
    unfold stationary_moments in moments1; rewrite columns1, kicks1 in moments1.
    written_out_in kept1. written_out_in moments1. entries.
    assert (x1 = 0) by lra.
    assert (v1 = 1 / 4) by lra.
    subst x1 v1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (aistats_prop6_variance_recursion_is_false, aistats_prop6_variance_recursion_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
