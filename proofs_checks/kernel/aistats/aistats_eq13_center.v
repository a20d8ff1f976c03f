(* aistats-eq13-center: Steps (a) and (b) are right for any products, but with equation (3)'s the display gives the bias of FedAvg-D with H
   - 1 local steps: on quadratics nothing for H = 2; for H = 1 it inverts zero.
   aistats, equation (13). Printed:
     \bar\theta_{det}-\theta^\star\overset{(a)}=\frac\gamma N\sum_c\sum_{h=1}^H(Id-\digamma^\star)^{-1}(\digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H})\nabla f_c(\theta^\star)\overset{(b)}=\frac\gamma N\sum_c\sum_{h=1}^H\sum_{k\ge0}(\digamma^\star)^k(\digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H})\nabla f_c(\theta^\star),\quad\digamma_c^{\star,h:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\theta^\star_{c,\ell},\theta^\star)})
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth *)
From Symfed Require Import Instance.

(* Steps (a) and (b) are right for any products, but with equation (3)'s the display gives the bias of FedAvg-D with H - 1 local steps: on
   quadratics nothing for H = 2; for H = 1 it inverts zero. At an instance (exact quadratics, H >= 2): gamma = 1/2, H = 2, hessians =
   [[[1]], [[2]]], optima = [[0], [1]]. Compared: printed, and the truth: as computed, step by step. *)
Theorem aistats_eq13_center_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  ~ (gamma * (0 / (1 - (1 - gamma * A_1 + (1 - gamma * A_2)) / 2)) = x1 - (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2))).
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

(* Beside it, to see that the same arithmetic accepts what is true: symfed-fedavg-fixed-point-centred on this instance. Equation (13) with
   the products of Theorem 1's proof: differences of products for products, since gradients at theta* add up to zero, and the Neumann
   series, whose first t terms leave at most (1 - gamma mu)^(H t). At an instance (exact quadratics): gamma = 1/2, H = 2, hessians =
   [[[1]], [[2]]], optima = [[0], [1]]. Compared: printed, and the truth: as computed, step by step. *)
Theorem aistats_eq13_center_holds_there :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := 1 - gamma * ((A_1 + A_2) / 2) in
  let t2 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t3 := 1 - gamma * A_1 in
  let t4 := 1 - gamma * A_2 in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  gamma * (((t1 - (1 - gamma * A_1)) * (A_1 * (t2 - centre_1)) + (t1 - (1 - gamma * A_2)) * (A_2 * (t2 - centre_2))) / 2 / (1 - (t3 * t3 + t4 * t4) / 2)) = x1 - t2).
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

Definition all_of_this_file := (aistats_eq13_center_is_false, aistats_eq13_center_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
