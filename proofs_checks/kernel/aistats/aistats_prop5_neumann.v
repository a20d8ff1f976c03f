(* aistats-prop5-neumann: The bias by the Neumann series of Gamma*. Printed with theta* - theta_c*, against the formula above it, and with H
   + 1 terms for H. That Gamma_avg may be taken off, as the pulls cancel, is right.
   aistats, proof of Proposition 5, Neumann series. Printed:
     \bar\theta_{sto}=\theta^\star+\sum_{t=0}^\infty(\Gamma^\star)^t\frac1N\sum_c\sum_{h=0}^H\gamma\Gamma_c^{\star,h+1:H}\bar A_c(\theta^\star-\theta_c^\star)=\theta^\star+\sum_{t=0}^\infty(\Gamma^\star)^t\frac1N\sum_c\sum_{h=0}^H\gamma(\Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H})\bar A_c(\theta^\star-\theta_c^\star)
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A5: every f_c is quadratic
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* The bias by the Neumann series of Gamma*. Printed with theta* - theta_c*, against the formula above it, and with H + 1 terms for H. That
   Gamma_avg may be taken off, as the pulls cancel, is right. At an instance (random exact quadratics): gamma = 1/2, H = 1, hessians =
   [[[1]], [[2]]], optima = [[0], [1]]. Compared: printed, and the truth: E[theta] - theta* of an instance, by exact linear algebra. *)
Theorem aistats_prop5_neumann_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := 1 - gamma * A_1 in
  let t2 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t3 := 1 - gamma * A_2 in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  ~ (gamma * (((1 + t1) * (A_1 * (t2 - centre_1)) + (1 + t3) * (A_2 * (t2 - centre_2))) / 2) / (1 - (t1 + t3) / 2) = x1 - t2)).
Proof.
  intros.
  split.
  - exists (2 / 3).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 2 / 3) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-prop5-neumann on this instance. The bias is the sum over rounds
   t of (Gamma* )^t times the clients' sums over steps 1 .. H, with theta_c* - theta*: after t terms at most (1 - gamma mu)^(H t) of the
   bias is left. Gamma_avg may be taken off. At an instance (random exact quadratics): gamma = 1/2, H = 1, hessians = [[[1]], [[2]]],
   optima = [[0], [1]]. Compared: printed, and the truth: E[theta] - theta* of an instance, by exact linear algebra. *)
Theorem aistats_prop5_neumann_holds_there :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  -1 * gamma * ((A_1 * (t1 - centre_1) + A_2 * (t1 - centre_2)) / 2) / (1 - (1 - gamma * A_1 + (1 - gamma * A_2)) / 2) = x1 - t1).
Proof.
  intros.
  split.
  - exists (2 / 3).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 2 / 3) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (aistats_prop5_neumann_is_false, aistats_prop5_neumann_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
