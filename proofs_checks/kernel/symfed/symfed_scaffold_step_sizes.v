(* symfed-scaffold-step-sizes: Scaffold contracts for every H and all clients with spectra in [mu, L] if and only if gamma L < 2, and V
   still loses rho^2, rho the largest |q| or |r| of the clients' eigenvalues.
   symfed, Scaffold, the step sizes that converge. Printed:
     0<\gamma a<2\iff|1-\gamma a|<1;\quad\text{then }|q(a)|<1,\ 0\le r(a)<1
   Conditions:
     L*gamma < 2
     in words: quadratic clients
     in words: the control variates have mean zero when they start, and so for ever
   Cross-checks, on which nothing rests and which are not here: rounds by the rule, rho < 1, by the rule.
   Not here, or not whole:
     the proof: 3 steps in words *)
From Symfed Require Import Prelude.

(* what a client's eigenvector loses *)
Theorem what_a_client_s_eigenvector_loses :
  forall (L : R) (e : R) (gamma : R) (q : R) (r : R) (rho : R) (y : R),
  0 < L ->
  0 < gamma ->
  L * gamma < 2 ->
  (rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2) <> 0 ->
  0 <= rho ^ 2 - q ^ 2 ->
  0 <= rho ^ 2 - r ^ 2 ->
  (((rho ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2))) * (e + y) ^ 2 - (q * e + r * y) ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2))) - (2 * e) * y) - (sqrt (rho ^ 2 - q ^ 2) * e - sqrt (rho ^ 2 - r ^ 2) * y) ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2)) = 0.
Proof.
  intros L e gamma q r rho y given_1 given_2 given_3 given_4 given_5 given_6.
  assert (root_1 : sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - q ^ 2) = rho ^ 2 - q ^ 2) by (apply sqrt_sqrt; sign).
  try assert (0 < sqrt (rho ^ 2 - q ^ 2)) by (apply sqrt_lt_R0; sign).
  assert (root_2 : sqrt (rho ^ 2 - r ^ 2) * sqrt (rho ^ 2 - r ^ 2) = rho ^ 2 - r ^ 2) by (apply sqrt_sqrt; sign).
  try assert (0 < sqrt (rho ^ 2 - r ^ 2)) by (apply sqrt_lt_R0; sign).
  set (s_1 := sqrt (rho ^ 2 - q ^ 2)) in *; clearbody s_1.
  set (s_2 := sqrt (rho ^ 2 - r ^ 2)) in *; clearbody s_2.
  powers; field [root_1 root_2]; nonzero.
Qed.

(* 1 - (1 - gamma a)^2 *)
Theorem the_1_minus_1_minus_gamma_a_to_the_2 :
  forall (L : R) (gamma : R) (lambda : R),
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma < 2 ->
  gamma * lambda * (2 - gamma * lambda) = 1 - (1 - gamma * lambda) ^ 2.
Proof.
  intros L gamma lambda given_1 given_2 given_3 given_4.
  identity.
Qed.

Definition all_of_this_file := (what_a_client_s_eigenvector_loses, the_1_minus_1_minus_gamma_a_to_the_2).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
