(* symfed-rr-step-condition: gamma <= 1/(90L) and gamma mu H <= 1/2 are Theorem 4's conditions at step size 2 gamma.
   symfed, Theorem 5 with conditions for both of its runs. Printed:
     \gamma\le1/(90L)\text{ and }2\gamma\mu H\le1
   Conditions:
     90*L*gamma <= 1
     2*H*gamma*mu <= 1 *)
From Symfed Require Import Prelude.

(* curvature *)
Theorem curvature :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  90 * L * gamma <= 1 ->
  2 * gamma * mu * INR H <= 1 ->
  90 * L * gamma <= 1.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((1 - 90 * L * gamma))); [identity | sign].
Qed.

(* local steps *)
Theorem local_steps :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  90 * L * gamma <= 1 ->
  2 * gamma * mu * INR H <= 1 ->
  2 * gamma * mu * INR H <= 1.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((1 - 2 * gamma * mu * INR H))); [identity | sign].
Qed.

Definition all_of_this_file := (curvature, local_steps).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
