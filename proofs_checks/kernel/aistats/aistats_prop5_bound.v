(* aistats-prop5-bound: On quadratics the bias is at most gamma (H-1) zeta_2 zeta_1/(2 mu), half of what Theorem 2 states and this is to
   prove. It fails at two steps: curvatures 1 and 2, gamma = 1/2. The last equality of the proof has 1/(gamma mu H) for 1/(1 - (1 - gamma
   mu)^H).
   aistats, Proposition 5. Printed:
     \|\bar\theta_{sto}^{(\gamma,H)}-\theta^\star\|\le\frac{\gamma(H-1)\zeta_{\star,2}\zeta_{\star,1}}{2\mu}\quad(\gamma\mu H\le1)
   Conditions:
     L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A5: every f_c is quadratic
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* On quadratics the bias is at most gamma (H-1) zeta_2 zeta_1/(2 mu), half of what Theorem 2 states and this is to prove. It fails at two
   steps: curvatures 1 and 2, gamma = 1/2. The last equality of the proof has 1/(gamma mu H) for 1/(1 - (1 - gamma mu)^H). At an instance
   (exact quadratics): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima = [[1], [-1/2]]. Compared: the left side and the right one. *)
Theorem aistats_prop5_bound_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 1 in let centre_2 := -1 / 2 in let gamma := 1 / 2 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := A_1 * (t1 - centre_1) in
  let t3 := A_2 * (t1 - centre_2) in
  let t4 := (t2 + t3) / 2 in
  let t5 := (A_1 + A_2) / 2 in
  A_2 * gamma <= 1 /\
  gamma * A_1 * 2 <= 1 /\
  A_2 > A_1 /\
  1 / A_1 >= 0 /\
  ~ ((-1 * x1 + t1) ^ 2 <= 1 / 4 * (((t2 - t4) ^ 2 + (t3 - t4) ^ 2) / 2) * (((A_1 - t5) ^ 2 + (A_2 - t5) ^ 2) / 2) * gamma * gamma * (1 / A_1) * (1 / A_1))).
Proof.
  intros.
  split.
  - exists (1 / 7).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 1 / 7) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-prop5-bound on this instance. On quadratics the bias is at most
   gamma (H-1) zeta_2 zeta_1/(mu (2 - gamma mu)): with 2 - gamma mu for the printed 2. At H = 2 and gamma mu = 1/2, where this is 2/3 for
   the printed 1/2, the largest of all H > 1 with gamma mu H <= 1, curvatures 1 and 1.001 come within a thousandth of it. At an instance
   (exact quadratics): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima = [[1], [-1/2]]. Compared: the left side and the right one. *)
Theorem aistats_prop5_bound_holds_there :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 1 in let centre_2 := -1 / 2 in let gamma := 1 / 2 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := 1 / (2 + -1 * gamma * A_1) in
  let t2 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t3 := A_1 * (t2 - centre_1) in
  let t4 := A_2 * (t2 - centre_2) in
  let t5 := (t3 + t4) / 2 in
  let t6 := (A_1 + A_2) / 2 in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  1 / A_1 >= 0 /\
  t1 >= 0 /\
  (-1 * x1 + t2) ^ 2 <= ((t3 - t5) ^ 2 + (t4 - t5) ^ 2) / 2 * (((A_1 - t6) ^ 2 + (A_2 - t6) ^ 2) / 2) * gamma * gamma * (1 / A_1) * (1 / A_1) * t1 * t1).
Proof.
  intros.
  split.
  - exists (1 / 7).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 1 / 7) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (aistats_prop5_bound_is_false, aistats_prop5_bound_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
