(* symfed-scaffold-homogeneous-variance: Clients with equal Hessians: for every H Scaffold has the covariance of SGD whose gradients have
   noise C/N.
   symfed, variance of Scaffold, equal Hessians. Printed:
     \mathrm{tr}\,\Sigma_\theta=\sum_i\frac{\gamma\,C_{ii}}{N a_i(2-\gamma a_i)}\le\frac{\gamma\sigma^2}{N\mu(2-\gamma\mu)}\qquad(C=\tfrac1N\textstyle\sum_cC_c,\ \sigma^2=\mathrm{tr}\,C,\ \gamma L\le1)
   Conditions:
     L*gamma <= 1
     in words: clients that share the Hessian
     in words: quadratic clients with additive noise
   Cross-checks, on which nothing rests and which are not here: laws.
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

(* a (2 - gamma a) is least at mu *)
Theorem a_2_minus_gamma_a_is_least_at_mu :
  forall (L : R) (a : R) (gamma : R) (mu : R),
  0 < L ->
  0 < a ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= a ->
  a <= L ->
  mu * (2 - gamma * mu) <= a * (2 - a * gamma).
Proof.
  intros L a gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (chain_1 : 0 <= gamma * (L - a)) by sign.
  assert (chain_2 : 0 <= gamma * (a - mu)) by sign.
  assert (written_1 : 0 <= 2 - gamma * (a + mu)). { apply (by_certificate _ _ (((a - mu) * (L * gamma) * (a) + 2 * (a - mu) * (L * gamma) * (L - a) + 2 * (a - mu) * (1 - L * gamma) * (a) + 2 * (a - mu) * (1 - L * gamma) * (L - a) + 2 * (L * gamma) * (L - a) * (mu) + 2 * (1 - L * gamma) * (a) * (mu) + 2 * (1 - L * gamma) * (L - a) * (mu)) / ((L) * (a)))); [identity | sign]. }
  apply (by_certificate _ _ ((a - mu) * (2 - gamma * (a + mu)))); [identity | sign].
Qed.

Definition all_of_this_file := (along_an_eigenvector_of_A, a_2_minus_gamma_a_is_least_at_mu).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
