(* flta-rho-formula: rho is at least every q and r of a curvature between mu and L, hence at least the exact factor; also for gamma L H < 1,
   where its second branch alone is not.
   flta, Main Result. Printed:
     \rho_{\gamma,H}=\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-1/e}{\gamma LH}\Big\}
   Conditions:
     L*gamma <= 1 *)
From Symfed Require Import Prelude.

(* q(a) <= q(mu) *)
Theorem q_a_at_most_q_mu :
  forall (H : nat) (L : R) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= lambda ->
  lambda <= L ->
  (1 - gamma * lambda) ^ H <= (1 - gamma * mu) ^ H.
Proof.
  intros H L gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * lambda) ^ H <= (1 - gamma * mu) ^ H) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((L * gamma) * (L - lambda) + (1 - L * gamma) * (lambda) + (1 - L * gamma) * (L - lambda)) / ((L)))); [identity | sign]. }
  assert (base_2 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((lambda - mu) * (L * gamma) * (lambda) + (lambda - mu) * (L * gamma) * (L - lambda) + (lambda - mu) * (1 - L * gamma) * (lambda) + (lambda - mu) * (1 - L * gamma) * (L - lambda) + (L * gamma) * (L - lambda) * (mu) + (1 - L * gamma) * (lambda) * (mu) + (1 - L * gamma) * (L - lambda) * (mu)) / ((L) * (lambda)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  assert (chain_2 : 0 <= gamma * (lambda - mu)) by sign.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * lambda) ^ H) (fun H => (1 - gamma * mu) ^ H) (fun H => 1 - gamma * lambda) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (gamma * (lambda - mu))); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    powers_between (1 - gamma * mu) H.
    apply (by_certificate _ _ (gamma * (1 - gamma * mu) ^ H * (lambda - mu))); [identity | sign].
Qed.

(* r(a) <= q(a) if gamma a H <= 1 *)
Theorem r_a_at_most_q_a_if_gamma_a_H_at_most_1 :
  forall (H : nat) (L : R) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= lambda ->
  lambda <= L ->
  gamma * lambda * INR H <= 1 ->
  1 - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda * INR H) <= (1 - gamma * lambda) ^ H.
Proof.
  intros H L gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  assert (chain_2 : 0 <= gamma * INR H * (lambda - mu)) by sign.
  assert (chain_3 : 0 <= gamma * (lambda - mu)) by sign.
  powers_between (1 - gamma * lambda) H.
  apply (by_certificate _ _ ((1 / (gamma * lambda * INR H)) * ((1 - (1 - gamma * lambda) ^ H) * (1 - gamma * lambda * INR H)))); [identity | sign].
Qed.

(* r(a) <= 1 - (1-1/e)/(gamma L H) if gamma a H > 1 *)
Theorem r_a_at_most_1_minus_1_minus_1_over_e_over_gamma_L_H_if_gamma_a_H_1 :
  forall (H : nat) (L : R) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= lambda ->
  lambda <= L ->
  gamma * lambda * INR H >= 1 ->
  1 - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda * INR H) <= 1 - (1 - exp (- 1)) / (L * gamma * INR H).
Proof.
  intros H L gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  assert (chain_2 : 0 <= gamma * INR H * (lambda - mu)) by sign.
  assert (chain_3 : 0 <= gamma * (lambda - mu)) by sign.
  powers_between (1 - gamma * lambda) H.
  assert (number_1 : 17 / 50 <= exp (- 1) <= 39 / 100) by exponential.
  assert (below_1 : (1 - gamma * lambda) ^ H <= exp (- 1)) by (apply power_at_most_exp; [sign | lra]).
  assert (written_1 : 0 <= L + lambda * exp (- 1) - L * (1 - gamma * lambda) ^ H - lambda). { apply (by_certificate _ _ ((61 / 100 * (L - lambda) + (L) * (exp (- 1) - (1 - gamma * lambda) ^ H) + (L - lambda) * (39 / 100 - exp (- 1))))); [identity | sign]. }
  apply (by_certificate _ _ (((L + lambda * exp (- 1) - L * (1 - gamma * lambda) ^ H - lambda) / (L * gamma * lambda * INR H)))); [identity | sign].
Qed.

Definition all_of_this_file := (q_a_at_most_q_mu, r_a_at_most_q_a_if_gamma_a_H_at_most_1, r_a_at_most_1_minus_1_minus_1_over_e_over_gamma_L_H_if_gamma_a_H_1).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
