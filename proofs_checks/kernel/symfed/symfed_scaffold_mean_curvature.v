(* symfed-scaffold-mean-curvature: No population is noisier than equal clients of its mean curvature, d = 1 and equal noise.
   symfed, strengthening that fails. Printed:
     \Sigma_\theta\le\frac{\gamma C}{N\bar a(2-\gamma\bar a)},\quad\bar a=\tfrac1N\textstyle\sum_ca_c
   Conditions:
     L*gamma <= 1
     in words: quadratic clients with additive noise
     in words: one noise covariance for all clients *)
From Symfed Require Import Instance.

(* No population is noisier than equal clients of its mean curvature, d = 1 and equal noise. At an instance (exact laws, d = 1): gamma =
   1/8, H = 2, hessians = [[[1]], [[2]]], optima = [[0], [0]], noise = [[[1]], [[1]]]. Compared: the left side and the right one. *)
Theorem symfed_scaffold_mean_curvature_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 0 in let C_1 := 1 in let C_2 := 1 in let gamma := 1 / 8 in
  let scaffold := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * (g + xi); control_update := fun xi x_end x_start x_next => xi + (x_end - x_next) / (gamma * H) |} in
  (exists x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1 : R,
    kept (scaffold gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [y1_1; y2_1]) /\
    sum [y1_1; y2_1] = 0 /\
    stationary_moments (scaffold gamma 2) 2 [A_1; A_2] [C_1; C_2] [[v00_1; v01_1; v02_1]; [v01_1; v11_1; v12_1]; [v02_1; v12_1; v22_1]]) /\
  (forall x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1 : R,
    kept (scaffold gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [y1_1; y2_1]) ->
    sum [y1_1; y2_1] = 0 ->
    stationary_moments (scaffold gamma 2) 2 [A_1; A_2] [C_1; C_2] [[v00_1; v01_1; v02_1]; [v01_1; v11_1; v12_1]; [v02_1; v12_1; v22_1]] ->
  let t1 := (A_1 + A_2) / 2 in
  let t2 := x1 - (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  ~ (2 * t1 * (2 - gamma * t1) * (v00_1 + t2 * t2) <= gamma * C_1)).
Proof.
  intros.
  assert (columns_of (scaffold gamma 2) 2 [A_1; A_2] = [[85 / 128; 13 / 32; -13 / 32]; [-15 / 128; 17 / 32; 15 / 32]; [-7 / 64; 7 / 16; 9 / 16]]) as columns1 by at_instance.
  assert (kicks_of (scaffold gamma 2) 2 [A_1; A_2] = [[[-7 / 128; -7 / 32; 7 / 32]; [-1 / 16; -1 / 4; 1 / 4]]; [[-3 / 64; 3 / 16; -3 / 16]; [-1 / 16; 1 / 4; -1 / 4]]]) as kicks1 by at_instance.
  split.
  - exists (0), (0), (0), (12999262 / 562816485), (5531579 / 562816485), (-5531579 / 562816485), (120697783 / 562816485), (-120697783 / 562816485), (120697783 / 562816485).
    unfold stationary_moments; rewrite columns1, kicks1.
    at_instance.
  - intros x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1.
    intros kept1 sum1 moments1.
    unfold stationary_moments in moments1; rewrite columns1, kicks1 in moments1.
    written_out_in kept1. written_out_in sum1. written_out_in moments1. entries.
    assert (x1 = 0) by lra.
    assert (y1_1 = 0) by lra.
    assert (y2_1 = 0) by lra.
    assert (v00_1 = 12999262 / 562816485) by lra.
    assert (v01_1 = 5531579 / 562816485) by lra.
    assert (v02_1 = -5531579 / 562816485) by lra.
    assert (v11_1 = 120697783 / 562816485) by lra.
    assert (v12_1 = -120697783 / 562816485) by lra.
    assert (v22_1 = 120697783 / 562816485) by lra.
    subst x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (symfed_scaffold_mean_curvature_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
