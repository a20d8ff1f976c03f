(* flta-h-scaling: The best number of local steps is proportional to 1/(gamma sqrt(mu L)) for large L/mu, with the factor one: a round gains
   min(u, 1/u) sqrt(mu/L) at most, u = gamma H sqrt(mu L), and sqrt(mu/L)/(1 + 2 sqrt(mu/L)) at u = 1, so that u lies between 1/(1 + 2
   sqrt(mu/L)) and 1 + 2 sqrt(mu/L) at the best H.
   flta, Goal of This Work. Printed:
     \text{We identify optimal scaling of the number of local updates: }H_\gamma\propto\frac1{\gamma\sqrt{\mu L}}
   Conditions:
     L*gamma <= 1
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* 1 - q(mu) <= gamma mu H *)
Theorem the_1_minus_q_mu_at_most_gamma_mu_H :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 1.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  apply (by_induction (fun H => True) (fun H => - (1 - gamma * mu) ^ H) (fun H => gamma * mu * INR H - 1) (fun H => 1 - gamma * mu) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    apply (by_certificate _ _ (INR H * gamma ^ 2 * mu ^ 2)); [identity | sign].
Qed.

(* 1 - r(L) <= 1/(gamma L H) *)
Theorem the_1_minus_r_L_at_most_1_over_gamma_L_H :
  forall (H : nat) (L : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H) <= 1 / (L * gamma * INR H).
Proof.
  intros H L gamma given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  powers_between (1 - L * gamma) H.
  apply (by_certificate _ _ ((1 / (L * gamma * INR H)) * ((1 - L * gamma) ^ H))); [identity | sign].
Qed.

(* not less *)
Theorem not_less :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  1 - (1 - gamma * mu) ^ H >= sqrt mu / (sqrt L * (1 + 2 * sqrt mu / sqrt L)) ->
  1 / (1 + 2 * sqrt mu / sqrt L) <= gamma * INR H * sqrt L * sqrt mu.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (real_1 := at_least_one _ given_1).
  in_root L root_L.
  in_root mu root_mu.
  replace (1 - gamma * (root_mu ^ 2)) with (1 - gamma * root_mu ^ 2) in * by ring.
  assert (restated_3 : 1 - (1 - gamma * root_mu ^ 2) ^ H >= root_mu / (root_L * (1 + 2 * root_mu / root_L))) by restated.
  assert (root_mu <= root_L) by (apply squares_ordered; lra).
  powers_between (1 - gamma * root_mu ^ 2) H.
  assert (times_1 := power_times (1 - gamma * root_mu ^ 2) H ltac:(sign)).
  assert (plus_1 := power_plus (1 - gamma * root_mu ^ 2) H ltac:(sign)).
  assert (written_1 : 0 <= gamma * root_L * root_mu * INR H + 2 * gamma * INR H * root_mu ^ 2 - 1). { apply (by_certificate _ _ (((1 - (1 - gamma * root_mu ^ 2) ^ H - root_mu / (root_L * (1 + 2 * root_mu / root_L))) * (root_L + 2 * root_mu) + (root_L) * (gamma * INR H * root_mu ^ 2 + (1 - gamma * root_mu ^ 2) ^ H - 1) + 2 * (root_mu) * (gamma * INR H * root_mu ^ 2 + (1 - gamma * root_mu ^ 2) ^ H - 1)) / (((root_mu))))); [identity | sign]. }
  apply (by_certificate _ _ ((root_L * (gamma * root_L * root_mu * INR H + 2 * gamma * INR H * root_mu ^ 2 - 1) / (root_L + 2 * root_mu)))); [identity | sign].
Qed.

(* not more *)
Theorem not_more :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H) >= sqrt mu / (sqrt L * (1 + 2 * sqrt mu / sqrt L)) ->
  gamma * INR H * sqrt L * sqrt mu <= 1 + 2 * sqrt mu / sqrt L.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  in_root L root_L.
  in_root mu root_mu.
  replace (1 - (root_L ^ 2) * gamma) with (1 - gamma * root_L ^ 2) in * by ring.
  assert (restated_2 : (1 - (1 - gamma * root_L ^ 2) ^ H) / (gamma * root_L ^ 2 * INR H) >= root_mu / (root_L * (1 + 2 * root_mu / root_L))) by restated.
  powers_between (1 - gamma * root_L ^ 2) H.
  assert (written_1 : 0 <= root_L + 2 * root_mu - gamma * root_mu * INR H * root_L ^ 2). { apply (by_certificate _ _ ((((1 - (1 - gamma * root_L ^ 2) ^ H) / (gamma * root_L ^ 2 * INR H) - root_mu / (root_L * (1 + 2 * root_mu / root_L))) * (gamma * INR H * root_L ^ 2 * (root_L + 2 * root_mu)) + ((1 - gamma * root_L ^ 2) ^ H) * (root_L) + 2 * ((1 - gamma * root_L ^ 2) ^ H) * (root_mu)))); [identity | sign]. }
  apply (by_certificate _ _ (((root_L + 2 * root_mu - gamma * root_mu * INR H * root_L ^ 2) / root_L))); [identity | sign].
Qed.

Definition all_of_this_file := (the_1_minus_q_mu_at_most_gamma_mu_H, the_1_minus_r_L_at_most_1_over_gamma_L_H, not_less, not_more).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
