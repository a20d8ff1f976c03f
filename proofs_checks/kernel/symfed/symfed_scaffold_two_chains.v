(* symfed-scaffold-two-chains: Two chains that see the same noise differ after a round as if there were none, rho the largest |q| or |r| of
   the clients' eigenvalues (below one where gamma L < 2); and E V grows by the noise of one round.
   symfed, contraction of Scaffold with noise. Printed:
     V(X_{t+1}-X'_{t+1})\le\rho^2\,V(X_t-X'_t),\quad\mathbb E[V(X_{t+1}-X_* )]\le\rho^2\,\mathbb E[V(X_t-X_* )]+\mathbb E[V(\text{noise of a round})]
   Conditions:
     in words: quadratic clients with additive noise
     in words: noise with a second moment
     in words: two chains with the same sum of the control variates
   Cross-checks, on which nothing rests and which are not here: three rounds by the rule, a noiseless round by the rule.
   Not here, or not whole:
     the proof: 3 steps in words *)
From Symfed Require Import Prelude Words.

(* what a client's eigenvector loses *)
Theorem what_a_client_s_eigenvector_loses :
  forall (e : R) (q : R) (r : R) (rho : R) (y : R),
  (rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2) <> 0 ->
  0 <= rho ^ 2 - q ^ 2 ->
  0 <= rho ^ 2 - r ^ 2 ->
  (((rho ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2))) * (e + y) ^ 2 - (q * e + r * y) ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2))) - (2 * e) * y) - (sqrt (rho ^ 2 - q ^ 2) * e - sqrt (rho ^ 2 - r ^ 2) * y) ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2)) = 0.
Proof.
  intros e q r rho y given_1 given_2 given_3.
  assert (root_1 : sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - q ^ 2) = rho ^ 2 - q ^ 2) by (apply sqrt_sqrt; sign).
  try assert (0 < sqrt (rho ^ 2 - q ^ 2)) by (apply sqrt_lt_R0; sign).
  assert (root_2 : sqrt (rho ^ 2 - r ^ 2) * sqrt (rho ^ 2 - r ^ 2) = rho ^ 2 - r ^ 2) by (apply sqrt_sqrt; sign).
  try assert (0 < sqrt (rho ^ 2 - r ^ 2)) by (apply sqrt_lt_R0; sign).
  set (s_1 := sqrt (rho ^ 2 - q ^ 2)) in *; clearbody s_1.
  set (s_2 := sqrt (rho ^ 2 - r ^ 2)) in *; clearbody s_2.
  powers; field [root_1 root_2]; nonzero.
Qed.

(* a round of both (all matrices of any size; a vector is a matrix of which all other columns are zero) *)
Theorem a_round_of_both :
  forall (matrices : Algebra) (M X Y n : matrices),
  (M * X + n - (M * Y + n) = M * (X - Y))%words.
Proof.
  words.
Qed.

Definition all_of_this_file := (what_a_client_s_eigenvector_loses, a_round_of_both).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
