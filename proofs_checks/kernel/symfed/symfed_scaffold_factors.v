(* symfed-scaffold-factors: For gamma a <= 1: 0 <= q <= 1 - gamma a and 0 <= r <= 1 - 1/H, where 1 - r is a mean of powers; q falls and r
   grows with the curvature.
   symfed, the two factors, bounds. Printed:
     r(a)=1-\frac1H\sum_{h=0}^{H-1}(1-\gamma a)^h,\quad 0\le r(a)\le1-\frac1H,\quad0\le q(a)\le1-\gamma a,\quadq(a)\le q(\mu),\ r(a)\ge r(\mu)\text{ if }\mu\le a\qquad(\gamma a\le1)
   Conditions:
     gamma*lambda <= 1 *)
From Symfed Require Import Prelude.

(* sum of powers *)
Theorem sum_of_powers :
  forall (gamma : R) (h : nat) (lambda : R),
  0 < gamma ->
  0 < lambda ->
  gamma * lambda <= 1 ->
  ((((1 - (1 - gamma * lambda) ^ 1) / (1 - (1 - gamma * lambda)) - 1) + (1 - (1 - gamma * lambda) ^ (h + 1)) / (1 - (1 - gamma * lambda))) - (1 - (1 - gamma * lambda) ^ h) / (1 - (1 - gamma * lambda))) - (1 - gamma * lambda) ^ h = 0.
Proof.
  intros gamma h lambda given_1 given_2 given_3.
  identity.
Qed.

(* H (r - 1) <= -1 *)
Theorem H_r_minus_1_at_most_minus_1 :
  forall (H : nat) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < lambda ->
  gamma * lambda <= 1 ->
  - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= - 1.
Proof.
  intros H gamma lambda given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= - 1) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda)) (fun H => - 1) (fun H => 1 - gamma * lambda) (fun H => - 1)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    apply (by_certificate _ _ (1 - gamma * lambda)); [identity | sign].
Qed.

(* H (1 - r) <= H *)
Theorem H_1_minus_r_at_most_H :
  forall (H : nat) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < lambda ->
  gamma * lambda <= 1 ->
  (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= INR H.
Proof.
  intros H gamma lambda given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= INR H) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda)) (fun H => INR H) (fun H => 1 - gamma * lambda) (fun H => 1)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    apply (by_certificate _ _ (gamma * lambda * INR H)); [identity | sign].
Qed.

(* q <= 1 - gamma a *)
Theorem q_at_most_1_minus_gamma_a :
  forall (H : nat) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < lambda ->
  gamma * lambda <= 1 ->
  (1 - gamma * lambda) ^ H <= 1 - gamma * lambda.
Proof.
  intros H gamma lambda given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * lambda) ^ H <= 1 - gamma * lambda) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * lambda) ^ H) (fun H => 1 - gamma * lambda) (fun H => 1 - gamma * lambda) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    apply (by_certificate _ _ (gamma * lambda * (1 - gamma * lambda))); [identity | sign].
Qed.

(* q >= 0 *)
Theorem q_at_least_0 :
  forall (H : nat) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < lambda ->
  gamma * lambda <= 1 ->
  - (1 - gamma * lambda) ^ H <= 0.
Proof.
  intros H gamma lambda given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - gamma * lambda) ^ H <= 0) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => - (1 - gamma * lambda) ^ H) (fun H => 0) (fun H => 1 - gamma * lambda) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (1 - gamma * lambda)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    apply (by_certificate _ _ (0)); [identity | sign].
Qed.

(* q(a) <= q(mu) *)
Theorem q_a_at_most_q_mu :
  forall (H : nat) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  gamma * lambda <= 1 ->
  mu <= lambda ->
  (1 - gamma * lambda) ^ H <= (1 - gamma * mu) ^ H.
Proof.
  intros H gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * lambda) ^ H <= (1 - gamma * mu) ^ H) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((lambda - mu) * (gamma * lambda) + (lambda - mu) * (1 - gamma * lambda) + (1 - gamma * lambda) * (mu)) / ((lambda)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (lambda - mu)) by sign.
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

(* H (1 - r(a)) <= H (1 - r(mu)) *)
Theorem H_1_minus_r_a_at_most_H_1_minus_r_mu :
  forall (H : nat) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  gamma * lambda <= 1 ->
  mu <= lambda ->
  (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= (1 - (1 - gamma * mu) ^ H) / (gamma * mu).
Proof.
  intros H gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= (1 - (1 - gamma * mu) ^ H) / (gamma * mu)) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((lambda - mu) * (gamma * lambda) + (lambda - mu) * (1 - gamma * lambda) + (1 - gamma * lambda) * (mu)) / ((lambda)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (lambda - mu)) by sign.
  apply (by_induction (fun H => True) (fun H => (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda)) (fun H => (1 - (1 - gamma * mu) ^ H) / (gamma * mu)) (fun H => 1 - gamma * lambda) (fun H => 1)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    powers_between (1 - gamma * mu) H.
    apply (by_certificate _ _ ((1 - (1 - gamma * mu) ^ H) * (lambda - mu) / mu)); [identity | sign].
Qed.

Definition all_of_this_file := (sum_of_powers, H_r_minus_1_at_most_minus_1, H_1_minus_r_at_most_H, q_at_most_1_minus_gamma_a, q_at_least_0, q_a_at_most_q_mu, H_1_minus_r_a_at_most_H_1_minus_r_mu).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
