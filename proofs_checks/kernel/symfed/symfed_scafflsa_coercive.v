(* symfed-scafflsa-coercive: A round of SCAFFLSA where the symmetric part bounds lengths: H up to 1/(2 gamma L) steps lose (1 - gamma
   mu/2)^H of |e|² + mean |y_c|² in mean square, whatever the clients do against each other, and with a new draw in every step. (The
   general condition, H of the order of mu/(gamma L_2²) with L_2 a bound on lengths, is stricter by L/mu where L_2 and L are alike.)
   symfed, SCAFFLSA with a symmetric part. Printed:
     \mathbb E\langle u,Au\rangle\ge\mu|u|^2,\ \mathbb E|Au|^2\le L\,\mathbb E\langle u,Au\rangle,\ \eta HL\le\tfrac12:\quad\mathbb E\,\psi_{t+1}\le\big(1-\tfrac{\eta\mu}2\big)^H\psi_t
   Conditions:
     2*H*L*gamma <= 1
     in words: E<u, A^c(Z) u> >= mu |u|² and E|A^c(Z) u|² <= L E<u, A^c(Z) u> for all u and c, mu > 0
     in words: the control variates have mean zero when they start, and so for ever
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: one round, with noise.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Words Prelude.

(* after a step more, a control variate's shift has added -(1/H) of (I - eta A) T + I (a local step, random matrices that do not commute; a vector is a matrix of which all other columns are zero) *)
Theorem the_rule :
  forall (matrices : Algebra) (T A x y eps own xi : matrices) (H : nat) (L : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  2 * L * gamma * INR H <= 1 ->
  (x - (1 / INR H) *: (T * y) - gamma *: (A * (x - (1 / INR H) *: (T * y) - own) + eps - (xi + (- 1 / (gamma * INR H)) *: y)) - (x - gamma *: (A * (x - own) + eps - xi)) =
   (1 / INR H) *: (- ((1 - gamma *: A) * T + 1) * y))%words.
Proof.
  words.
Qed.

(* a step *)
Theorem a_step :
  forall (G : R) (L : R) (gamma : R) (mu : R) (p : R) (s : R) (v : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  p ^ 2 <= L * p * v ->
  mu * v ^ 2 <= p * v ->
  p * v >= 0 ->
  G <= L * gamma ^ 2 * p * v ->
  2 * L * gamma <= 1 ->
  mu <= L ->
  G + (s + v) ^ 2 - 2 * gamma * (s + v) * p <= 3 * L * gamma * s ^ 2 + (s + v) ^ 2 * (1 - gamma * mu / 2).
Proof.
  intros G L gamma mu p s v given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  apply (by_certificate _ _ ((L * gamma ^ 2 * p * v - G) + (gamma / (2 * L)) * ((p + 2 * L * s) ^ 2) + (gamma / (2 * L)) * (L * p * v - p ^ 2) + (gamma) * (p * v - mu * v ^ 2) + (gamma * (1 - 2 * L * gamma) / 2) * (p * v) + (gamma * mu / 2) * ((v - s) ^ 2) + (gamma * (L - mu)) * (s ^ 2))); [identity | sign].
Qed.

(* what drifts add up to *)
Theorem what_drifts_add_up_to :
  forall (H : nat) (L : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  2 * L * gamma * INR H <= 1 ->
  L * gamma * (INR H - 1) * (2 * INR H - 1) <= INR H.
Proof.
  intros H L gamma given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((INR H) * (1 - 2 * L * gamma * INR H) + (L * gamma * (3 * INR H - 1)) * (1))); [identity | sign].
Qed.

(* 1 - gamma mu H/2 <= (1 - gamma mu/2)^H *)
Theorem the_1_minus_gamma_mu_H_over_2_at_most_1_minus_gamma_mu_over_2_to_the_H :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  gamma * mu <= 1 ->
  - (1 - gamma * mu / 2) ^ H <= gamma * mu * INR H / 2 - 1.
Proof.
  intros H gamma mu given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - gamma * mu / 2) ^ H <= gamma * mu * INR H / 2 - 1) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => - (1 - gamma * mu / 2) ^ H) (fun H => gamma * mu * INR H / 2 - 1) (fun H => 1 - gamma * mu / 2) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu / 2) H.
    apply (by_certificate _ _ (INR H * gamma ^ 2 * mu ^ 2 / 4)); [identity | sign].
Qed.

(* at least 3/4 is left *)
Theorem at_least_3_over_4_is_left :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  2 * L * gamma * INR H <= 1 ->
  mu <= L ->
  3 / 4 <= 1 - gamma * mu * INR H / 2.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  apply (by_certificate _ _ ((1 / 4) * (1 - 2 * L * gamma * INR H) + (gamma * INR H / 2) * (L - mu))); [identity | sign].
Qed.

Definition all_of_this_file := (the_rule, a_step, what_drifts_add_up_to, the_1_minus_gamma_mu_H_over_2_at_most_1_minus_gamma_mu_over_2_to_the_H, at_least_3_over_4_is_left).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
