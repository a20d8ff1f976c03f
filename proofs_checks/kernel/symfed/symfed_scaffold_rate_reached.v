(* symfed-scaffold-rate-reached: With H = ceil(1/(gamma sqrt(mu L))) local steps a round gains that up to a factor 1 + 2 sqrt(mu/L), which
   is at most 3, for every gamma <= 1/L.
   symfed, Scaffold, the best rate, upper bound. Printed:
     q(\mu)\le\frac1{1+\gamma\mu H},\quad r(L)\le1-\frac1{1+\gamma LH};\quad H=\Big\lceil\frac1{\gamma\sqrt{\mu L}}\Big\rceil:\ \rho\le1-\frac{\sqrt{\mu/L}}{1+2\sqrt{\mu/L}}\le1-\frac13\sqrt{\mu/L}
   Conditions:
     L*gamma <= 1
   Cross-checks, on which nothing rests and which are not here: cases.
   Not here, or not whole:
     reached by 1 - q(mu): refused by Coq: No applicable tactic.
     reached by 1 - r(L): refused by Coq: No applicable tactic. *)
From Symfed Require Import Prelude.

(* q(mu) <= 1/(1 + gamma mu H) *)
Theorem q_mu_at_most_1_over_1_plus_gamma_mu_H :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  (1 - gamma * mu) ^ H <= 1 / (gamma * mu * INR H + 1).
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * mu) ^ H <= 1 / (gamma * mu * INR H + 1)) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * mu) ^ H) (fun H => 1 / (gamma * mu * INR H + 1)) (fun H => 1 - gamma * mu) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (gamma ^ 2 * mu ^ 2 / (gamma * mu + 1))); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    apply (by_certificate _ _ (gamma ^ 2 * mu ^ 2 * (INR H + 1) / ((gamma * mu * INR H + 1) * (gamma * mu * INR H + gamma * mu + 1)))); [identity | sign].
Qed.

(* q(L) <= 1/(1 + gamma L H) *)
Theorem q_L_at_most_1_over_1_plus_gamma_L_H :
  forall (H : nat) (L : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  (1 - L * gamma) ^ H <= 1 / (L * gamma * INR H + 1).
Proof.
  intros H L gamma given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - L * gamma) ^ H <= 1 / (L * gamma * INR H + 1)) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => (1 - L * gamma) ^ H) (fun H => 1 / (L * gamma * INR H + 1)) (fun H => 1 - L * gamma) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (L ^ 2 * gamma ^ 2 / (L * gamma + 1))); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - L * gamma) H.
    apply (by_certificate _ _ (L ^ 2 * gamma ^ 2 * (INR H + 1) / ((L * gamma * INR H + 1) * (L * gamma * INR H + L * gamma + 1)))); [identity | sign].
Qed.

(* r(L) <= 1 - 1/(1 + gamma L H) *)
Theorem r_L_at_most_1_minus_1_over_1_plus_gamma_L_H :
  forall (H : nat) (L : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  (1 - L * gamma) ^ H <= 1 / (L * gamma * INR H + 1) ->
  1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H) <= 1 - 1 / (L * gamma * INR H + 1).
Proof.
  intros H L gamma given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  powers_between (1 - L * gamma) H.
  apply (by_certificate _ _ ((1 / (L * gamma * INR H)) * (1 / (L * gamma * INR H + 1) - (1 - L * gamma) ^ H))); [identity | sign].
Qed.

Definition all_of_this_file := (q_mu_at_most_1_over_1_plus_gamma_mu_H, q_L_at_most_1_over_1_plus_gamma_L_H, r_L_at_most_1_minus_1_over_1_plus_gamma_L_H).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
