(* symfed-fedlsa-drift-bound: FedLSA's bias has norm at most 2 eta (H-1) L² Delta_het/a while eta a H <= 2.
   symfed, the bound behind the number of local steps on the slide 'heterogeneity requires lots of communications'. Printed:
     \|\theta_\infty^{\text{bias}}\|\le\frac{\eta^2H(H-1)L^2\Delta_{\text{het}}}{2\,(1-(1-\eta a)^{H/2})}\le\frac{2\eta(H-1)L^2}{a}\,\Delta_{\text{het}}\quad(\eta aH\le2)
   Conditions:
     decay*gamma <= 1
     H*decay*gamma <= 2
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: E|A^c(Z) u|² <= L²|u|² for all u and c
     in words: theta_c* solves client c's mean system, and theta* the mean of these
     in words: theta* + bias is the mean of a stationary law, so that a round of mean steps leaves it where it is
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: problems.
   Not here, or not whole:
     the proof: by named theorems: it is read as sentences *)
From Symfed Require Import Prelude.

(* (1 - eta a/2)^H to second order *)
Theorem lemma_power :
  forall (H : nat) (decay : R) (gamma : R),
  (1 <= H)%nat ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  gamma * INR H * decay <= 2 ->
  (1 - gamma * decay / 2) ^ H <= INR H * gamma ^ 2 * decay ^ 2 * (INR H - 1) / 8 + 1 - gamma * INR H * decay / 2.
Proof.
  intros H decay gamma given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> gamma * INR H * decay <= 2 -> (1 - gamma * decay / 2) ^ H <= INR H * gamma ^ 2 * decay ^ 2 * (INR H - 1) / 8 + 1 - gamma * INR H * decay / 2) by (apply all; repeat split; assumption).
  clear real_1 given_1 given_5 H.
  apply (by_induction (fun H => gamma * INR H * decay <= 2) (fun H => (1 - gamma * decay / 2) ^ H) (fun H => INR H * gamma ^ 2 * decay ^ 2 * (INR H - 1) / 8 + 1 - gamma * INR H * decay / 2) (fun H => 1 - gamma * decay / 2) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * decay / 2) H.
    apply (by_certificate _ _ (INR H * gamma ^ 3 * decay ^ 3 * (INR H - 1) / 16)); [identity | sign].
Qed.

(* which is at most 1 - eta a H/4 *)
Theorem margin :
  forall (H : nat) (decay : R) (gamma : R),
  (1 <= H)%nat ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  gamma * INR H * decay <= 2 ->
  INR H * gamma ^ 2 * decay ^ 2 * (INR H - 1) / 8 + 1 - gamma * INR H * decay / 2 <= 1 - gamma * INR H * decay / 4.
Proof.
  intros H decay gamma given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((gamma * INR H * decay / 8) * (2 - gamma * INR H * decay) + (gamma ^ 2 * decay ^ 2 / 8) * (INR H))); [identity | sign].
Qed.

Definition all_of_this_file := (lemma_power, margin).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
