(* symfed-scaffold-unequal-noise-constant: No population is noisier than equal clients of curvature mu, with the clients' mean noise when
   they differ in noise.
   symfed, strengthening that fails. Printed:
     R=\frac{N\mu(2-\gamma\mu)}{\gamma\sigma^2}\,\mathrm{tr}\,\Sigma_\theta,\quad\sigma^2=\frac1N\sum_c\mathrm{tr}\,C_c,\quad R\le1\text{ for any }C_c
   Conditions:
     L*gamma <= 1
     in words: quadratic clients with additive noise *)
From Symfed Require Import Instance.

(* No population is noisier than equal clients of curvature mu, with the clients' mean noise when they differ in noise. At an instance
   (exact laws, one noisy client): gamma = 1/2, H = 4, hessians = [[[1]], [[2]]], optima = [[0], [0]], noise = [[[1]], [[0]]]. Compared:
   the left side and the right one. *)
Theorem symfed_scaffold_unequal_noise_constant_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 0 in let C_1 := 1 in let C_2 := 0 in let gamma := 1 / 2 in
  let scaffold := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * (g + xi); control_update := fun xi x_end x_start x_next => xi + (x_end - x_next) / (gamma * H) |} in
  (exists x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1 : R,
    kept (scaffold gamma 4) 4 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [y1_1; y2_1]) /\
    sum [y1_1; y2_1] = 0 /\
    stationary_moments (scaffold gamma 4) 4 [A_1; A_2] [C_1; C_2] [[v00_1; v01_1; v02_1]; [v01_1; v11_1; v12_1]; [v02_1; v12_1; v22_1]]) /\
  (forall x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1 : R,
    kept (scaffold gamma 4) 4 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [y1_1; y2_1]) ->
    sum [y1_1; y2_1] = 0 ->
    stationary_moments (scaffold gamma 4) 4 [A_1; A_2] [C_1; C_2] [[v00_1; v01_1; v02_1]; [v01_1; v11_1; v12_1]; [v02_1; v12_1; v22_1]] ->
  let t1 := x1 - (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  ~ (2 * A_1 * (2 - gamma * A_1) * (v00_1 + t1 * t1) / (gamma * ((C_1 + C_2) / 2)) <= 1)).
Proof.
  intros.
  assert (columns_of (scaffold gamma 4) 4 [A_1; A_2] = [[1 / 32; 1 / 64; -1 / 64]; [-15 / 32; 49 / 64; 15 / 64]; [-1 / 4; 1 / 8; 7 / 8]]) as columns1 by at_instance.
  assert (kicks_of (scaffold gamma 4) 4 [A_1; A_2] = [[[-1 / 32; -1 / 64; 1 / 64]; [-1 / 16; -1 / 32; 1 / 32]; [-1 / 8; -1 / 16; 1 / 16]; [-1 / 4; -1 / 8; 1 / 8]]; [[0; 0; 0]; [0; 0; 0]; [0; 0; 0]; [-1 / 4; 1 / 8; -1 / 8]]]) as kicks1 by at_instance.
  split.
  - exists (0), (0), (0), (2941 / 34875), (1292 / 34875), (-1292 / 34875), (8908 / 244125), (-8908 / 244125), (8908 / 244125).
    unfold stationary_moments; rewrite columns1, kicks1.
    at_instance.
  - intros x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1.
    intros kept1 sum1 moments1.
    unfold stationary_moments in moments1; rewrite columns1, kicks1 in moments1.
    written_out_in kept1. written_out_in sum1. written_out_in moments1. entries.
    assert (x1 = 0) by lra.
    assert (y1_1 = 0) by lra.
    assert (y2_1 = 0) by lra.
    assert (v00_1 = 2941 / 34875) by lra.
    assert (v01_1 = 1292 / 34875) by lra.
    assert (v02_1 = -1292 / 34875) by lra.
    assert (v11_1 = 8908 / 244125) by lra.
    assert (v12_1 = -8908 / 244125) by lra.
    assert (v22_1 = 8908 / 244125) by lra.
    subst x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (symfed_scaffold_unequal_noise_constant_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
