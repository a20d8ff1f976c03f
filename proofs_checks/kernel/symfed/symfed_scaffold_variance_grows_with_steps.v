(* symfed-scaffold-variance-grows-with-steps: More local steps never lower the variance of heterogeneous clients with equal noise.
   symfed, strengthening that fails. Printed:
     \Sigma_\theta^{(\gamma,H)}\le\Sigma_\theta^{(\gamma,H+1)}
   Conditions:
     L*gamma <= 1
     in words: quadratic clients with additive noise
     in words: one noise covariance for all clients *)
From Symfed Require Import Instance.

(* More local steps never lower the variance of heterogeneous clients with equal noise. At an instance (exact laws, d = 1): gamma = 1/2, H
   = 4, hessians = [[[1]], [[2]]], optima = [[0], [0]], noise = [[[1]], [[1]]]. Compared: the left side and the right one. *)
Theorem symfed_scaffold_variance_grows_with_steps_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 0 in let C_1 := 1 in let C_2 := 1 in let gamma := 1 / 2 in
  let scaffold := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * (g + xi); control_update := fun xi x_end x_start x_next => xi + (x_end - x_next) / (gamma * H) |} in
  (exists x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1 x2 y1_2 y2_2 v00_2 v01_2 v02_2 v11_2 v12_2 v22_2 : R,
    kept (scaffold gamma 4) 4 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [y1_1; y2_1]) /\
    sum [y1_1; y2_1] = 0 /\
    stationary_moments (scaffold gamma 4) 4 [A_1; A_2] [C_1; C_2] [[v00_1; v01_1; v02_1]; [v01_1; v11_1; v12_1]; [v02_1; v12_1; v22_1]] /\
    kept (scaffold gamma 5) 5 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x2, [y1_2; y2_2]) /\
    sum [y1_2; y2_2] = 0 /\
    stationary_moments (scaffold gamma 5) 5 [A_1; A_2] [C_1; C_2] [[v00_2; v01_2; v02_2]; [v01_2; v11_2; v12_2]; [v02_2; v12_2; v22_2]]) /\
  (forall x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1 x2 y1_2 y2_2 v00_2 v01_2 v02_2 v11_2 v12_2 v22_2 : R,
    kept (scaffold gamma 4) 4 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [y1_1; y2_1]) ->
    sum [y1_1; y2_1] = 0 ->
    stationary_moments (scaffold gamma 4) 4 [A_1; A_2] [C_1; C_2] [[v00_1; v01_1; v02_1]; [v01_1; v11_1; v12_1]; [v02_1; v12_1; v22_1]] ->
    kept (scaffold gamma 5) 5 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x2, [y1_2; y2_2]) ->
    sum [y1_2; y2_2] = 0 ->
    stationary_moments (scaffold gamma 5) 5 [A_1; A_2] [C_1; C_2] [[v00_2; v01_2; v02_2]; [v01_2; v11_2; v12_2]; [v02_2; v12_2; v22_2]] ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := x1 - t1 in
  let t3 := x2 - t1 in
  A_2 * gamma <= 1 /\
  A_2 > A_1 /\
  ~ (v00_1 + t2 * t2 <= v00_2 + t3 * t3)).
Proof.
  intros.
  assert (columns_of (scaffold gamma 4) 4 [A_1; A_2] = [[1 / 32; 1 / 64; -1 / 64]; [-15 / 32; 49 / 64; 15 / 64]; [-1 / 4; 1 / 8; 7 / 8]]) as columns1 by at_instance.
  assert (kicks_of (scaffold gamma 4) 4 [A_1; A_2] = [[[-1 / 32; -1 / 64; 1 / 64]; [-1 / 16; -1 / 32; 1 / 32]; [-1 / 8; -1 / 16; 1 / 16]; [-1 / 4; -1 / 8; 1 / 8]]; [[0; 0; 0]; [0; 0; 0]; [0; 0; 0]; [-1 / 4; 1 / 8; -1 / 8]]]) as kicks1 by at_instance.
  assert (columns_of (scaffold gamma 5) 5 [A_1; A_2] = [[1 / 64; 1 / 160; -1 / 160]; [-31 / 64; 129 / 160; 31 / 160]; [-1 / 4; 1 / 10; 9 / 10]]) as columns2 by at_instance.
  assert (kicks_of (scaffold gamma 5) 5 [A_1; A_2] = [[[-1 / 64; -1 / 160; 1 / 160]; [-1 / 32; -1 / 80; 1 / 80]; [-1 / 16; -1 / 40; 1 / 40]; [-1 / 8; -1 / 20; 1 / 20]; [-1 / 4; -1 / 10; 1 / 10]]; [[0; 0; 0]; [0; 0; 0]; [0; 0; 0]; [0; 0; 0]; [-1 / 4; 1 / 10; -1 / 10]]]) as kicks2 by at_instance.
  split.
  - exists (0), (0), (0), (5182 / 34875), (59 / 34875), (-59 / 34875), (15091 / 244125), (-15091 / 244125), (15091 / 244125), (0), (0), (0), (2168 / 14615), (9 / 14615), (-9 / 14615), (2041 / 43845), (-2041 / 43845), (2041 / 43845).
    unfold stationary_moments; rewrite columns1, kicks1.
    unfold stationary_moments; rewrite columns2, kicks2.
    at_instance.
  - intros x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1 x2 y1_2 y2_2 v00_2 v01_2 v02_2 v11_2 v12_2 v22_2.
    intros kept1 sum1 moments1.
    unfold stationary_moments in moments1; rewrite columns1, kicks1 in moments1.
    written_out_in kept1. written_out_in sum1. written_out_in moments1. entries.
    assert (x1 = 0) by lra.
    assert (y1_1 = 0) by lra.
    assert (y2_1 = 0) by lra.
    assert (v00_1 = 5182 / 34875) by lra.
    assert (v01_1 = 59 / 34875) by lra.
    assert (v02_1 = -59 / 34875) by lra.
    assert (v11_1 = 15091 / 244125) by lra.
    assert (v12_1 = -15091 / 244125) by lra.
    assert (v22_1 = 15091 / 244125) by lra.
    subst x1 y1_1 y2_1 v00_1 v01_1 v02_1 v11_1 v12_1 v22_1. equations_forgotten.
    intros kept2 sum2 moments2.
    unfold stationary_moments in moments2; rewrite columns2, kicks2 in moments2.
    written_out_in kept2. written_out_in sum2. written_out_in moments2. entries.
    assert (x2 = 0) by lra.
    assert (y1_2 = 0) by lra.
    assert (y2_2 = 0) by lra.
    assert (v00_2 = 2168 / 14615) by lra.
    assert (v01_2 = 9 / 14615) by lra.
    assert (v02_2 = -9 / 14615) by lra.
    assert (v11_2 = 2041 / 43845) by lra.
    assert (v12_2 = -2041 / 43845) by lra.
    assert (v22_2 = 2041 / 43845) by lra.
    subst x2 y1_2 y2_2 v00_2 v01_2 v02_2 v11_2 v12_2 v22_2. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (symfed_scaffold_variance_grows_with_steps_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
