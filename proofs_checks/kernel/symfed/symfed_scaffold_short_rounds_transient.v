(* symfed-scaffold-short-rounds-transient: Where gamma H L <= 1 and control variates start at zero, exact gradients forget the start at the
   slides' rate, with the constant 4.
   symfed, the rate of the slides, transient part. Printed:
     \|x^{(T)}-x^\star\|^2\le4\Big(1-\frac{\gamma\mu}4\Big)^{HT}\{\|x^{(0)}-x^\star\|^2+\gamma^2H^2\zeta^2\},\quad\zeta^2=\frac1N\sum_c\|\nabla f_c(x^\star)\|^2\qquad(\gamma HL\le1,\ \xi_c^{(0)}=0)
   Conditions:
     H*L*gamma <= 1
     mu <= L
     in words: quadratic clients with additive noise
     in words: control variates that are zero at the start
   Cross-checks, on which nothing rests and which are not here: rounds.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* root *)
Theorem root :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (q : R) (r : R) (rho : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  (q - r) ^ 2 * rho ^ 2 = (rho ^ 2 - q * r) ^ 2 - (rho ^ 2 - q ^ 2) * (rho ^ 2 - r ^ 2).
Proof.
  intros H L gamma mu q r rho given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  identity.
Qed.

(* weights p differ by a factor of at most 2 rho^2/(rho^2 - 3/8 rho) <= 4 *)
Theorem ratio :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (rho : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  rho >= 3 / 4 ->
  2 * rho <= 4 * rho - 3 / 2.
Proof.
  intros H L gamma mu rho given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  apply (by_certificate _ _ ((1 / 2) * (4 * rho - 3))); [identity | sign].
Qed.

(* rho *)
Theorem rho :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  - (1 - gamma * mu / 4) ^ H <= gamma * mu * INR H / 4 - 1.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> L * gamma * INR H <= 1 -> - (1 - gamma * mu / 4) ^ H <= gamma * mu * INR H / 4 - 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 4 - gamma * mu). { apply (by_certificate _ _ ((4 * (INR H - 1) * (L * gamma * INR H) * (mu) + 4 * (INR H - 1) * (L * gamma * INR H) * (L - mu) + 4 * (INR H - 1) * (1 - L * gamma * INR H) * (mu) + 4 * (INR H - 1) * (1 - L * gamma * INR H) * (L - mu) + 3 * (L * gamma * INR H) * (mu) + 4 * (L * gamma * INR H) * (L - mu) + 4 * (1 - L * gamma * INR H) * (mu) + 4 * (1 - L * gamma * INR H) * (L - mu)) / ((L) * (INR H)))); [identity | sign]. }
  clear real_1 given_1 given_5 H.
  apply (by_induction (fun H => L * gamma * INR H <= 1) (fun H => - (1 - gamma * mu / 4) ^ H) (fun H => gamma * mu * INR H / 4 - 1) (fun H => 1 - gamma * mu / 4) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu / 4) H.
    apply (by_certificate _ _ (INR H * gamma ^ 2 * mu ^ 2 / 16)); [identity | sign].
Qed.

(* at least 3/4 *)
Theorem at_least_3_over_4 :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  3 / 4 <= 1 - gamma * mu * INR H / 4.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  assert (written_1 : 0 <= 1 - gamma * mu * INR H). { apply (by_certificate _ _ (((L * gamma * INR H) * (L - mu) + (1 - L * gamma * INR H) * (mu) + (1 - L * gamma * INR H) * (L - mu)) / ((L)))); [identity | sign]. }
  apply (by_certificate _ _ ((1 / 4 - gamma * mu * INR H / 4))); [identity | sign].
Qed.

(* q below rho *)
Theorem q_below_rho :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  (1 - gamma * mu) ^ 2 <= 1 - gamma * mu / 4.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  assert (written_1 : 0 <= 7 - 4 * gamma * mu). { apply (by_certificate _ _ ((7 * (INR H - 1) * (L * gamma * INR H) * (mu) + 7 * (INR H - 1) * (L * gamma * INR H) * (L - mu) + 7 * (INR H - 1) * (1 - L * gamma * INR H) * (mu) + 7 * (INR H - 1) * (1 - L * gamma * INR H) * (L - mu) + 3 * (L * gamma * INR H) * (mu) + 7 * (L * gamma * INR H) * (L - mu) + 7 * (1 - L * gamma * INR H) * (mu) + 7 * (1 - L * gamma * INR H) * (L - mu)) / ((L) * (INR H)))); [identity | sign]. }
  apply (by_certificate _ _ ((gamma * mu * (7 - 4 * gamma * mu) / 4))); [identity | sign].
Qed.

Definition all_of_this_file := (root, ratio, rho, at_least_3_over_4, q_below_rho).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
