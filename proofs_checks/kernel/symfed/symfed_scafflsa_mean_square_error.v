(* symfed-scafflsa-mean-square-error: The slides' bound on SCAFFLSA's error with constants, the noise at theta*, matrices random and without
   symmetry: nine times the printed level does in stationarity, eighteen times after any number of rounds, for as few local steps as the
   slides' factor needs.
   symfed, the rate of the slides on SCAFFLSA, with its conditions. Printed:
     \mathbb E\|\theta_T-\theta_\star\|^2\le2\Big(1-\frac{\eta aH}2\Big)^T\psi_0+\frac{18\,\eta\sigma^2}{Na},\quad\mathbb E_\pi\|\theta-\theta_\star\|^2\le\frac{9\,\eta\sigma^2}{Na},\quad\sigma^2=\frac1N\sum_c\mathbb E\|A^c\theta_\star-b^c-\bar A^c\theta_\star+\bar b^c\|^2
   Conditions:
     decay*gamma <= 1
     gamma*(H - 1)*(L**2 + 2*decay**2) <= 2*decay
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: E|A^c(Z) u|² <= L²|u|² for all u and c
     in words: the control variates have mean zero when they start, and so for ever
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: laws, crowds, rounds.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* p <= a L/(L² + 2a²) *)
Theorem drift :
  forall (H : nat) (L : R) (decay : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  gamma * (INR H - 1) * (L ^ 2 + 2 * decay ^ 2) <= 2 * decay ->
  L * gamma * (INR H - 1) / 2 <= L * decay / (L ^ 2 + 2 * decay ^ 2).
Proof.
  intros H L decay gamma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((L / (2 * L ^ 2 + 4 * decay ^ 2)) * (2 * decay - gamma * (INR H - 1) * (L ^ 2 + 2 * decay ^ 2)))); [identity | sign].
Qed.

(* which has a square of at most 1/8 *)
Theorem an_eighth :
  forall (H : nat) (L : R) (decay : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  gamma * (INR H - 1) * (L ^ 2 + 2 * decay ^ 2) <= 2 * decay ->
  8 * L ^ 2 * decay ^ 2 / (L ^ 2 + 2 * decay ^ 2) ^ 2 <= 1.
Proof.
  intros H L decay gamma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((1 / (L ^ 2 + 2 * decay ^ 2) ^ 2) * ((L ^ 2 - 2 * decay ^ 2) ^ 2))); [identity | sign].
Qed.

(* ((1+p)/(1-p))² <= 9/2 where p² <= 1/8 *)
Theorem nine_halves :
  forall (p : R),
  8 * p ^ 2 <= 1 ->
  2 * (p + 1) ^ 2 <= 9 * (1 - p) ^ 2.
Proof.
  intros p given_1.
  apply (by_certificate _ _ ((7 * p ^ 2 + 7 - 22 * p))); [identity | sign].
Qed.

(* (1 - eta a)^H >= 1 - eta a H *)
Theorem lemma_powers :
  forall (H : nat) (L : R) (decay : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  gamma * (INR H - 1) * (L ^ 2 + 2 * decay ^ 2) <= 2 * decay ->
  - (1 - gamma * decay) ^ H <= gamma * INR H * decay - 1.
Proof.
  intros H L decay gamma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> gamma * (INR H - 1) * (L ^ 2 + 2 * decay ^ 2) <= 2 * decay -> - (1 - gamma * decay) ^ H <= gamma * INR H * decay - 1) by (apply all; repeat split; assumption).
  clear real_1 given_1 given_6 H.
  apply (by_induction (fun H => gamma * (INR H - 1) * (L ^ 2 + 2 * decay ^ 2) <= 2 * decay) (fun H => - (1 - gamma * decay) ^ H) (fun H => gamma * INR H * decay - 1) (fun H => 1 - gamma * decay) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * decay) H.
    apply (by_certificate _ _ (INR H * gamma ^ 2 * decay ^ 2)); [identity | sign].
Qed.

(* (1 - q²)/(1 - q² - p²) <= 2, by `powers` and symfed-scafflsa-rate *)
Theorem twice :
  forall (H : nat) (decay : R) (gamma : R) (p : R) (q2 : R),
  (1 <= H)%nat ->
  0 < decay ->
  0 < gamma ->
  1 - q2 <= gamma * INR H * decay ->
  p ^ 2 + q2 <= 1 - gamma * INR H * decay / 2 ->
  1 - q2 <= 2 - 2 * p ^ 2 - 2 * q2.
Proof.
  intros H decay gamma p q2 given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((1 - 2 * p ^ 2 - q2))); [identity | sign].
Qed.

Definition all_of_this_file := (drift, an_eighth, nine_halves, lemma_powers, twice).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
