(* flta-transition: The exact factors of a curvature are equal at gamma a H = 1, for every H: r - q = (1 - q)(1 - 1/(gamma a H)), whose sign
   is that of the second bracket, where gamma a <= 1. (The two printed expressions are not equal there, at any finite H.)
   flta, Interpretation of the Contraction Rate. Printed:
     \text{Transition when }\gamma aH=1
   Conditions:
     L*gamma <= 1 *)
From Symfed Require Import Prelude.

(* the difference of the factors *)
Theorem the_difference_of_the_factors :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma <= 1 ->
  (1 - (1 - gamma * lambda) ^ H) * (1 - 1 / (gamma * lambda * INR H)) = 1 - (1 - gamma * lambda) ^ H - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda * INR H).
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* q <= 1 *)
Theorem q_at_most_1 :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma <= 1 ->
  lambda <= L ->
  (1 - gamma * lambda) ^ H <= 1.
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * lambda) ^ H <= 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((L * gamma) * (L - lambda) + (1 - L * gamma) * (lambda) + (1 - L * gamma) * (L - lambda)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * lambda) ^ H) (fun H => 1) (fun H => 1 - gamma * lambda) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (gamma * lambda)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    apply (by_certificate _ _ (gamma * lambda)); [identity | sign].
Qed.

Definition all_of_this_file := (the_difference_of_the_factors, q_at_most_1).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
