(* aistats-thm2-exact-bias: On quadratics the bias of FedAvg is a mean of theta* - theta_c*, weighted by the local contractions.
   aistats, Theorem 2. Printed:
     \bar\theta_{sto}^{(\gamma,H)}-\theta^\star=\frac1N\sum_{c=1}^N(Id-\Gamma^\star)^{-1}(Id-\Gamma_c^\star)(\theta^\star-\theta_c^\star)
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A5: every f_c is quadratic
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* On quadratics the bias of FedAvg is a mean of theta* - theta_c*, weighted by the local contractions. At an instance (random exact
   quadratics): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima = [[0], [1]]. Compared: printed, and the truth: E[theta] - theta* of
   an instance, by exact linear algebra. *)
Theorem aistats_thm2_exact_bias_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := 1 - gamma * A_1 in
  let t2 := t1 * t1 in
  let t3 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t4 := 1 - gamma * A_2 in
  let t5 := t4 * t4 in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  ~ (((1 - t2) * (A_1 * (t3 - centre_1) / A_1) + (1 - t5) * (A_2 * (t3 - centre_2) / A_2)) / 2 / (1 - (t2 + t5) / 2) = x1 - t3)).
Proof.
  intros.
  split.
  - exists (4 / 7).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 4 / 7) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-fedavg-quadratic-bias on this instance. Theorem 2 with the sign
   that makes it true: theta_c* - theta* in place of theta* - theta_c*; multiplied by Id - Gamma, which is invertible as every (Id - gamma
   A_c)^H is smaller than Id. At an instance (random exact quadratics): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima = [[0], [1]].
   Compared: printed, and the truth: E[theta] - theta* of an instance, by exact linear algebra. *)
Theorem aistats_thm2_exact_bias_holds_there :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := 1 - gamma * A_1 in
  let t2 := t1 * t1 in
  let t3 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t4 := 1 - gamma * A_2 in
  let t5 := t4 * t4 in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  - (((1 - t2) * (A_1 * (t3 - centre_1) / A_1) + (1 - t5) * (A_2 * (t3 - centre_2) / A_2)) / 2 / (1 - (t2 + t5) / 2)) = x1 - t3).
Proof.
  intros.
  split.
  - exists (4 / 7).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 4 / 7) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (aistats_thm2_exact_bias_is_false, aistats_thm2_exact_bias_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
