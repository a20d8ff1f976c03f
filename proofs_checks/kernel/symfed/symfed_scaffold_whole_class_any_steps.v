(* symfed-scaffold-whole-class-any-steps: Scaffold converges for every smooth, strongly convex client, quadratic or not, whatever the number
   of local steps, at any step up to 1/L: the talks have it on quadratics, or for gamma H L <= 1. (For H = 1 it is a gradient step.)
   symfed, Scaffold beyond quadratics, any number of local steps. Printed:
     \gamma L\le1:\quad V^+\le\max\Big\{(1-\gamma\mu)^{2H},\ \frac{H-1}{H+1}\Big\}V
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Cross-checks, on which nothing rests and which are not here: rounds of exact clients.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* H r <= (H-1)(1 - q) *)
Theorem H_r_at_most_H_1_1_minus_q :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) <= - (1 - gamma * mu) ^ H * (INR H - 1) - 1.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) <= - (1 - gamma * mu) ^ H * (INR H - 1) - 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => - (1 - (1 - gamma * mu) ^ H) / (gamma * mu)) (fun H => - (1 - gamma * mu) ^ H * (INR H - 1) - 1) (fun H => 1 - gamma * mu) (fun H => - 1)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    assert (written_2 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
    apply (by_certificate _ _ ((1 - (1 - gamma * mu) ^ H) * (1 - gamma * mu))); [identity | sign].
Qed.

(* H r <= q if q >= r_1 *)
Theorem H_r_at_most_q_if_q_at_least_r_1 :
  forall (H : nat) (q : R) (r : R),
  (1 <= H)%nat ->
  INR H * r <= (1 - q) * (INR H - 1) ->
  q >= 1 - 1 / INR H ->
  INR H * r <= q.
Proof.
  intros H q r given_1 given_2 given_3.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ (((1 - q) * (INR H - 1) - INR H * r) + (INR H) * (q + 1 / INR H - 1))); [identity | sign].
Qed.

(* few steps *)
Theorem few_steps :
  forall (H : nat) (q : R) (r : R),
  (1 <= H)%nat ->
  INR H >= 2 ->
  INR H * r <= (1 - q) * (INR H - 1) ->
  r >= 0 ->
  q >= 1 - 1 / INR H ->
  r ^ 2 + (1 - 1 / INR H) ^ 2 <= (INR H - 1) / (INR H + 1).
Proof.
  intros H q r given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  assert (written_1 : 0 <= r + (INR H - 1) / (INR H) ^ 2). { apply (by_certificate _ _ (((INR H - 1) ^ 2 * (r) + 2 * (INR H - 1) * (r) + (INR H - 1) + (r)) / ((INR H) ^ 2))); [identity | sign]. }
  apply (by_certificate _ _ (((r + (INR H - 1) / (INR H) ^ 2) / INR H) * ((1 - q) * (INR H - 1) - INR H * r) + ((INR H - 1) * (r + (INR H - 1) / (INR H) ^ 2) / INR H) * (q + 1 / INR H - 1) + ((INR H - 1) / ((INR H) ^ 4 * (INR H + 1))) * (1))); [identity | sign].
Qed.

(* many steps *)
Theorem many_steps :
  forall (H : nat) (q : R) (r : R),
  (1 <= H)%nat ->
  INR H >= 2 ->
  INR H * r <= (1 - q) * (INR H - 1) ->
  r >= 0 ->
  q >= 0 ->
  q <= 1 - 1 / INR H ->
  INR H * r + (1 - q) * (INR H - 1) >= 0 ->
  q ^ 2 * (INR H + 1) * (INR H - 1) <= (INR H - 1) ^ 2 - (INR H) ^ 2 * r ^ 2.
Proof.
  intros H q r given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ (((INR H * r + (1 - q) * (INR H - 1)) * ((1 - q) * (INR H - 1) - INR H * r)) + (2 * INR H * (INR H - 1) * q) * (1 - q - 1 / INR H))); [identity | sign].
Qed.

(* its other coefficient *)
Theorem its_other_coefficient :
  forall (H : nat),
  (1 <= H)%nat ->
  INR H >= 2 ->
  (1 - 1 / INR H) ^ 2 <= (INR H - 1) / (INR H + 1).
Proof.
  intros H given_1 given_2.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ (((INR H - 1) / ((INR H) ^ 2 * (INR H + 1))) * (1))); [identity | sign].
Qed.

Definition all_of_this_file := (H_r_at_most_H_1_1_minus_q, H_r_at_most_q_if_q_at_least_r_1, few_steps, many_steps, its_other_coefficient).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
