(* symfed-scaffold-short-rounds-variance: Where gamma H L <= 1, Scaffold's variance is at most 6 gamma sigma^2/(N mu), sigma^2 the mean of
   the clients' noise: any N, d and H.
   symfed, the rate of the slides, stationary part. Printed:
     \mathbb E_\pi\|x-x^\star\|^2\le\frac{6\gamma}{N\mu}\sigma_\star^2,\quad\sigma_\star^2=\frac1N\sum_c\mathrm{tr}\,C_c\qquad(\gamma HL\le1)
   Conditions:
     H*L*gamma <= 1
     mu <= L
     in words: quadratic clients with additive noise
     in words: the control variates have mean zero when they start, and so for ever
   Cross-checks, on which nothing rests and which are not here: laws.
   Not here, or not whole:
     the proof: 3 steps in words *)
From Symfed Require Import Prelude.

(* the two regimes of a round meet at gamma a H = 1 *)
Theorem r_below_q :
  forall (H : nat) (L : R) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  lambda <= L ->
  1 - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda * INR H) <= (1 - gamma * lambda) ^ H.
Proof.
  intros H L gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  assert (chain_2 : 0 <= gamma * INR H * (L - lambda)) by sign.
  powers_between (1 - gamma * lambda) H.
  assert (written_2 : 0 <= 1 - gamma * lambda * INR H). { apply (by_certificate _ _ (((L * gamma * INR H) * (L - lambda) + (1 - L * gamma * INR H) * (lambda) + (1 - L * gamma * INR H) * (L - lambda)) / ((L)))); [identity | sign]. }
  apply (by_certificate _ _ (((1 - (1 - gamma * lambda) ^ H) * (1 - gamma * lambda * INR H) / (gamma * lambda * INR H)))); [identity | sign].
Qed.

(* Re(conj(w) h_a) >= 1 on the circle for w = 11/5 (1-r_mu)/(1-q_mu) (z+q_mu)/(z-r_mu) *)
Theorem circle :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (q : R) (q_mu : R) (r : R) (r_mu : R) (share : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  0 <= q ->
  0 <= q_mu ->
  0 <= r ->
  0 <= r_mu ->
  0 <= share ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  q_mu <= 1 ->
  q <= q_mu ->
  r <= q ->
  r_mu <= r ->
  r_mu <= 3 / 8 ->
  share <= 1 ->
  (1 - q_mu) * (r ^ 2 + 1 - 2 * (1 - 2 * share) * r) * (r_mu ^ 2 + 1 - 2 * (1 - 2 * share) * r_mu) <= 22 * (r_mu - 1) * (q * q_mu * r + q * q_mu * r_mu + 4 * q * r_mu + q_mu * r * r_mu + q_mu - q * r * r_mu - q - 4 * q_mu * r - r - r_mu) * share / 5 + 11 * (r_mu - 1) ^ 2 * (q_mu + 1) * (q - 1) * (r - 1) / 5 - 88 * share ^ 2 * (r_mu - 1) * (q * r_mu - q_mu * r) / 5.
Proof.
  intros H L gamma mu q q_mu r r_mu share given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11 given_12 given_13 given_14 given_15 given_16 given_17.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  apply (by_certificate _ _ ((11 * (1 - r) * (1 - share) * (q_mu + 1) / 5) * ((1 - r_mu) ^ 2 * (q_mu - q)) + (6 * (1 - r) * (1 - share) / 5) * ((1 - r_mu) ^ 2 * (1 - q_mu)) + (11 * (1 - r) * (1 - share) * q_mu / 5) * ((1 - r_mu) ^ 2 * (1 - q_mu)) + ((1 - r) * (1 - share) * r) * ((1 - r_mu) ^ 2 * (1 - q_mu)) + (16 * (1 - q_mu) * (q + 1) * (r + 1) * (r_mu + 1) * share / 5) * (3 / 8 - r_mu) + ((1 - q_mu) * (r + 1) * share) * ((r_mu + 1) ^ 2 * (q - r)) + (88 * (1 - r_mu) * (1 - share) * q_mu * share / 5) * (r - r_mu) + (88 * (1 - r_mu) * (1 - share) * r_mu * share / 5) * (q_mu - q) + (16 * (1 - share) * r * r_mu * share) * (1 - q_mu))); [identity | sign].
Qed.

(* constant *)
Theorem constant :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  704 / 125 <= 6.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  apply (by_certificate _ _ ((46 / 125))); [identity | sign].
Qed.

Definition all_of_this_file := (r_below_q, circle, constant).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
