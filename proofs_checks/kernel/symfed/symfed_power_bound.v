(* symfed-power-bound: For 0 <= gamma mu <= 1 and all H: (1 - gamma mu)^H <= 1 - H gamma mu + H (H-1)/2 (gamma mu)^2.
   symfed, the step from 1 - (1 - gamma mu)^H to gamma mu H / 2 in the proof of Proposition 2. Printed:
     (1-\gamma\mu)^H\le1-H\gamma\mu+\tfrac{H(H-1)}2(\gamma\mu)^2
   Conditions:
     gamma*mu <= 1 *)
From Symfed Require Import Prelude.

(* For 0 <= gamma mu <= 1 and all H: (1 - gamma mu)^H <= 1 - H gamma mu + H (H-1)/2 (gamma mu)^2. *)
Theorem symfed_power_bound :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  gamma * mu <= 1 ->
  (1 - gamma * mu) ^ H <= INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H.
Proof.
  intros H gamma mu given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * mu) ^ H <= INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * mu) ^ H) (fun H => INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H) (fun H => 1 - gamma * mu) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    apply (by_certificate _ _ (INR H * gamma ^ 3 * mu ^ 3 * (INR H - 1) / 2)); [identity | sign].
Qed.

Definition all_of_this_file := (symfed_power_bound).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
