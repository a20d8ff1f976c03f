(* flta-regime-2-slower: The bound of the second regime grows with H, and so does the factor r(a) itself, for every H: 1 less a mean of
   powers that fall.
   flta, Interpretation of the Contraction Rate. Printed:
     \gamma aH>1:\ \text{algebraic decay }1-\frac{1-1/e}{\gamma aH}\le1-\frac{1-1/e}{\gamma LH}\to\text{ slower with larger }H
   Conditions:
     L*gamma <= 1 *)
From Symfed Require Import Prelude.

(* the bound *)
Theorem the_bound :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma <= 1 ->
  1 - (1 - exp (- 1)) / (gamma * lambda * INR H) <= 1 - (1 - exp (- 1)) / (gamma * lambda * (INR H + 1)).
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  assert (number_1 : 17 / 50 <= exp (- 1) <= 39 / 100) by exponential.
  apply (by_certificate _ _ ((1 / (gamma * lambda * INR H * (INR H + 1))) * (1 - exp (- 1)))); [identity | sign].
Qed.

(* H (H + 1) (r(H + 1) - r(H)) *)
Theorem H_H_plus_1_r_H_plus_1_minus_r_H :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma <= 1 ->
  INR H * (INR H + 1) * ((1 - (1 - gamma * lambda) ^ H) / (gamma * lambda * INR H) - (1 - (1 - gamma * lambda) ^ (H + 1)) / (gamma * lambda * (INR H + 1))) = (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) - INR H * (1 - gamma * lambda) ^ H.
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* H times the next power is at most the sum of the first H *)
Theorem H_times_the_next_power_is_at_most_the_sum_of_the_first_H :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma <= 1 ->
  lambda <= L ->
  - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= - INR H * (1 - gamma * lambda) ^ H.
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= - INR H * (1 - gamma * lambda) ^ H) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((L * gamma) * (L - lambda) + (1 - L * gamma) * (lambda) + (1 - L * gamma) * (L - lambda)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  apply (by_induction (fun H => True) (fun H => - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda)) (fun H => - INR H * (1 - gamma * lambda) ^ H) (fun H => 1) (fun H => - (1 - gamma * lambda) ^ H)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (gamma * lambda)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    apply (by_certificate _ _ (gamma * lambda * (1 - gamma * lambda) ^ H * (INR H + 1))); [identity | sign].
Qed.

Definition all_of_this_file := (the_bound, H_H_plus_1_r_H_plus_1_minus_r_H, H_times_the_next_power_is_at_most_the_sum_of_the_first_H).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
