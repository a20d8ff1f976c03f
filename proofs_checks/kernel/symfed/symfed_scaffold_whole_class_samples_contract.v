(* symfed-scaffold-whole-class-samples-contract: With a new sample in every local step V loses (1 - gamma mu)^(2H) a round between two runs
   on the same samples if gamma H L <= 2 and H^2 gamma mu <= 1, twice as long a step as symfed-scaffold-wasserstein has: path by path,
   hence in mean square and in Wasserstein distances of every order.
   symfed, Scaffold beyond quadratics, a sample a step, short rounds. Printed:
     \gamma HL\le2,\ H^2\gamma\mu\le1,\ H\ge2:\quad V^+\le(1-\gamma\mu)^{2H}V,\quad \mathcal W_p(\psi_t;\pi)\le(1-\gamma\mu)^{Ht}\,\mathcal W_p(\psi_0;\pi)
   Conditions:
     H*L*gamma <= 2
     H**2*gamma*mu <= 1
     mu < L
     H >= 2
     in words: sample losses L-smooth and mu-strongly convex
     in words: both laws with the same sum of the control variates
   Cross-checks, on which nothing rests and which are not here: two exact runs.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* q from below *)
Theorem q_from_below :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  gamma * mu * (INR H) ^ 2 <= 1 ->
  - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 4 * INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 9 - 1.
Proof.
  intros H gamma mu given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> gamma * mu * (INR H) ^ 2 <= 1 -> - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 4 * INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 9 - 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((INR H - 1) ^ 2 * (gamma * mu * (INR H) ^ 2) + (INR H - 1) ^ 2 * (1 - gamma * mu * (INR H) ^ 2) + 2 * (INR H - 1) * (gamma * mu * (INR H) ^ 2) + 2 * (INR H - 1) * (1 - gamma * mu * (INR H) ^ 2) + (1 - gamma * mu * (INR H) ^ 2)) / ((INR H) ^ 2))); [identity | sign]. }
  clear real_1 given_1 given_4 H.
  apply (by_induction (fun H => gamma * mu * (INR H) ^ 2 <= 1) (fun H => - (1 - gamma * mu) ^ H) (fun H => gamma * mu * INR H - 4 * INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 9 - 1) (fun H => 1 - gamma * mu) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    assert (written_1 : 0 <= 4 * gamma * mu + 1 - 4 * gamma * mu * INR H). { assert (case_1 : 0 <= - (INR H) ^ 2 * (4 * gamma * mu * INR H - 4 * gamma * mu - 1)). { destruct (Rle_or_lt 0 (INR H / 2 - 1)). { apply (by_certificate _ _ (4 * (1 - gamma * mu * (INR H) ^ 2) + 8 * (INR H / 2 - 1) * (1 - gamma * mu * (INR H) ^ 2) + 4 * (INR H / 2 - 1) ^ 2 * (1 - gamma * mu * (INR H) ^ 2) + 4 * (INR H / 2 - 1) ^ 2 * (gamma * mu * (INR H) ^ 2))); [identity | sign]. } { apply (by_certificate _ _ (4 * (1 - INR H / 2) ^ 2 * (1 - gamma * mu * (INR H) ^ 2) + 4 * (1 - INR H / 2) ^ 2 * (gamma * mu * (INR H) ^ 2) + 8 * (INR H - 1) * (1 - INR H / 2) * (1 - gamma * mu * (INR H) ^ 2) + 4 * (INR H - 1) ^ 2 * (1 - gamma * mu * (INR H) ^ 2))); [identity | sign]. } } apply (by_certificate _ _ ((- (INR H) ^ 2 * (4 * gamma * mu * INR H - 4 * gamma * mu - 1)) / ((INR H) ^ 2))); [identity | sign]. }
    apply (by_certificate _ _ (INR H * gamma ^ 2 * mu ^ 2 * (4 * gamma * mu + 1 - 4 * gamma * mu * INR H) / 9)); [identity | sign].
Qed.

(* r <= (H-1) gamma mu/2 *)
Theorem r_at_most_H_1_gamma_mu_over_2 :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 2 ->
  gamma * mu * (INR H) ^ 2 <= 1 ->
  mu < L ->
  INR H >= 2 ->
  (1 - gamma * mu) ^ H <= INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H ->
  2 * gamma * mu * INR H * (1 - (1 - (1 - gamma * mu) ^ H) / (gamma * mu * INR H)) <= INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1).
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
  powers_between (1 - gamma * mu) H.
  apply (by_certificate _ _ ((2) * (INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H - (1 - gamma * mu) ^ H))); [identity | sign].
Qed.

(* shorter steps lose less to the drift *)
Theorem shorter_steps_lose_less_to_the_drift :
  forall (H : nat) (m : R) (x : R),
  (1 <= H)%nat ->
  x <= 2 / INR H ->
  m <= 1 ->
  m >= 0 ->
  x >= m ->
  (x - m) * (2 - m - 2 / INR H) <= (2 / INR H - m) * (2 - m - x).
Proof.
  intros H m x given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((2 - 2 * m) * (2 / INR H - x))); [identity | sign].
Qed.

(* few enough steps *)
Theorem few_enough_steps :
  forall (H : nat) (L : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  L * gamma * INR H <= 2 ->
  L * gamma <= 2 / INR H.
Proof.
  intros H L gamma given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((1 / INR H) * (2 - L * gamma * INR H))); [identity | sign].
Qed.

(* the second part is the smaller *)
Theorem the_second_part_is_the_smaller :
  forall (w : R) (z : R),
  z >= 0 ->
  w >= 0 ->
  w <= 1 ->
  (z + 2) ^ 8 * ((1 - w) ^ 2 * (z + 1) ^ 2 * (2 - (1 - w) / (z + 2) ^ 2 - 2 / (z + 2)) / (4 * (z + 2) ^ 2) + (z + 1) * (z + 2) * (2 / (z + 2) - (1 - w) / (z + 2) ^ 2) * (20 * z + 3 * (1 - w) ^ 2 / (z + 2) + 3 * (1 - w) ^ 2 / (z + 2) ^ 2 + 35 - 5 * w - 2 * (1 - w) ^ 2 / (z + 2) ^ 3 - 2 * (1 - w) ^ 2 / (z + 2) ^ 4 - 5 * (1 - w) / (z + 2) - 10 * (1 - w) / (z + 2) ^ 2) / 60) <= (z + 2) ^ 10 * (4 * (1 - w) ^ 2 * (z + 1) / (9 * (z + 2) ^ 3) + 1 - (1 - w) / (z + 2)) ^ 2 * (2 - (1 - w) / (z + 2) ^ 2 - 2 / (z + 2)).
Proof.
  intros w z given_1 given_2 given_3.
  apply (by_certificate _ _ ((4 / 3) * (z ^ 10) + (23 / 6) * (z ^ 9 * w) + (131 / 6) * (z ^ 9) + (587 / 180) * (w ^ 2 * z ^ 8) + (2684 / 45) * (z ^ 8 * w) + (28577 / 180) * (z ^ 8) + (311 / 180) * (w ^ 3 * z ^ 7) + (8059 / 180) * (w ^ 2 * z ^ 7) + (74089 / 180) * (z ^ 7 * w) + (121061 / 180) * (z ^ 7) + (32 / 81) * (w ^ 4 * z ^ 6) + (33521 / 1620) * (w ^ 3 * z ^ 6) + (72913 / 270) * (w ^ 2 * z ^ 6) + (2673941 / 1620) * (z ^ 6 * w) + (148145 / 81) * (z ^ 6) + (40 / 9) * (w ^ 4 * z ^ 5) + (19049 / 180) * (w ^ 3 * z ^ 5) + (168329 / 180) * (w ^ 2 * z ^ 5) + (50749 / 12) * (z ^ 5 * w) + (66243 / 20) * (z ^ 5) + (16 / 81) * (w ^ 5 * z ^ 4) + (1624 / 81) * (w ^ 4 * z ^ 4) + (97549 / 324) * (w ^ 3 * z ^ 4) + (3293437 / 1620) * (w ^ 2 * z ^ 4) + (11597491 / 1620) * (z ^ 4 * w) + (6482287 / 1620) * (z ^ 4) + (32 / 27) * (w ^ 5 * z ^ 3) + (1280 / 27) * (w ^ 4 * z ^ 3) + (139391 / 270) * (w ^ 3 * z ^ 3) + (766339 / 270) * (w ^ 2 * z ^ 3) + (2153629 / 270) * (z ^ 3 * w) + (844321 / 270) * (z ^ 3) + (208 / 81) * (w ^ 5 * z ^ 2) + (5104 / 81) * (w ^ 4 * z ^ 2) + (216641 / 405) * (w ^ 3 * z ^ 2) + (1004593 / 405) * (w ^ 2 * z ^ 2) + (2272891 / 405) * (z ^ 2 * w) + (118391 / 81) * (z ^ 2) + (64 / 27) * (w ^ 5 * z) + (1216 / 27) * (w ^ 4 * z) + (42062 / 135) * (w ^ 3 * z) + (166822 / 135) * (w ^ 2 * z) + (60674 / 27) * (w * z) + (45826 / 135) * (z) + (64 / 81) * (w ^ 5) + (1088 / 81) * (w ^ 4) + (2152 / 27) * (w ^ 3) + (21560 / 81) * (w ^ 2) + (31336 / 81) * (w) + (568 / 27) * (1))); [identity | sign].
Qed.

Definition all_of_this_file := (q_from_below, r_at_most_H_1_gamma_mu_over_2, shorter_steps_lose_less_to_the_drift, few_enough_steps, the_second_part_is_the_smaller).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
