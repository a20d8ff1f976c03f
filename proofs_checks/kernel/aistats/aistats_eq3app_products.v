(* aistats-eq3app-products: The products again, as in equation (3): over a round they lack the first local step, l = 0. The upper index
   (theta*_{c,l}, theta* ) of D is not defined, and is read as (gamma, l).
   aistats, proof of Proposition 2, the products. Printed:
     \digamma_c^{\star,h:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\theta^\star_{c,\ell},\theta^\star)}),\ h\in\{1,\dots,H\}
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth *)
From Symfed Require Import Instance.

(* The products again, as in equation (3): over a round they lack the first local step, l = 0. The upper index (theta*_{c,l}, theta* ) of D
   is not defined, and is read as (gamma, l). At an instance (exact quadratics: a round's product): gamma = 1, H = 1, hessians = [[[1]]],
   optima = [[0]]. Compared: printed, and the truth: What a round's local steps make of that displacement. *)
Theorem aistats_eq3app_products_is_false :
  let A := 1 in let centre := 0 in let gamma := 1 in
  A * gamma <= 1 /\
  ~ (1 = 1 - gamma * A).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-local-path-unrolled on this instance. With the products of
   Theorem 1's proof, l = h .. H-1 in F_c^{h+1:H}, equation (11) unrolls as printed in the proof of Proposition 2. At an instance (exact
   quadratics): gamma = 1, H = 1, hessians = [[[1]]], optima = [[0]]. Compared: printed, and the truth: as computed, step by step. *)
Theorem aistats_eq3app_products_holds_there :
  let A := 1 in let centre := 0 in let gamma := 1 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 1) 1 [quadratic A centre] (x1, [0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 1) 1 [quadratic A centre] (x1, [0]) ->
  let t1 := A * centre / A in
  let t2 := A * (t1 - centre) in
  let t3 := x1 - t1 in
  A * gamma <= 1 /\
  (1 - gamma * A) * (x1 - t1) + -1 * gamma * t2 = t3 - gamma * (A * t3 + t2)).
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

Definition all_of_this_file := (aistats_eq3app_products_is_false, aistats_eq3app_products_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
