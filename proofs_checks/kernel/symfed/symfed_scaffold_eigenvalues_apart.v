(* symfed-scaffold-eigenvalues-apart: An analysis of one eigenvalue at a time is enough: each client's part of what V loses splits along the
   eigenvectors of its own A_c, although the A_c do not commute. Clients meet in <e, y_c> alone, whose multiplier is a number.
   symfed, FLTA 2025, proof idea of the Main Result, with its missing condition. Printed:
     A_c=U_cD_cU_c^\top;\ \text{decompose the dynamics along eigen-directions of }A_c;\ \text{this [leads to a] per-eigenvalue analysis}
   Conditions:
     L*gamma <= 1
     in words: quadratic clients
     in words: the control variates have mean zero when they start, and so for ever
   Cross-checks, on which nothing rests and which are not here: rounds by the rule.
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* what a client's eigenvector loses *)
Theorem what_a_client_s_eigenvector_loses :
  forall (L : R) (e : R) (gamma : R) (q : R) (r : R) (rho : R) (y : R),
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
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

Definition all_of_this_file := (what_a_client_s_eigenvector_loses).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
