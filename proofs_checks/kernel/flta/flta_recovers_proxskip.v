(* flta-recovers-proxskip: A round of H = 1/p local steps shrinks as much as ProxSkip's bound (1 - min(gamma mu, p^2)) does in the 1/p steps
   between two of its communications: rho <= (1 - min(gamma mu, 1/H^2))^H. And rho stays below 1 when gamma and p vanish together, a gain
   of order p a step, as in the refined analysis, where p^2 would give none. ProxSkip (ICML 2022) bounds squared distances, of which V is
   one and shrinks even by rho^2; refined (Hu and Huang, ICML 2023, abstract): from O(p^2) to O(p) a step.
   flta, Acceleration and Optimal Local Steps. Printed:
     \text{Recovers both the rates of ProxSkip and its refined analyses... but without stochastic communication scheme}
   Conditions:
     L*gamma <= 1
     in words: quadratic clients
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* q(mu) <= (1 - gamma lambda)^H *)
Theorem q_mu_at_most_1_minus_gamma_lambda_to_the_H :
  forall (H : nat) (L : R) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  L * gamma <= 1 ->
  lambda <= mu ->
  mu <= L ->
  (1 - gamma * mu) ^ H <= (1 - gamma * lambda) ^ H.
Proof.
  intros H L gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * mu) ^ H <= (1 - gamma * lambda) ^ H) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((L * gamma) * (mu) * (mu - lambda) + (L * gamma) * (L - mu) * (lambda) + (L * gamma) * (L - mu) * (mu - lambda) + (1 - L * gamma) * (mu) * (lambda) + (1 - L * gamma) * (mu) * (mu - lambda) + (1 - L * gamma) * (L - mu) * (lambda) + (1 - L * gamma) * (L - mu) * (mu - lambda)) / ((L) * (mu)))); [identity | sign]. }
  assert (base_2 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  assert (chain_2 : 0 <= gamma * (mu - lambda)) by sign.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * mu) ^ H) (fun H => (1 - gamma * lambda) ^ H) (fun H => 1 - gamma * mu) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (gamma * (mu - lambda))); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    powers_between (1 - gamma * mu) H.
    apply (by_certificate _ _ (gamma * (1 - gamma * lambda) ^ H * (mu - lambda))); [identity | sign].
Qed.

(* 1 - H gamma lambda <= (1 - gamma lambda)^H *)
Theorem the_1_minus_H_gamma_lambda_at_most_1_minus_gamma_lambda_to_the_H :
  forall (H : nat) (L : R) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  L * gamma <= 1 ->
  lambda <= mu ->
  mu <= L ->
  - (1 - gamma * lambda) ^ H <= gamma * lambda * INR H - 1.
Proof.
  intros H L gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - gamma * lambda) ^ H <= gamma * lambda * INR H - 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((L * gamma) * (mu) * (mu - lambda) + (L * gamma) * (L - mu) * (lambda) + (L * gamma) * (L - mu) * (mu - lambda) + (1 - L * gamma) * (mu) * (lambda) + (1 - L * gamma) * (mu) * (mu - lambda) + (1 - L * gamma) * (L - mu) * (lambda) + (1 - L * gamma) * (L - mu) * (mu - lambda)) / ((L) * (mu)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  assert (chain_2 : 0 <= gamma * (mu - lambda)) by sign.
  apply (by_induction (fun H => True) (fun H => - (1 - gamma * lambda) ^ H) (fun H => gamma * lambda * INR H - 1) (fun H => 1 - gamma * lambda) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    apply (by_certificate _ _ (INR H * gamma ^ 2 * lambda ^ 2)); [identity | sign].
Qed.

(* 1 - 1/H <= 1 - H gamma lambda *)
Theorem the_1_minus_1_over_H_at_most_1_minus_H_gamma_lambda :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma <= 1 ->
  gamma * lambda * (INR H) ^ 2 <= 1 ->
  1 - 1 / INR H <= 1 - gamma * lambda * INR H.
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((1 / INR H) * (1 - gamma * lambda * (INR H) ^ 2))); [identity | sign].
Qed.

(* H (r - 1) <= -1 *)
Theorem H_r_minus_1_at_most_minus_1 :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma <= 1 ->
  lambda <= L ->
  - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= - 1.
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= - 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((L * gamma) * (L - lambda) + (1 - L * gamma) * (lambda) + (1 - L * gamma) * (L - lambda)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  apply (by_induction (fun H => True) (fun H => - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda)) (fun H => - 1) (fun H => 1 - gamma * lambda) (fun H => - 1)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    assert (written_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((L * gamma) * (L - lambda) + (1 - L * gamma) * (lambda) + (1 - L * gamma) * (L - lambda)) / ((L)))); [identity | sign]. }
    apply (by_certificate _ _ (1 - gamma * lambda)); [identity | sign].
Qed.

Definition all_of_this_file := (q_mu_at_most_1_minus_gamma_lambda_to_the_H, the_1_minus_H_gamma_lambda_at_most_1_minus_gamma_lambda_to_the_H, the_1_minus_1_over_H_at_most_1_minus_H_gamma_lambda, H_r_minus_1_at_most_minus_1).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
