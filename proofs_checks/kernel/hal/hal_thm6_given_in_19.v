(* hal-thm6-given-in-19: The remainder of Theorem 7 is said to be (19)'s, which belongs to the display before it, with gamma (H-3)/2 b_h:
   with the first order of the theorem it is gamma b_h too large. (With the products of equation (3) the displays do not start from the
   bias.) That R = O(gamma H) is true.
   hal, Theorem 6, last clause. Printed:
     \bar\theta_{det}-\theta^\star=\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_c(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)+\gamma H\mathcal R(\bar\theta_{det}),\ \text{where the expression of }\mathcal R=O(\gamma H)\text{ is given in (19)}
   Conditions:
     2*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means *)
From Symfed Require Import Instance.

(* The remainder of Theorem 7 is said to be (19)'s, which belongs to the display before it, with gamma (H-3)/2 b_h: with the first order of
   the theorem it is gamma b_h too large. (With the products of equation (3) the displays do not start from the bias.) That R = O(gamma H)
   is true. At an instance (exact quadratics on the line): gamma = 1/4, H = 1, hessians = [[[1]], [[2]]], optima = [[0], [1]]. Compared:
   the left side and the right one. *)
Theorem hal_thm6_given_in_19_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 4 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 1) 1 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := gamma * (-1) * A_1 / gamma in
  let t3 := gamma * (-1) * A_2 / gamma in
  let t4 := (t2 + t3) / 2 in
  let t5 := t4 - t2 in
  let t6 := (A_1 + A_2) / 2 in
  let t7 := 1 / (1 - (1 - gamma * A_1 + (1 - gamma * A_2)) / 2) - 1 / (gamma * t6) in
  let t8 := gamma * (-1) * t7 in
  let t9 := gamma * t7 in
  let t10 := t4 - t3 in
  2 * A_2 * gamma <= 1 /\
  gamma * A_1 <= 1 /\
  A_2 > A_1 /\
  ~ (x1 - t1 = gamma * (((t5 / t6 + t8 * (A_1 - t6) + t9 * t5) * (A_1 * (t1 - centre_1)) + (t10 / t6 + t8 * (A_2 - t6) + t9 * t10) * (A_2 * (t1 - centre_2))) / 2))).
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

Definition all_of_this_file := (hal_thm6_given_in_19_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
