(* aistats-eq18-remainders: No multiple of |theta_det - theta*| bounds what products leave beyond first order: for one client theta_det =
   theta*, and (Id - gamma A)^n has a term gamma^2 A^2 for n >= 2. Nor is R_{1,h} the mean of the R_{1,h}^c, a product of means being no
   mean of products. R = O(gamma H) is true.
   aistats, equation (18). Printed:
     \sup_\vartheta\|\mathcal R_{1,h}^c(\vartheta)\|/\|\vartheta-\theta^\star\|<\infty,\ \sup_\vartheta\|\mathcal R_1(\vartheta)\|/\|\vartheta-\theta^\star\|<\infty,\ \mathcal R_{1,h}=\frac1N\sum_c\mathcal R_{1,h}^c
   Conditions:
     L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means *)
From Symfed Require Import Instance.

(* No multiple of |theta_det - theta*| bounds what products leave beyond first order: for one client theta_det = theta*, and (Id - gamma
   A)^n has a term gamma^2 A^2 for n >= 2. Nor is R_{1,h} the mean of the R_{1,h}^c, a product of means being no mean of products. R =
   O(gamma H) is true. At an instance (one quadratic client, H factors): gamma = 1/2, H = 2, hessians = [[[1]]], optima = [[0]]. Compared:
   the left side and the right one. *)
Theorem aistats_eq18_remainders_is_false :
  let A := 1 in let centre := 0 in let gamma := 1 / 2 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A centre] (x1, [0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A centre] (x1, [0]) ->
  let t1 := 1 - gamma * A in
  A * gamma <= 1 /\
  gamma * A * 2 <= 1 /\
  ~ ((t1 * t1 - 1 + gamma * 2 * A) ^ 2 <= (x1 - A * centre / A) ^ 2)).
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

(* Beside it, to see that the same arithmetic accepts what is true: symfed-product-first-order on this instance. n factors Id - gamma D are
   Id less gamma times the sum of the n Hessians, up to (gamma L)^2 n (n-1)/2; n is H - h in F_c^{h+1:H} as Theorem 1's proof has it. The
   square does not vanish where theta_det = theta*; O(gamma H) of the remainders R stands. At an instance (exact quadratics, H factors):
   gamma = 1/2, H = 2, hessians = [[[1]]], optima = [[0]]. Compared: the left side and the right one. *)
Theorem aistats_eq18_remainders_holds_there :
  let A := 1 in let centre := 0 in let gamma := 1 / 2 in
  let t1 := 1 - gamma * A in
  A * gamma <= 1 /\
  (t1 * t1 - 1 + gamma * 2 * A) ^ 2 <= (gamma ^ 2 * A ^ 2 * 2 / 2) ^ 2 * 1 ^ 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_eq18_remainders_is_false, aistats_eq18_remainders_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
