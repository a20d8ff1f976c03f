(* argo-def-delta-het: The mean distance of the clients' solutions from theta*: with the norms inside the mean it bounds the bias, by (1 +
   eta a H/2) eta (H - 1) L² Delta_het/a, L a bound on the clients' mean matrices.
   argo, slide 'Problem: heterogeneity requires lots of communications'. Printed:
     \Delta_{\mathrm{het}}=\frac1N\sum_{c=1}^N\|\theta_\star-\theta_\star^c\|
   Conditions:
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
     in words: theta_c* solves client c's mean system, and theta* the mean of these
     in words: theta* + bias is the mean of a stationary law, so that a round of mean steps leaves it where it is
     in words: L bounds the clients' mean matrices: |Abar_c u| <= L|u| for all u and c
   Cross-checks, on which nothing rests and which are not here: problems.
   Not here, or not whole:
     the proof: by named theorems: it is read as sentences *)
From Symfed Require Import Prelude.

(* (1 - eta a/2)^H is at most 1/(1 + eta a H/2) *)
Theorem lemma_power :
  forall (H : nat) (decay : R) (gamma : R),
  (1 <= H)%nat ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  (1 - gamma * decay / 2) ^ H <= 1 / (gamma * INR H * decay / 2 + 1).
Proof.
  intros H decay gamma given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * decay / 2) ^ H <= 1 / (gamma * INR H * decay / 2 + 1)) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * decay / 2) ^ H) (fun H => 1 / (gamma * INR H * decay / 2 + 1)) (fun H => 1 - gamma * decay / 2) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (gamma ^ 2 * decay ^ 2 / (2 * (gamma * decay + 2)))); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * decay / 2) H.
    apply (by_certificate _ _ (gamma ^ 2 * decay ^ 2 * (INR H + 1) / ((gamma * INR H * decay + 2) * (gamma * INR H * decay + gamma * decay + 2)))); [identity | sign].
Qed.

Definition all_of_this_file := (lemma_power).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
