(* symfed-scaffold-stationary-law: If gamma H L <= 1 and all sample losses are L-smooth and mu-strongly convex, Scaffold converges to one
   stationary law of (x, xi_1 .. xi_N) for each sum of the control variates. No bound on third derivatives is needed.
   symfed, the slides on Scaffold's convergence, with their missing conditions. Printed:
     \gamma HL\le1:\ \psi_{(x^{(t)},\xi_{1:N}^{(t)})}\to\pi^{(\gamma,H)}
   Conditions:
     H*L*gamma <= 1
     in words: sample losses L-smooth and mu-strongly convex
     in words: both laws with the same sum of the control variates
   Cross-checks, on which nothing rests and which are not here: one round by the rule.
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* factor *)
Theorem factor :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  (1 - gamma * mu) ^ H <= 1 - gamma * mu.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  powers_between (1 - gamma * mu) H.
  apply (by_certificate _ _ ((1 - gamma * mu - (1 - gamma * mu) ^ H))); [identity | sign].
Qed.

Definition all_of_this_file := (factor).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
