(* argo-scafflsa-cv-update: The control variate moves by -(theta_{t+1} - theta_{t,H}^c)/(eta H), away from the client's drift, where the
   printed local step subtracts it: with one local step it doubles in a round.
   argo, slide 'Solution: Control variates (SCAFFLSA)'. Printed:
     \xi_{t+1}=\xi_t-\frac1{\eta H}(\theta_{t+1}-\theta_{t,H}^c)
   Not here, or not whole:
     stable: is no instance that its check draws *)
From Symfed Require Import Instance.

(* The control variate moves by -(theta_{t+1} - theta_{t,H}^c)/(eta H), away from the client's drift, where the printed local step
   subtracts it: with one local step it doubles in a round. At an instance (one local step: sampled drift less the mean of all): matrices =
   [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]], [[1], [0]]], cubes = [[0, 0], [0, 0]], gamma = 1, draws = [[[0], [0]]], start =
   [0], point = [0], control variates = [[0], [0]], other start = [0], other control variates = [[0], [0]]. Compared: printed, and the
   truth: Each client's sampled drift at theta less the mean of all: what a control variate has to learn from one step. *)
Theorem learns_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 1 in let vectors_2_2 := 0 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 in let start := 0 in let point_ := 0 in let control_variates_1 := 0 in let control_variates_2 := 0
  in let other_1 := 0 in let other_2_1 := 0 in let other_2_2 := 0 in
  let t1 := start - gamma * (matrices_1_1 * start - vectors_1_1 + cubes_1_1 * start ^ 3 - control_variates_1) in
  let t2 := start - gamma * (matrices_2_1 * start - vectors_2_1 + cubes_2_1 * start ^ 3 - control_variates_2) in
  let t3 := (t1 + t2) / 2 in
  let t4 := matrices_1_1 * start - vectors_1_1 + cubes_1_1 * start ^ 3 in
  let t5 := matrices_2_1 * start - vectors_2_1 + cubes_2_1 * start ^ 3 in
  let t6 := (t4 + t5) / 2 in
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  matrices_1_2 >= matrices_1_1 /\
  matrices_2_1 >= matrices_1_1 /\
  matrices_2_2 >= matrices_1_1 /\
  ~ (control_variates_1 - (t3 - t1) / gamma = t4 - t6 /\ control_variates_2 - (t3 - t2) / gamma = t5 - t6).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-scafflsa-algorithm on this instance. With the control update's
   sign turned SCAFFLSA is Scaffold on the drifts A x - b, its control variates xi being Scaffold's -xi, and one step teaches a control
   variate the client's own drift less the mean of all. At an instance (one local step: sampled drift less the mean of all): matrices =
   [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [0]], [[1], [0]]], cubes = [[0, 0], [0, 0]], gamma = 1, draws = [[[0], [0]]], start =
   [0], point = [0], control variates = [[0], [0]], other start = [0], other control variates = [[0], [0]]. Compared: printed, and the
   truth: Each client's sampled drift at theta less the mean of all: what a control variate has to learn from one step. *)
Theorem learns_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 0 in let vectors_2_1 := 1 in let vectors_2_2 := 0 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 in let start := 0 in let point_ := 0 in let control_variates_1 := 0 in let control_variates_2 := 0
  in let other_1 := 0 in let other_2_1 := 0 in let other_2_2 := 0 in
  let t1 := start - gamma * (matrices_1_1 * start - vectors_1_1 + cubes_1_1 * start ^ 3 - control_variates_1) in
  let t2 := start - gamma * (matrices_2_1 * start - vectors_2_1 + cubes_2_1 * start ^ 3 - control_variates_2) in
  let t3 := (t1 + t2) / 2 in
  let t4 := matrices_1_1 * start - vectors_1_1 + cubes_1_1 * start ^ 3 in
  let t5 := matrices_2_1 * start - vectors_2_1 + cubes_2_1 * start ^ 3 in
  let t6 := (t4 + t5) / 2 in
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  matrices_1_2 >= matrices_1_1 /\
  matrices_2_1 >= matrices_1_1 /\
  matrices_2_2 >= matrices_1_1 /\
  control_variates_1 + (t3 - t1) / gamma = t4 - t6 /\
  control_variates_2 + (t3 - t2) / gamma = t5 - t6.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (learns_is_false, learns_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
