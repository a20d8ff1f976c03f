(* aistats-thm7-final-sup: The remainder is said to be at most a multiple of |theta_det - theta*|: at one step size the bias of three
   clients is zero and the remainder, -gamma (H-1)/2 b_h, is not. What is drawn from it, gamma H R = O(gamma^2 H^2), is true, with a
   constant.
   aistats, end of the proof of Theorem 7. Printed:
     \sup_\vartheta\|\mathcal R(\vartheta)\|/\|\vartheta-\theta^\star\|<\infty\ \Rightarrow\ \gamma H\mathcal R(\bar\theta_{det})=O(\gamma^2H^2)
   Conditions:
     L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means *)
From Symfed Require Import Instance.

(* The remainder is said to be at most a multiple of |theta_det - theta*|: at one step size the bias of three clients is zero and the
   remainder, -gamma (H-1)/2 b_h, is not. What is drawn from it, gamma H R = O(gamma^2 H^2), is true, with a constant. At an instance
   (exact quadratics without bias): gamma = 1, H = 3, hessians = [[[1/3]], [[2/3]], [[1]]], optima = [[-4/3], [5/3], [-2/3]]. Compared: the
   left side and the right one. *)
Theorem aistats_thm7_final_sup_is_false :
  let A_1 := 1 / 3 in let A_2 := 2 / 3 in let A_3 := 1 in let centre_1 := -4 / 3 in let centre_2 := 5 / 3 in let centre_3 := -2 / 3 in let
  gamma := 1 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 3) 3 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x1, [0; 0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 3) 3 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x1, [0; 0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2 + A_3 * centre_3) / (A_1 + A_2 + A_3) in
  let t2 := x1 - t1 in
  let t3 := (A_1 + A_2 + A_3) / 3 in
  A_3 * gamma <= 1 /\
  gamma * A_1 * 3 <= 1 /\
  A_3 >= A_1 /\
  A_2 > A_1 /\
  A_3 > A_2 /\
  t2 = 0 /\
  ~ (t2 - gamma * 2 / 2 * (((A_1 - t3) * (A_1 * (t1 - centre_1)) + (A_2 - t3) * (A_2 * (t1 - centre_2)) + (A_3 - t3) * (A_3 * (t1 - centre_3))) / 3 / ((A_1 + A_2 + A_3) / 3)) = 0)).
Proof.
  intros.
  split.
  - exists (0).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 0) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-fedavg-fixed-point-remainder on this instance. The remainder of
   Theorem 1, with its constant and for every H: at most gamma^2 H (H-1) times (L^3/(2 mu) + L^2/6)/mu times the mean norm of the clients'
   gradients at theta*, which is at most zeta_1, plus M/(2 mu) (L^2/mu^2 + L/mu + 1/3) times their mean square, zeta_1^2; |hess f_c(u) -
   hess f_c(theta* )| <= M |u - theta*|. gamma mu H <= 1 is not needed. At an instance (exact quadratics): gamma = 1, H = 3, hessians =
   [[[1/3]], [[2/3]], [[1]]], optima = [[-4/3], [5/3], [-2/3]]. Compared: the left side and the right one. *)
Theorem aistats_thm7_final_sup_holds_there :
  let A_1 := 1 / 3 in let A_2 := 2 / 3 in let A_3 := 1 in let centre_1 := -4 / 3 in let centre_2 := 5 / 3 in let centre_3 := -2 / 3 in let
  gamma := 1 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 3) 3 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x1, [0; 0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 3) 3 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x1, [0; 0; 0]) ->
  let t1 := 1 + 3 * A_3 * (1 / A_1) in
  let t2 := (A_1 + A_2 + A_3) / 3 in
  let t3 := (A_1 * centre_1 + A_2 * centre_2 + A_3 * centre_3) / (A_1 + A_2 + A_3) in
  let t4 := A_1 * (t3 - centre_1) in
  let t5 := A_2 * (t3 - centre_2) in
  let t6 := A_3 * (t3 - centre_3) in
  let t7 := ((A_1 - t2) * t4 + (A_2 - t2) * t5 + (A_3 - t2) * t6) / 3 / ((A_1 + A_2 + A_3) / 3) in
  let t8 := (t4 + t5 + t6) / 3 in
  A_3 * gamma <= 1 /\
  A_3 >= A_1 /\
  A_2 > A_1 /\
  A_3 > A_2 /\
  A_3 ^ 2 >= 0 /\
  gamma ^ 2 >= 0 /\
  1 / A_1 >= 0 /\
  t1 >= 0 /\
  (-1 * x1 + -1 / 2 * gamma * t7 + 1 / 2 * gamma * 3 * t7 + t3) ^ 2 <= 1 / 36 * (((t4 - t8) ^ 2 + (t5 - t8) ^ 2 + (t6 - t8) ^ 2) / 3) * 3 * 3 * A_3 ^ 2 * A_3 ^ 2 * gamma ^ 2 * gamma ^ 2 * (1 / A_1) * (1 / A_1) * t1 * t1 * 2 * 2).
Proof.
  intros.
  split.
  - exists (0).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 0) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (aistats_thm7_final_sup_is_false, aistats_thm7_final_sup_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
