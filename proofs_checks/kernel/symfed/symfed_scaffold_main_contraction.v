(* symfed-scaffold-main-contraction: With the missing words the slides' main result is a theorem, and more: not squared norms only, norms
   already contract by their rho.
   symfed, Scaffold on quadratics, the slides' bound. Printed:
     \sum_c\xi_0^c=0:\quad\|X_{t+1}-X_*\|_\Lambda\le\rho\,\|X_t-X_*\|_\Lambda,\quad\rho\le\rho_{\gamma,H},\quad\|X-X_*\|_\Lambda^2=V
   Conditions:
     L*gamma <= 1
     in words: quadratic clients
     in words: the control variates have mean zero when they start, and so for ever
   Cross-checks, on which nothing rests and which are not here: rounds by the rule.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* what a client's eigenvector loses *)
Theorem what_a_client_s_eigenvector_loses :
  forall (L : R) (e : R) (gamma : R) (q : R) (r : R) (rho : R) (y : R),
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  (rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2) <> 0 ->
  0 <= rho ^ 2 - q ^ 2 ->
  0 <= rho ^ 2 - r ^ 2 ->
  (((rho ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2))) * (e + y) ^ 2 - (q * e + r * y) ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2))) - (2 * e) * y) - (sqrt (rho ^ 2 - q ^ 2) * e - sqrt (rho ^ 2 - r ^ 2) * y) ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2)) = 0.
Proof.
  intros L e gamma q r rho y given_1 given_2 given_3 given_4 given_5 given_6.
  assert (root_1 : sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - q ^ 2) = rho ^ 2 - q ^ 2) by (apply sqrt_sqrt; sign).
  try assert (0 < sqrt (rho ^ 2 - q ^ 2)) by (apply sqrt_lt_R0; sign).
  assert (root_2 : sqrt (rho ^ 2 - r ^ 2) * sqrt (rho ^ 2 - r ^ 2) = rho ^ 2 - r ^ 2) by (apply sqrt_sqrt; sign).
  try assert (0 < sqrt (rho ^ 2 - r ^ 2)) by (apply sqrt_lt_R0; sign).
  set (s_1 := sqrt (rho ^ 2 - q ^ 2)) in *; clearbody s_1.
  set (s_2 := sqrt (rho ^ 2 - r ^ 2)) in *; clearbody s_2.
  powers; field [root_1 root_2]; nonzero.
Qed.

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

Definition all_of_this_file := (what_a_client_s_eigenvector_loses, q_a_at_most_q_mu, r_a_at_most_q_a_if_gamma_a_H_at_most_1, r_a_at_most_1_minus_1_minus_1_over_e_over_gamma_L_H_if_gamma_a_H_1).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
