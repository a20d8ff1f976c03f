(* aistats-prop2-averaged: In the mean over clients. With equation (3)'s products the right side at H = 2 is twice the mean gradient at
   theta*, zero, the left is not.
   aistats, proof of Proposition 2, the fixed point put in. Printed:
     (Id-\digamma^\star)(\bar\theta_{det}-\theta^\star)=-\frac\gamma N\sum_c\sum_{h=1}^H\digamma_c^{\star,h+1:H}\nabla f_c(\theta^\star),\quad\digamma_c^{\star,h:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\theta^\star_{c,\ell},\theta^\star)})
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth *)
From Symfed Require Import Instance.

(* In the mean over clients. With equation (3)'s products the right side at H = 2 is twice the mean gradient at theta*, zero, the left is
   not. At an instance (exact quadratics): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima = [[0], [1]]. Compared: the left side and
   the right one. *)
Theorem aistats_prop2_averaged_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := x1 - t1 in
  let t3 := A_1 * (t1 - centre_1) in
  let t4 := A_2 * (t1 - centre_2) in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  ~ (t2 - ((1 - gamma * A_1) * t2 + (1 - gamma * A_2) * t2) / 2 = - gamma * ((t3 + t4) / 2 + (t3 + t4) / 2))).
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

(* Beside it, to see that the same arithmetic accepts what is true: symfed-fedavg-fixed-point-identity on this instance. Proposition 2 with
   the factor -gamma that its proof carries, and products that run over the steps that are taken; Id less their mean is invertible, since
   that is at most (1 - gamma mu)^H. At an instance (random exact quadratics): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima =
   [[0], [1]]. Compared: printed, and the truth: E[theta] - theta* of an instance, by exact linear algebra. *)
Theorem aistats_prop2_averaged_holds_there :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := 1 - gamma * A_1 in
  let t2 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t3 := 1 - gamma * A_2 in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  -1 * gamma * (((1 + t1) * (A_1 * (t2 - centre_1)) + (1 + t3) * (A_2 * (t2 - centre_2))) / 2 / (1 - (t1 * t1 + t3 * t3) / 2)) = x1 - t2).
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

Definition all_of_this_file := (aistats_prop2_averaged_is_false, aistats_prop2_averaged_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
