(* flta-lyapunov: The stationary covariance of the whole state solves a discrete Lyapunov equation (whose solution is not unique: A has the
   eigenvalue 1, d times). B is the covariance of what the draws of one round add to the state.
   flta, Extension to Stochastic Setting. Printed:
     \Sigma_X=A_{\gamma,H}\Sigma_XA_{\gamma,H}^\top+B_{\gamma,H}
   Conditions:
     L*gamma <= 1
     in words: quadratic clients with additive noise
   Cross-checks, on which nothing rests and which are not here: laws.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Words.

(* a local step of two states (matrices of any size that do not commute; a vector is a matrix of which all other columns are zero) *)
Theorem a_local_step_of_two_states :
  forall (matrices : Algebra) (A b x y xi eta n : matrices) (L : R) (gamma : R),
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  (x - gamma *: (A * x - b + n + xi) - (y - gamma *: (A * y - b + n + eta)) =
   x - y - gamma *: A * (x - y) - gamma *: (xi - eta))%words.
Proof.
  words.
Qed.

(* a control variate of two states (matrices of any size that do not commute; a vector is a matrix of which all other columns are zero) *)
Theorem a_control_variate_of_two_states :
  forall (matrices : Algebra) (xi eta end_ other mean_ another : matrices) (H : nat) (L : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  (xi + (1 / (gamma * INR H)) *: (end_ - mean_) - (eta + (1 / (gamma * INR H)) *: (other - another)) =
   xi - eta + (1 / (gamma * INR H)) *: (end_ - other - (mean_ - another)))%words.
Proof.
  words.
Qed.

(* the square of a round (matrices of any size that do not commute; a vector is a matrix of which all other columns are zero) *)
Theorem the_square_of_a_round :
  forall (matrices : Algebra) (M X W X' M' W' : matrices) (L : R) (gamma : R),
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  ((M * X + W) * (X' * M' + W') = M * X * X' * M' + (M * X * W' + W * X' * M') + W * W')%words.
Proof.
  words.
Qed.

Definition all_of_this_file := (a_local_step_of_two_states, a_control_variate_of_two_states, the_square_of_a_round).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
