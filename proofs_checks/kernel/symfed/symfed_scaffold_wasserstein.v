(* symfed-scaffold-wasserstein: If gamma H L <= 1, Scaffold contracts |x|² + (gamma H)² mean |xi_c|² by (1 - gamma mu)^(2H) each round, for
   any draws and any such losses, hence Wasserstein distances of every order p >= 1.
   symfed, the rate of the slides on Scaffold's convergence, with its norm. Printed:
     \mathcal W_p(\psi_t;\pi)\le(1-\gamma\mu)^{Ht}\,\mathcal W_p(\psi_0;\pi)\ \text{for}\ \|(x,\xi)\|^2=|x|^2+\tfrac{(\gamma H)^2}N\textstyle\sum_c|\xi_c|^2\ \text{on}\ \sum_c\xi_c=0,\quad\gamma HL\le1
   Conditions:
     H*L*gamma <= 1
     in words: sample losses L-smooth and mu-strongly convex
     in words: both laws with the same sum of the control variates
   Cross-checks, on which nothing rests and which are not here: one round by the rule.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* one step *)
Theorem one_step :
  forall (H : nat) (L : R) (gamma : R) (gram_gg : R) (gram_xg : R) (gram_xx : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 <= gram_gg ->
  0 <= gram_xx ->
  0 < lambda ->
  0 < mu ->
  gram_xg ^ 2 <= gram_gg * gram_xx ->
  L * gamma * INR H <= 1 ->
  L * gamma <= 1 ->
  mu <= lambda ->
  lambda <= L ->
  (2 - gamma * (L + mu)) * (2 - gamma * (lambda + mu)) * (gram_gg + gram_xg * (2 - 2 * gamma * lambda) + gram_xx * (1 - gamma * lambda) ^ 2) <= (2 - gamma * (lambda + mu)) * (gram_gg * gamma * (L - mu) + (2 - gamma * (L + mu)) * (gram_gg + gram_xg * (2 - 2 * gamma * mu) + gram_xx * (1 - gamma * mu) ^ 2)).
Proof.
  intros H L gamma gram_gg gram_xg gram_xx lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11 given_12.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - lambda)) by sign.
  assert (chain_2 : 0 <= gamma * (L - lambda)) by sign.
  assert (chain_3 : 0 <= gamma * INR H * (lambda - mu)) by sign.
  assert (chain_4 : 0 <= gamma * (lambda - mu)) by sign.
  assert (written_1 : 0 <= 2 - gamma * (L + mu)). { apply (by_certificate _ _ ((2 * (1 - L * gamma) + (gamma) * (lambda - mu) + (gamma) * (L - lambda)))); [identity | sign]. }
  assert (written_3 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((1 - L * gamma) + (gamma) * (lambda - mu) + (gamma) * (L - lambda)))); [identity | sign]. }
  assert (square_2 := square_of_sum (gamma * lambda + gamma * mu - 2) (- 1) gram_xx gram_xg gram_gg ltac:(lra) ltac:(lra) ltac:(lra)).
  apply (by_certificate _ _ ((gamma * (2 - gamma * (L + mu)) * (lambda - mu)) * (gram_gg + gram_xg * (4 - 2 * gamma * (lambda + mu)) + gram_xx * (2 - gamma * (lambda + mu)) ^ 2) + (gamma * (2 - 2 * gamma * mu) * (L - lambda)) * (gram_gg))); [identity | sign].
Qed.

Definition all_of_this_file := (one_step).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
