(* flta-convergent-all-h: Scaffold converges for every H: V contracts by the square of the largest factor, an eigenvalue at a time, and all
   of them stay below one. Its limit is X_* if the control variates start with mean zero.
   flta, Main Result, last line. Printed:
     \Rightarrow\text{ Scaffold remains convergent for all }H!
   Conditions:
     L*gamma <= 1
     in words: quadratic clients
   Cross-checks, on which nothing rests and which are not here: rounds by the rule, the limit, by the rule.
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* H (r - 1) <= -1 *)
Theorem H_r_minus_1_at_most_minus_1 :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma <= 1 ->
  lambda <= L ->
  - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= - 1.
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda) <= - 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((L * gamma) * (L - lambda) + (1 - L * gamma) * (lambda) + (1 - L * gamma) * (L - lambda)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  apply (by_induction (fun H => True) (fun H => - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda)) (fun H => - 1) (fun H => 1 - gamma * lambda) (fun H => - 1)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    assert (written_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((L * gamma) * (L - lambda) + (1 - L * gamma) * (lambda) + (1 - L * gamma) * (L - lambda)) / ((L)))); [identity | sign]. }
    apply (by_certificate _ _ (1 - gamma * lambda)); [identity | sign].
Qed.

(* q <= 1 - gamma a *)
Theorem q_at_most_1_minus_gamma_a :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma <= 1 ->
  lambda <= L ->
  (1 - gamma * lambda) ^ H <= 1 - gamma * lambda.
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * lambda) ^ H <= 1 - gamma * lambda) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((L * gamma) * (L - lambda) + (1 - L * gamma) * (lambda) + (1 - L * gamma) * (L - lambda)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * lambda) ^ H) (fun H => 1 - gamma * lambda) (fun H => 1 - gamma * lambda) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    assert (written_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((L * gamma) * (L - lambda) + (1 - L * gamma) * (lambda) + (1 - L * gamma) * (L - lambda)) / ((L)))); [identity | sign]. }
    apply (by_certificate _ _ (gamma * lambda * (1 - gamma * lambda))); [identity | sign].
Qed.

(* a gradient and a control variate that make the same step *)
Theorem a_gradient_and_a_control_variate_that_make_the_same_step :
  forall (L : R) (b : R) (g : R) (gamma : R) (theta : R),
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  theta - gamma * ((g + theta) + (b - theta)) = theta - gamma * (b + g).
Proof.
  intros L b g gamma theta given_1 given_2 given_3.
  identity.
Qed.

Definition all_of_this_file := (H_r_minus_1_at_most_minus_1, q_at_most_1_minus_gamma_a, a_gradient_and_a_control_variate_that_make_the_same_step).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
