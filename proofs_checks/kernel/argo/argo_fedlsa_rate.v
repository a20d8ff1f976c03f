(* argo-fedlsa-rate: FedLSA converges to its limit at the rate of a client's steps, down to eta sigma²/(N a). Two things are wrong: the
   noise sigma_* at the clients' own solutions can be zero where the iterates keep moving, and at t = 0, from theta*, the distance to the
   limit is not that to theta*.
   argo, slide 'Analysis of FedLSA', convergence rate. Printed:
     \mathbb E\left[\|\theta_t-\theta_\infty^{\mathrm{bias}}-\theta_\star\|^2\right]=O\left((1-\eta a)^{Ht}\|\theta_0-\theta_\star\|^2+\frac{\eta\sigma_\star^2}{Na}\right)
   Conditions:
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Not here, or not whole:
     start: is computed by what does not follow its numbers *)
From Symfed Require Import Instance.

(* FedLSA converges to its limit at the rate of a client's steps, down to eta sigma²/(N a). Two things are wrong: the noise sigma_* at the
   clients' own solutions can be zero where the iterates keep moving, and at t = 0, from theta*, the distance to the limit is not that to
   theta*. At an instance (stationary spread, sigma_* = 0): matrices = [[[[1]], [[1]]], [[[1/2]], [[3/2]]]], vectors = [[[1/2], [1/2]],
   [[0], [0]]], gamma = 4/5, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem noise_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 / 2 in let matrices_2_2 := 3 / 2 in let vectors_1_1 := 1 / 2 in
  let vectors_1_2 := 1 / 2 in let vectors_2_1 := 0 in let vectors_2_2 := 0 in let cubes_1 := 0 in let cubes_2 := 0 in let gamma := 4 / 5
  in let start := 0 in let point_ := 0 in
  let fedlsa := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists m01_1 m11_1 : R,
    stationary_law (fedlsa gamma 1) 1 [[(1 / 2, (matrices_1_1, vectors_1_1)); (1 / 2, (matrices_1_2, vectors_1_2))]; [(1 / 2, (matrices_2_1, vectors_2_1)); (1 / 2, (matrices_2_2, vectors_2_2))]] [[1; m01_1; 0; 0]; [m01_1; m11_1; 0; 0]; [0; 0; 0; 0]; [0; 0; 0; 0]]) /\
  (forall m01_1 m11_1 : R,
    stationary_law (fedlsa gamma 1) 1 [[(1 / 2, (matrices_1_1, vectors_1_1)); (1 / 2, (matrices_1_2, vectors_1_2))]; [(1 / 2, (matrices_2_1, vectors_2_1)); (1 / 2, (matrices_2_2, vectors_2_2))]] [[1; m01_1; 0; 0]; [m01_1; m11_1; 0; 0]; [0; 0; 0; 0]; [0; 0; 0; 0]] ->
  let t1 := ((1 - gamma * matrices_2_1) * (1 - gamma * matrices_2_1) + (1 - gamma * matrices_2_2) * (1 - gamma * matrices_2_2)) / 2 in
  let t2 := 1 / 2 * matrices_2_1 + 1 / 2 * matrices_2_2 in
  let t3 := 1 / 2 * vectors_2_1 + 1 / 2 * vectors_2_2 in
  let t4 := t3 / t2 in
  let t5 := 1 / 2 * matrices_1_1 + 1 / 2 * matrices_1_2 in
  let t6 := 1 / 2 * vectors_1_1 + 1 / 2 * vectors_1_2 in
  let t7 := t6 / t5 in
  let t8 := (((matrices_1_1 - t5) * t7 + (vectors_1_1 - t6)) ^ 2 + ((matrices_1_2 - t5) * t7 + (vectors_1_2 - t6)) ^ 2) / 2 in
  let t9 := (t6 + t3) / (t5 + t2) in
  let t10 := m01_1 - t9 in
  t1 > ((1 - gamma * matrices_1_1) * (1 - gamma * matrices_1_1) + (1 - gamma * matrices_1_2) * (1 - gamma * matrices_1_2)) / 2 /\
  (((matrices_2_1 - t2) * t4 + (vectors_2_1 - t3)) ^ 2 + ((matrices_2_2 - t2) * t4 + (vectors_2_2 - t3)) ^ 2) / 2 <= t8 /\
  ~ (m11_1 - 2 * t9 * m01_1 + t9 * t9 - t10 * t10 <= 1000000000 * (gamma * t8 / (2 * ((1 - t1) / gamma))))).
Proof.
  intros.
  assert (drawn_columns (fedlsa gamma 1) 1 [[(1 / 2, (matrices_1_1, vectors_1_1)); (1 / 2, (matrices_1_2, vectors_1_2))]; [(1 / 2, (matrices_2_1, vectors_2_1)); (1 / 2, (matrices_2_2, vectors_2_2))]] = [(1 / 4, [[1; 1 / 5; 0; 0]; [0; 2 / 5; 0; 0]; [0; 0; 1; 0]; [0; 0; 0; 1]]); (1 / 4, [[1; 1 / 5; 0; 0]; [0; 2 / 5; 0; 0]; [0; 0; 1; 0]; [0; 0; 0; 1]]); (1 / 4, [[1; 1 / 5; 0; 0]; [0; 0; 0; 0]; [0; 0; 1; 0]; [0; 0; 0; 1]]); (1 / 4, [[1; 1 / 5; 0; 0]; [0; 0; 0; 0]; [0; 0; 1; 0]; [0; 0; 0; 1]])]) as drawn1 by at_instance.
  split.
  - exists (1 / 4), (3 / 46).
    unfold stationary_law; rewrite drawn1.
    at_instance.
  - intros m01_1 m11_1.
    intros law1.
    unfold stationary_law in law1; rewrite drawn1 in law1.
    written_out_in law1. entries.
    assert (m01_1 = 1 / 4) by lra.
    assert (m11_1 = 3 / 46) by lra.
    subst m01_1 m11_1. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (noise_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
