(* aistats-prop2-contraction-digamma: The mean product over a round is at most (1 - gamma mu)^H: with equation (3)'s products, a factor
   short, it is (1 - gamma mu)^(H-1).
   aistats, proof of Proposition 2, before equation (14). Printed:
     \|\digamma^\star\|\le(1-\gamma\mu)^H,\ \digamma^\star=\frac1N\sum_c\digamma_c^{\star,1:H},\quad\digamma_c^{\star,h:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\theta^\star_{c,\ell},\theta^\star)})
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth *)
From Symfed Require Import Instance.

(* The mean product over a round is at most (1 - gamma mu)^H: with equation (3)'s products, a factor short, it is (1 - gamma mu)^(H-1). At
   an instance (exact quadratics): gamma = 1, H = 1, hessians = [[[1]]], optima = [[0]]. Compared: the left side and the right one. *)
Theorem aistats_prop2_contraction_digamma_is_false :
  let A := 1 in let centre := 0 in let gamma := 1 in
  A * gamma <= 1 /\
  ~ (1 ^ 2 <= (1 - gamma * A) ^ 2 * 1 ^ 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-fedavg-fixed-point-identity on this instance. Proposition 2 with
   the factor -gamma that its proof carries, and products that run over the steps that are taken; Id less their mean is invertible, since
   that is at most (1 - gamma mu)^H. At an instance (random exact quadratics): gamma = 1, H = 1, hessians = [[[1]]], optima = [[0]].
   Compared: printed, and the truth: E[theta] - theta* of an instance, by exact linear algebra. *)
Theorem aistats_prop2_contraction_digamma_holds_there :
  let A := 1 in let centre := 0 in let gamma := 1 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 1) 1 [quadratic A centre] (x1, [0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 1) 1 [quadratic A centre] (x1, [0]) ->
  let t1 := A * centre / A in
  A * gamma <= 1 /\
  -1 * gamma * (A * (t1 - centre) / (1 - (1 - gamma * A))) = x1 - t1).
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

Definition all_of_this_file := (aistats_prop2_contraction_digamma_is_false, aistats_prop2_contraction_digamma_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
