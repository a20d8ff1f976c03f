(* symfed-scafflsa-rate: What symfed-scafflsa-contraction leaves of psi is at most the slides' 1 - gamma a H/2 for (H-1)(L² + 2a²) gamma <=
   2a: hence under their condition on H if 2a² <= L².
   symfed, the rate of the slides on SCAFFLSA with all that it needs. Printed:
     (1-\eta a)^H+\tfrac{\eta^2L^2(H-1)^2}4\le1-\tfrac{\eta aH}2\ \text{ if }\ (H-1)\,\eta\,(L^2+2a^2)\le2a;\qquad \tfrac a{\eta L^2}\le\tfrac{2a}{\eta(L^2+2a^2)}\ \text{ if }\ 2a^2\le L^2
   Conditions:
     decay*gamma <= 1
     gamma*(H - 1)*(L**2 + 2*decay**2) <= 2*decay *)
From Symfed Require Import Prelude.

(* powers *)
Theorem lemma_powers :
  forall (H : nat) (L : R) (decay : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  gamma * (INR H - 1) * (L ^ 2 + 2 * decay ^ 2) <= 2 * decay ->
  (1 - gamma * decay) ^ H <= INR H * gamma ^ 2 * decay ^ 2 * (INR H - 1) / 2 + 1 - gamma * INR H * decay.
Proof.
  intros H L decay gamma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> gamma * (INR H - 1) * (L ^ 2 + 2 * decay ^ 2) <= 2 * decay -> (1 - gamma * decay) ^ H <= INR H * gamma ^ 2 * decay ^ 2 * (INR H - 1) / 2 + 1 - gamma * INR H * decay) by (apply all; repeat split; assumption).
  clear real_1 given_1 given_6 H.
  apply (by_induction (fun H => gamma * (INR H - 1) * (L ^ 2 + 2 * decay ^ 2) <= 2 * decay) (fun H => (1 - gamma * decay) ^ H) (fun H => INR H * gamma ^ 2 * decay ^ 2 * (INR H - 1) / 2 + 1 - gamma * INR H * decay) (fun H => 1 - gamma * decay) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * decay) H.
    apply (by_certificate _ _ (INR H * gamma ^ 3 * decay ^ 3 * (INR H - 1) / 2)); [identity | sign].
Qed.

(* margin *)
Theorem margin :
  forall (H : nat) (L : R) (decay : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  gamma * (INR H - 1) * (L ^ 2 + 2 * decay ^ 2) <= 2 * decay ->
  (1 - gamma * decay) ^ H <= INR H * gamma ^ 2 * decay ^ 2 * (INR H - 1) / 2 + 1 - gamma * INR H * decay ->
  L ^ 2 * gamma ^ 2 * (INR H - 1) ^ 2 / 4 + (1 - gamma * decay) ^ H <= 1 - gamma * INR H * decay / 2.
Proof.
  intros H L decay gamma given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (real_1 := at_least_one _ given_1).
  powers_between (1 - gamma * decay) H.
  apply (by_certificate _ _ ((INR H * gamma ^ 2 * decay ^ 2 * (INR H - 1) / 2 + 1 - gamma * INR H * decay - (1 - gamma * decay) ^ H) + (gamma * INR H / 4) * (2 * decay - gamma * (INR H - 1) * (L ^ 2 + 2 * decay ^ 2)) + (L ^ 2 * gamma ^ 2 / 4) * (INR H - 1))); [identity | sign].
Qed.

(* slides *)
Theorem slides :
  forall (L : R) (decay : R) (gamma : R),
  0 < L ->
  0 < decay ->
  0 < gamma ->
  2 * decay ^ 2 <= L ^ 2 ->
  decay / (L ^ 2 * gamma) <= 2 * decay / (gamma * (L ^ 2 + 2 * decay ^ 2)).
Proof.
  intros L decay gamma given_1 given_2 given_3 given_4.
  apply (by_certificate _ _ (((L ^ 2 - 2 * decay ^ 2) * decay / (L ^ 2 * gamma * (L ^ 2 + 2 * decay ^ 2))))); [identity | sign].
Qed.

Definition all_of_this_file := (lemma_powers, margin, slides).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
