(* flta-rho-less-than-one: rho < 1: its first branch is at most 1 - gamma mu, and its second at most 1 - 1/(2 gamma L H).
   flta, Main Result. Printed:
     \rho_{\gamma,H}=\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-1/e}{\gamma LH}\Big\}<1
   Conditions:
     L*gamma <= 1 *)
From Symfed Require Import Prelude.

(* (1 - gamma mu)^H <= 1 - gamma mu *)
Theorem the_1_minus_gamma_mu_to_the_H_at_most_1_minus_gamma_mu :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  (1 - gamma * mu) ^ H <= 1 - gamma * mu.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * mu) ^ H <= 1 - gamma * mu) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * mu) ^ H) (fun H => 1 - gamma * mu) (fun H => 1 - gamma * mu) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    assert (written_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
    apply (by_certificate _ _ (gamma * mu * (1 - gamma * mu))); [identity | sign].
Qed.

(* the second branch *)
Theorem the_second_branch :
  forall (H : nat) (L : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  1 - (1 - exp (- 1)) / (L * gamma * INR H) <= 1 - 1 / (2 * L * gamma * INR H).
Proof.
  intros H L gamma given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  assert (number_1 : 17 / 50 <= exp (- 1) <= 39 / 100) by exponential.
  apply (by_certificate _ _ ((1 / (L * gamma * INR H)) * (1 / 2 - exp (- 1)))); [identity | sign].
Qed.

Definition all_of_this_file := (the_1_minus_gamma_mu_to_the_H_at_most_1_minus_gamma_mu, the_second_branch).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
