(* symfed-scaffold-wasserstein-convex-samples: If only the f_c are strongly convex, and the samples convex and smooth, squared distances
   contract by (1 - gamma mu)^H a round in the mean.
   symfed, the rate of the slides on Scaffold's convergence, where single samples need not be strongly convex. Printed:
     \mathcal W_2^2(\psi_t;\pi)\le(1-\gamma\mu)^{Ht}\,\mathcal W_2^2(\psi_0;\pi)\ \text{for}\ \|(x,\xi)\|^2=|x|^2+\tfrac{(\gamma H)^2}N\textstyle\sum_c|\xi_c|^2\ \text{on}\ \sum_c\xi_c=0,\quad\gamma HL\le1
   Conditions:
     H*L*gamma <= 1
     in words: sample losses convex and L-smooth, f_c mu-strongly convex
     in words: both laws with the same sum of the control variates
   Cross-checks, on which nothing rests and which are not here: one round by the rule.
   Not here, or not whole:
     the proof: 3 steps in words *)
From Symfed Require Import Prelude.

(* at L *)
Theorem at_L :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  gamma * (2 * INR H - 2) * (L - mu) <= (1 - gamma * mu * INR H) * (2 - gamma * (L + mu)).
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  assert (written_1 : 0 <= L * mu * INR H * gamma ^ 2 + INR H * gamma ^ 2 * mu ^ 2 + L * gamma + 2 - 2 * L * gamma * INR H - 3 * gamma * mu). { apply (by_certificate _ _ ((2 * (1 - L * gamma * INR H) * (1 - L * gamma * INR H) + 3 * (gamma) * (1 - L * gamma * INR H) * (L - mu) + 2 * (L) * (gamma) * (1 - L * gamma * INR H) * (INR H - 1) + (INR H) * (gamma ^ 2) * (L - mu) * (L - mu)))); [identity | sign]. }
  apply (by_certificate _ _ ((L * mu * INR H * gamma ^ 2 + INR H * gamma ^ 2 * mu ^ 2 + L * gamma + 2 - 2 * L * gamma * INR H - 3 * gamma * mu))); [identity | sign].
Qed.

(* at mu *)
Theorem at_mu :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  gamma * mu * INR H * (2 - gamma * mu) <= 1 ->
  gamma * mu <= 1 ->
  2 * gamma * mu * INR H * (1 - gamma * mu) ^ 2 <= (1 - gamma * mu * INR H) * (2 - gamma * mu).
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (real_1 := at_least_one _ given_1).
  assert (written_1 : 0 <= 2 * (1 - gamma * mu) ^ 2 + 2 - gamma * mu). { apply (by_certificate _ _ (((gamma * mu) ^ 2 + 3 * (gamma * mu) * (1 - gamma * mu) + 4 * (1 - gamma * mu) ^ 2))); [identity | sign]. }
  apply (by_certificate _ _ (((2 * (1 - gamma * mu) ^ 2 + 2 - gamma * mu) / (2 - gamma * mu)) * (1 - gamma * mu * INR H * (2 - gamma * mu)) + (gamma * mu * (1 - gamma * mu) / (2 - gamma * mu)) * (1))); [identity | sign].
Qed.

Definition all_of_this_file := (at_L, at_mu).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
