(* symfed-lsa-mse-uncorrelated: Where A(Z)' eps(Z) has mean zero, the printed bound holds as it stands.
   symfed, ARGO 'analysis of TD (III)', without correlation. Printed:
     \mathbb E[A(Z)^\top\varepsilon(Z)]=0\ \Rightarrow\ \mathbb E\|\theta_T-\theta_\star\|^2\le(1-\eta a)^T\|\theta_0-\theta_\star\|^2+\frac{\eta\sigma_\star^2}a
   Conditions:
     decay*gamma <= 1
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
     in words: E[A(Z)' eps(Z)] = 0
   Cross-checks, on which nothing rests and which are not here: runs.
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* steps *)
Theorem steps :
  forall (H : nat) (decay : R) (gamma : R) (psi0 : R) (sigma : R),
  (1 <= H)%nat ->
  0 < decay ->
  0 < gamma ->
  0 < psi0 ->
  0 < sigma ->
  gamma * decay <= 1 ->
  (1 - gamma * decay) ^ H * psi0 + gamma * sigma ^ 2 * (1 - (1 - gamma * decay) ^ H) / decay <= (1 - gamma * decay) ^ H * psi0 + gamma * sigma ^ 2 / decay.
Proof.
  intros H decay gamma psi0 sigma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * decay) ^ H * psi0 + gamma * sigma ^ 2 * (1 - (1 - gamma * decay) ^ H) / decay <= (1 - gamma * decay) ^ H * psi0 + gamma * sigma ^ 2 / decay) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * decay) ^ H * psi0 + gamma * sigma ^ 2 * (1 - (1 - gamma * decay) ^ H) / decay) (fun H => (1 - gamma * decay) ^ H * psi0 + gamma * sigma ^ 2 / decay) (fun H => 1 - gamma * decay) (fun H => gamma ^ 2 * sigma ^ 2)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (gamma * sigma ^ 2 * (1 - gamma * decay) / decay)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * decay) H.
    apply (by_certificate _ _ (0)); [identity | sign].
Qed.

Definition all_of_this_file := (steps).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
