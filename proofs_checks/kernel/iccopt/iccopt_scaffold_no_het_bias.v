(* iccopt-scaffold-no-het-bias: With exact gradients Scaffold tends to x*, however different the clients are; as printed, from any initial
   control variates.
   iccopt, slide 'Scaffold'. Printed:
     \rightarrow\text{ No more heterogeneity bias!} *)
From Symfed Require Import Instance.

(* With exact gradients Scaffold tends to x*, however different the clients are; as printed, from any initial control variates. At an
   instance (exact quadratics, control variates with a drawn mean): gamma = 1, H = 1, hessians = [[[1]]], optima = [[0]], mean control =
   [1]. Compared: printed, and the truth: as computed, step by step. *)
Theorem iccopt_scaffold_no_het_bias_is_false :
  let A := 1 in let centre := 0 in let gamma := 1 in let mean_control := 1 in
  let scaffold := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * (g + xi); control_update := fun xi x_end x_start x_next => xi + (x_end - x_next) / (gamma * H) |} in
  (exists x1 y1_1 : R,
    kept (scaffold gamma 1) 1 [quadratic A centre] (x1, [y1_1]) /\
    sum [y1_1] = mean_control) /\
  (forall x1 y1_1 : R,
    kept (scaffold gamma 1) 1 [quadratic A centre] (x1, [y1_1]) ->
    sum [y1_1] = mean_control ->
  ~ (x1 - A * centre / A = 0)).
Proof.
  intros.
  split.
  - exists (-1), (1).
    at_instance.
  - intros x1 y1_1.
    intros kept1 sum1.
    written_out_in kept1. written_out_in sum1. entries.
    assert (x1 = -1) by lra.
    assert (y1_1 = 1) by lra.
    subst x1 y1_1. equations_forgotten.
    at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-scaffold-no-heterogeneity-bias on this instance. On quadratics
   Scaffold's stationary mean is the minimiser of f(x) + <mean_c xi_c, x>: x* if and only if the control variates sum to zero. At an
   instance (exact noisy quadratics, control variates with a drawn mean): gamma = 1, H = 1, hessians = [[[1]]], optima = [[0]], mean
   control = [1]. Compared: printed, and the truth: Where E[x^(t)] tends, less x*. *)
Theorem iccopt_scaffold_no_het_bias_holds_there :
  let A := 1 in let centre := 0 in let gamma := 1 in let mean_control := 1 in
  let scaffold := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * (g + xi); control_update := fun xi x_end x_start x_next => xi + (x_end - x_next) / (gamma * H) |} in
  (exists x1 y1_1 : R,
    kept (scaffold gamma 1) 1 [quadratic A centre] (x1, [y1_1]) /\
    sum [y1_1] = mean_control) /\
  (forall x1 y1_1 : R,
    kept (scaffold gamma 1) 1 [quadratic A centre] (x1, [y1_1]) ->
    sum [y1_1] = mean_control ->
  A * gamma <= 1 /\
  - (mean_control / A) = x1 - A * centre / A).
Proof.
  intros.
  split.
  - exists (-1), (1).
    at_instance.
  - intros x1 y1_1.
    intros kept1 sum1.
    written_out_in kept1. written_out_in sum1. entries.
    assert (x1 = -1) by lra.
    assert (y1_1 = 1) by lra.
    subst x1 y1_1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (iccopt_scaffold_no_het_bias_is_false, iccopt_scaffold_no_het_bias_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
