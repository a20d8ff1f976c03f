(* aistats-eq50: The clients' own displacements as a sum over steps, and over pairs of steps. The first equality has theta* - theta_c* for
   theta_c* - theta* and a step h = 0 too many; the second lacks the vector A_c (theta* - theta_c* ), so that it equates vectors and
   matrices.
   aistats, equation (50). Printed:
     \frac1N\sum_c(Id-\Gamma_c^\star)(\theta_c^\star-\theta^\star)=\frac1N\sum_c\sum_{h=0}^H\gamma(\Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H})\bar A_c(\theta^\star-\theta_c^\star)=\frac{\gamma^2}N\sum_c\sum_{h=0}^H\sum_{\ell=h+1}^H\Gamma_c^{\star,h+1:\ell-1}(\bar A_c-\bar A)\Gamma_{avg}^{\star,\ell+1:H}
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A5: every f_c is quadratic
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* The clients' own displacements as a sum over steps, and over pairs of steps. The first equality has theta* - theta_c* for theta_c* -
   theta* and a step h = 0 too many; the second lacks the vector A_c (theta* - theta_c* ), so that it equates vectors and matrices. At an
   instance (exact quadratics, sums written out): gamma = 1/2, H = 1, hessians = [[[1]], [[2]]], optima = [[0], [1]]. Compared: the left
   side and the right one. *)
Theorem aistats_eq50_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := centre_1 - t1 in
  let t3 := centre_2 - t1 in
  let t4 := 1 - gamma * ((A_1 + A_2) / 2) in
  A_2 > A_1 /\
  ~ ((t2 - (1 - gamma * A_1) * t2 + (t3 - (1 - gamma * A_2) * t3)) / 2 = gamma * ((1 - gamma * A_1 - t4) * (A_1 * (t1 - centre_1)) + (1 - gamma * A_2 - t4) * (A_2 * (t1 - centre_2))) / 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-eq50 on this instance. The clients' own displacements as a sum
   over steps 1 .. H and over the H (H-1)/2 pairs of steps. The signs of the two printed slips cancel in the pairs, and so the bound is
   made from the right sum. At an instance (exact quadratics, sums written out): gamma = 1/2, H = 1, hessians = [[[1]], [[2]]], optima =
   [[0], [1]]. Compared: the left side and the right one. *)
Theorem aistats_eq50_holds_there :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := centre_1 - t1 in
  let t3 := centre_2 - t1 in
  A_2 > A_1 /\
  (t2 - (1 - gamma * A_1) * t2 + (t3 - (1 - gamma * A_2) * t3)) / 2 = 0.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_eq50_is_false, aistats_eq50_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
