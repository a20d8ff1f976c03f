(* symfed-lsa-mse: The root mean squared error is at most (1 - eta a)^(T/2) |theta_0 - theta*| + sigma (eta/a)^(1/2): a factor 2 on both
   squares.
   symfed, ARGO 'analysis of TD (III)', with the cross term. Printed:
     \mathbb E\|\theta_T-\theta_\star\|^2\le\Big((1-\eta a)^{T/2}\|\theta_0-\theta_\star\|+\sigma_\star\sqrt{\eta/a}\Big)^2\le2(1-\eta a)^T\|\theta_0-\theta_\star\|^2+\frac{2\eta\sigma_\star^2}a
   Conditions:
     decay*gamma <= 1
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: runs, runs, squares.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* eta² sum_k (1 - eta a)^k <= eta/a *)
Theorem noises :
  forall (H : nat) (decay : R) (gamma : R),
  (1 <= H)%nat ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  gamma * (1 - (1 - gamma * decay) ^ H) / decay <= gamma / decay.
Proof.
  intros H decay gamma given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> gamma * (1 - (1 - gamma * decay) ^ H) / decay <= gamma / decay) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => gamma * (1 - (1 - gamma * decay) ^ H) / decay) (fun H => gamma / decay) (fun H => 1 - gamma * decay) (fun H => gamma ^ 2)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (gamma * (1 - gamma * decay) / decay)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * decay) H.
    apply (by_certificate _ _ (0)); [identity | sign].
Qed.

(* squares *)
Theorem squares :
  forall (decay : R) (gamma : R) (noise : R) (start : R),
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  (noise + start) ^ 2 <= 2 * noise ^ 2 + 2 * start ^ 2.
Proof.
  intros decay gamma noise start given_1 given_2 given_3.
  apply (by_certificate _ _ (((noise - start) ^ 2))); [identity | sign].
Qed.

Definition all_of_this_file := (noises, squares).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
