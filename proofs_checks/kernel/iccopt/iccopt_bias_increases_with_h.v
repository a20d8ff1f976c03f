(* iccopt-bias-increases-with-h: More local steps, more bias; with three clients it may shrink again, and even change its sign.
   iccopt, slide with three trajectories. Printed:
     \text{When the number of local iterations increases, bias incrases} *)
From Symfed Require Import Instance.

(* More local steps, more bias; with three clients it may shrink again, and even change its sign. At an instance (exact quadratics): gamma
   = 1/3, H = 2, hessians = [[[1]], [[3]], [[2]]], optima = [[0], [0], [1]]. Compared: the left side and the right one. *)
Theorem iccopt_bias_increases_with_h_is_false :
  let A_1 := 1 in let A_2 := 3 in let A_3 := 2 in let centre_1 := 0 in let centre_2 := 0 in let centre_3 := 1 in let gamma := 1 / 3 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 x2 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x1, [0; 0; 0]) /\
    kept (fedavg_deterministic gamma 3) 3 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x2, [0; 0; 0])) /\
  (forall x1 x2 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x1, [0; 0; 0]) ->
    kept (fedavg_deterministic gamma 3) 3 [quadratic A_1 centre_1; quadratic A_2 centre_2; quadratic A_3 centre_3] (x2, [0; 0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2 + A_3 * centre_3) / (A_1 + A_2 + A_3) in
  A_3 >= A_1 /\
  A_2 > A_1 /\
  A_3 <= A_2 /\
  ~ ((x1 - t1) ^ 2 <= (x2 - t1) ^ 2)).
Proof.
  intros.
  split.
  - exists (4 / 11), (13 / 36).
    at_instance.
  - intros x1 x2.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 4 / 11) by lra.
    subst x1. equations_forgotten.
    intros kept2.
    written_out_in kept2. entries.
    assert (x2 = 13 / 36) by lra.
    subst x2. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (iccopt_bias_increases_with_h_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
