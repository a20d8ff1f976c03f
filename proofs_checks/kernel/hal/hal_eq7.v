(* hal-eq7: The text calls Sigma the covariance matrix under the stationary law; the formula is the second moment about theta*.
   hal, equation (7). Printed:
     \text{the mean and the covariance matrix: }\bar\theta_{sto}=\int\vartheta\,\pi(d\vartheta),\quad\bar\Sigma_{sto}=\int\{\vartheta-\theta^\star\}^{\otimes2}\pi(d\vartheta)
   Conditions:
     2*L*gamma < 1 *)
From Symfed Require Import Instance.

(* The text calls Sigma the covariance matrix under the stationary law; the formula is the second moment about theta*. At an instance
   (exact quadratics, against the covariance about the mean): gamma = 1/6, H = 2, hessians = [[[1]], [[2]]], optima = [[0], [1]]. Compared:
   printed, and the truth: The stationary covariance matrix, about the stationary mean. *)
Theorem hal_eq7_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 6 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 v1 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) /\
    stationary_moments (fedavg gamma 2) 2 [A_1; A_2] [0; 0] [[v1; 0; 0]; [0; 0; 0]; [0; 0; 0]]) /\
  (forall x1 v1 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
    stationary_moments (fedavg gamma 2) 2 [A_1; A_2] [0; 0] [[v1; 0; 0]; [0; 0; 0]; [0; 0; 0]] ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := x1 - t1 in
  let t3 := x1 - t1 in
  let t4 := x1 - t1 in
  2 * A_2 * gamma < 1 /\
  A_2 > A_1 /\
  ~ (v1 + t2 * t2 = v1 + t3 * t3 - t4 * t4)).
Proof.
  intros.
  assert (columns_of (fedavg gamma 2) 2 [A_1; A_2] = [[41 / 72; 0; 0]; [0; 1; 0]; [0; 0; 1]]) as columns1 by at_instance.
  assert (kicks_of (fedavg gamma 2) 2 [A_1; A_2] = [[[-5 / 72; 0; 0]; [-1 / 12; 0; 0]]; [[-1 / 18; 0; 0]; [-1 / 12; 0; 0]]]) as kicks1 by at_instance.
  split.
  - exists (20 / 31), (0).
    unfold stationary_moments; rewrite columns1, kicks1.
    at_instance.
  - intros x1 v1.
    intros kept1 moments1.
    unfold stationary_moments in moments1; rewrite columns1, kicks1 in moments1.
    written_out_in kept1. written_out_in moments1. entries.
    assert (x1 = 20 / 31) by lra.
    assert (v1 = 0) by lra.
    subst x1 v1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (hal_eq7_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
