(* symfed-scaffold-rate-floor: No number of local steps and no step size up to 1/L makes rho = max(q(mu), r(L)), the worst case, better than
   1 - sqrt(mu/L) a round.
   symfed, Scaffold, the best rate, lower bound. Printed:
     1-\rho\le\min\Big\{\gamma\mu H,\ \frac1{\gamma LH}\Big\}\le\sqrt{\mu/L}\quad\text{for all }H\ge1,\ \gamma\le1/L
   Conditions:
     L*gamma <= 1
   Cross-checks, on which nothing rests and which are not here: cases. *)
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

(* (1 - rho)^2 <= mu/L where rho = q(mu) *)
Theorem the_1_minus_rho_to_the_2_at_most_mu_over_L_where_rho_q_mu :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  (1 - gamma * mu) ^ H >= 1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H) ->
  - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 1 ->
  (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H) <= 1 / (L * gamma * INR H) ->
  (1 - (1 - gamma * mu) ^ H) ^ 2 <= mu / L.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  powers_between (1 - L * gamma) H.
  powers_between (1 - gamma * mu) H.
  apply (by_certificate _ _ ((1 / (L * gamma * INR H)) * (gamma * mu * INR H + (1 - gamma * mu) ^ H - 1) + (1 - (1 - gamma * mu) ^ H) * (1 / (L * gamma * INR H) - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) + (1 - (1 - gamma * mu) ^ H) * ((1 - gamma * mu) ^ H + (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H) - 1))); [identity | sign].
Qed.

(* (1 - rho)^2 <= mu/L where rho = r(L) *)
Theorem the_1_minus_rho_to_the_2_at_most_mu_over_L_where_rho_r_L :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H) >= (1 - gamma * mu) ^ H ->
  - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 1 ->
  (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H) <= 1 / (L * gamma * INR H) ->
  (1 - (1 - L * gamma) ^ H) ^ 2 / (L ^ 2 * gamma ^ 2 * (INR H) ^ 2) <= mu / L.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  powers_between (1 - L * gamma) H.
  powers_between (1 - gamma * mu) H.
  apply (by_certificate _ _ ((1 / (L * gamma * INR H)) * (gamma * mu * INR H + (1 - gamma * mu) ^ H - 1) + (1 - (1 - gamma * mu) ^ H) * (1 / (L * gamma * INR H) - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) + ((1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) * (1 - (1 - gamma * mu) ^ H - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)))); [identity | sign].
Qed.

Definition all_of_this_file := (the_1_minus_q_mu_at_most_gamma_mu_H, the_1_minus_r_L_at_most_1_over_gamma_L_H, the_1_minus_rho_to_the_2_at_most_mu_over_L_where_rho_q_mu, the_1_minus_rho_to_the_2_at_most_mu_over_L_where_rho_r_L).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
