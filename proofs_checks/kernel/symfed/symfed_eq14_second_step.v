(* symfed-eq14-second-step: The second inequality of (14) with a factor 2; at gamma mu H = 1 it is e/(e-1) = 1.58... as H grows. Proposition
   2's constant C_1 stands all the same, by a proof that does not pass through products.
   symfed, equation (14), second inequality, corrected. Printed:
     \frac{\gamma^2LH(H-1)}{1-(1-\gamma\mu)^H}\le\frac{2\gamma L(H-1)}\mu\quad(\gamma\mu H\le1)
   Conditions:
     L*gamma <= 1
     H*gamma*mu <= 1
     mu <= L
   Cross-checks, on which nothing rests and which are not here: numbers, long rounds. *)
From Symfed Require Import Arithmetic Named.

(* at_first *)
Theorem symfed_eq14_second_step_at_first :
  1 <= 1.
Proof.
  intros .
  certified (((1))) (Rle_refl 0).
Qed.

(* second_order_positive *)
Theorem symfed_eq14_second_step_second_order_positive :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  gamma * mu * INR H <= 1 ->
  1 - gamma * mu >= 0.
Proof.
  intros H gamma mu sign_H sign_gamma sign_mu given_1.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  apply Rle_ge.
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (gamma) * (mu)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 more_H)).
Qed.

(* second_order_step *)
Theorem symfed_eq14_second_step_second_order_step :
  forall (gamma : R) (h : nat) (mu : R),
  0 < gamma ->
  0 < mu ->
  (1 - gamma * mu) ^ (h + 1) <= (1 - gamma * mu) ^ h * (1 - gamma * mu).
Proof.
  intros gamma h mu sign_gamma sign_mu.
  certified (((1))) (Rle_refl 0).
Qed.

(* second_order_closes *)
Theorem symfed_eq14_second_step_second_order_closes :
  forall (gamma : R) (h : nat) (mu : R),
  0 < gamma ->
  0 < mu ->
  (1 - gamma * mu) * ((INR h) ^ 2 * gamma ^ 2 * mu ^ 2 / 2 + 1 - INR h * gamma * mu) <= gamma ^ 2 * mu ^ 2 * (INR h + 1) ^ 2 / 2 + 1 - gamma * mu * (INR h + 1).
Proof.
  intros gamma h mu sign_gamma sign_mu.
  assert (m1 : 0 <= (1 / 2) * (gamma) ^ 2 * (mu) ^ 2) by positive.
  assert (m2 : 0 <= (1 / 2) * (gamma) ^ 3 * (INR h) ^ 2 * (mu) ^ 3) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ m1 m2).
Qed.

(* half *)
Theorem symfed_eq14_second_step_half :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  (1 - gamma * mu) ^ H <= gamma ^ 2 * mu ^ 2 * (INR H) ^ 2 / 2 + 1 - gamma * mu * INR H ->
  gamma * mu * INR H <= 1 ->
  1 - (1 - gamma * mu) ^ H >= gamma * mu * INR H / 2.
Proof.
  intros H gamma mu sign_H sign_gamma sign_mu given_1 given_2.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (so_3 : 0 <= 1 - gamma * mu). { assert (m1 : 0 <= (1)) by positive. assert (m2 : 0 <= (gamma) * (mu)) by positive. certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_2) (Rmult_le_pos _ _ m2 more_H)). }
  assert (known_5 := pow_le (1 - gamma * mu) (H) ltac:(positive)).
  assert (so_5 : 0 < gamma * mu). { positive. }
  assert (known_7 := slack_strict _ _ (pow_below_one (1 - gamma * mu) (H) ltac:(positive) ltac:(lra) ltac:(lia))).
  apply Rle_ge.
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (1 / 2) * (INR H) * (gamma) * (mu)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_2)).
Qed.

(* factor *)
Theorem symfed_eq14_second_step_factor :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  1 - (1 - gamma * mu) ^ H >= gamma * mu * INR H / 2 ->
  gamma * INR H / (1 - (1 - gamma * mu) ^ H) <= 2 / mu.
Proof.
  intros H gamma mu sign_H sign_gamma sign_mu given_1.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ (Rge_le _ _ given_1)).
  assert (so_2 : 0 < 1 - (1 - gamma * mu) ^ H). { assert (m1 : 0 < (1 / 4) * (INR H) * (gamma) * (mu)) by positive. assert (m2 : 0 <= (1 / 4) * (gamma) * (mu)) by positive. assert (m3 : 0 <= (1)) by positive. assert (m4 : 0 <= (1 / 4) * (gamma) * (mu)) by positive. certified (((1))) (Rplus_lt_le_0_compat _ _ m1 (Rplus_le_le_0_compat _ _ m2 (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m3 slack_given_1) (Rmult_le_pos _ _ m4 more_H)))). }
  assert (m1 : 0 <= (2) / ((1 - (1 - gamma * mu) ^ H) * (mu))) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_1).
Qed.

(* twice *)
Theorem symfed_eq14_second_step_twice :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  gamma * INR H / (1 - (1 - gamma * mu) ^ H) <= 2 / mu ->
  L * gamma <= 1 ->
  gamma * mu * INR H <= 1 ->
  mu <= L ->
  L * INR H * gamma ^ 2 * (INR H - 1) / (1 - (1 - gamma * mu) ^ H) <= 2 * L * gamma * (INR H - 1) / mu.
Proof.
  intros H L gamma mu sign_H sign_L sign_gamma sign_mu given_1 given_2 given_3 given_4.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (slack_given_3 := slack _ _ given_3).
  assert (slack_given_4 := slack _ _ given_4).
  assert (so_5 : 0 <= 1 - gamma * mu). { assert (m1 : 0 <= (1)) by positive. assert (m2 : 0 <= (gamma)) by positive. certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_2) (Rmult_le_pos _ _ m2 slack_given_4)). }
  assert (known_7 := pow_le (1 - gamma * mu) (H) ltac:(positive)).
  assert (so_7 : 0 < gamma * mu). { positive. }
  assert (known_9 := slack_strict _ _ (pow_below_one (1 - gamma * mu) (H) ltac:(positive) ltac:(lra) ltac:(lia))).
  assert (so_9 : 0 < 1 - (1 - gamma * mu) ^ H) by (assert (same := known_9); lra).
  assert (so_10 : 0 <= INR H - 1). { assert (m1 : 0 <= (1)) by positive. certified (((1))) (Rmult_le_pos _ _ m1 more_H). }
  assert (so_11 : 0 <= L * gamma * (INR H - 1)). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_11 slack_given_1)).
Qed.

(* symfed-eq14-second-step: The second inequality of (14) with a factor 2; at gamma mu H = 1 it is e/(e-1) = 1.58... as H grows. Proposition 2's constant C_1 stands all the same, by a proof that does not pass through products. *)
Theorem symfed_eq14_second_step :
  forall (V : Euclidean) (N : nat) (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  gamma * mu * INR H <= 1 ->
  mu <= L ->
  L * INR H * gamma ^ 2 * (INR H - 1) / (1 - (1 - gamma * mu) ^ H) <= 2 * L * gamma * (INR H - 1) / mu.
Proof.
  intros V N H L gamma mu some H_positive L_positive gamma_positive mu_positive given_1 given_2 given_3.
  assert (at_first_ : 1 <= 1).
  { assert (known := symfed_eq14_second_step_at_first).
    fits known.
  }
  assert (second_order : forall (h : nat), (1 - gamma * mu) ^ h <= (INR h) ^ 2 * gamma ^ 2 * mu ^ 2 / 2 + 1 - INR h * gamma * mu).
  { intros h. revert h. apply (induction (fun h => (1 - gamma * mu) ^ h) (fun h => (INR h) ^ 2 * gamma ^ 2 * mu ^ 2 / 2 + 1 - INR h * gamma
    * mu) (fun h => 1 - gamma * mu) (fun h => 0)).
    - cbv beta. assert (proved : 1 <= 1). { fits at_first_. }
      fits proved.
    - intros h. cbv beta. assert (proved : 0 <= 1 - gamma * mu). { assert (other : 1 - gamma * mu >= 0). { assert (known :=
      symfed_eq14_second_step_second_order_positive H (gamma) (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(cbv beta; fits given_2)). fits known. } lra. }
      fits proved.
    - intros h. cbv beta. assert (proved : (1 - gamma * mu) ^ (h + 1) <= (1 - gamma * mu) ^ h * (1 - gamma * mu)). { assert (known :=
      symfed_eq14_second_step_second_order_step (gamma) h (mu)). specialize (known ltac:(first [assumption | lia | not_negative])).
      specialize (known ltac:(first [assumption | lia | not_negative])). fits known. }
      fits proved.
    - intros h. cbv beta. assert (proved : (1 - gamma * mu) * ((INR h) ^ 2 * gamma ^ 2 * mu ^ 2 / 2 + 1 - INR h * gamma * mu) <= gamma ^ 2 *
      mu ^ 2 * (INR h + 1) ^ 2 / 2 + 1 - gamma * mu * (INR h + 1)). { assert (known := symfed_eq14_second_step_second_order_closes (gamma) h
      (mu)). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). fits known. }
      fits proved.
  }
  assert (after_H_steps : (1 - gamma * mu) ^ H <= gamma ^ 2 * mu ^ 2 * (INR H) ^ 2 / 2 + 1 - gamma * mu * INR H).
  { assert (known := (second_order H)).
    fits known.
  }
  assert (half : 1 - (1 - gamma * mu) ^ H >= gamma * mu * INR H / 2).
  { assert (known := symfed_eq14_second_step_half H (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits after_H_steps)).
    specialize (known ltac:(cbv beta; fits given_2)).
    fits known.
  }
  assert (factor : gamma * INR H / (1 - (1 - gamma * mu) ^ H) <= 2 / mu).
  { assert (known := symfed_eq14_second_step_factor H (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits half)).
    fits known.
  }
  assert (twice : L * INR H * gamma ^ 2 * (INR H - 1) / (1 - (1 - gamma * mu) ^ H) <= 2 * L * gamma * (INR H - 1) / mu).
  { assert (known := symfed_eq14_second_step_twice H (L) (gamma) (mu)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits factor)).
    specialize (known ltac:(cbv beta; fits given_1)).
    specialize (known ltac:(cbv beta; fits given_2)).
    specialize (known ltac:(cbv beta; fits given_3)).
    fits known.
  }
  fits twice.
Qed.

Definition all_of_this_file := (symfed_eq14_second_step).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
