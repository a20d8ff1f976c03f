(* aistats-A2-holds-remark: Once theta* is one point, A2 holds there: deviations of finitely many clients have a mean, and there are
   positive numbers whose squares are larger.
   aistats, remark after A2. Printed:
     \text{when the solution of (1) is unique (notably under A1) A2 also holds}
   Cross-checks, on which nothing rests and which are not here: the largest serves. *)
From Symfed Require Import Arithmetic Named.

(* part_0 *)
Theorem aistats_A2_holds_remark_part_0 :
  forall (a1 : R) (a2 : R),
  0 <= a1 ->
  0 <= a2 ->
  a1 = a2 + 1 ->
  a1 > 0.
Proof.
  intros a1 a2 sign_a1 sign_a2 given_1.
  symmetry in given_1. destruct given_1.
  apply Rlt_gt.
  assert (m1 : 0 < (1 / 2)) by positive.
  assert (m2 : 0 <= (1 / 2) * (a2)) by positive.
  assert (m3 : 0 <= (1 / 2)) by positive.
  certified (((1))) (Rplus_lt_le_0_compat _ _ m1 (Rplus_le_le_0_compat _ _ m2 (Rmult_le_pos _ _ m3 sign_a1))).
Qed.

(* part_1 *)
Theorem aistats_A2_holds_remark_part_1 :
  forall (a1 : R) (a2 : R),
  0 <= a1 ->
  0 <= a2 ->
  a2 = a1 + 1 ->
  a1 <= a2 ^ 2.
Proof.
  intros a1 a2 sign_a1 sign_a2 given_1.
  symmetry in given_1. destruct given_1.
  assert (m1 : 0 <= (1)) by positive.
  assert (m2 : 0 <= (a1)) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ m1 (Rmult_le_pos _ _ m2 sign_a2)).
Qed.

(* aistats-A2-holds-remark: Once theta* is one point, A2 holds there: deviations of finitely many clients have a mean, and there are positive numbers whose squares are larger. *)
Theorem aistats_A2_holds_remark :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (theta_star : vec V) (operator_norm :
    mat V -> R),
  (1 <= N)%nat ->
  is_operator_norm operator_norm ->
  forall zeta_1_that_serves : R,
  (zeta_1_that_serves = mean N (fun c => norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2) + 1) ->
  forall zeta_2_that_serves : R,
  (zeta_2_that_serves = mean N (fun c => operator_norm (hess_c c theta_star - mmean N (fun c => hess_c c theta_star))%mat ^ 2) + 1) ->
  (zeta_1_that_serves > 0) /\ (zeta_2_that_serves > 0) /\ (mean N (fun c => norm (grad_c c theta_star - vmean N (fun c => grad_c c
    theta_star)) ^ 2) <= zeta_1_that_serves ^ 2) /\ (mean N (fun c => operator_norm (hess_c c theta_star - mmean N (fun c => hess_c c
    theta_star))%mat ^ 2) <= zeta_2_that_serves ^ 2).
Proof.
  intros V N grad_c hess_c theta_star operator_norm some the_norm.
  intros zeta_1_that_serves.
  intros zeta_1.
  intros zeta_2_that_serves.
  intros zeta_2.
  assert (part_0 : zeta_1_that_serves > 0).
  { assert (known := aistats_A2_holds_remark_part_0 (zeta_1_that_serves) (mean N (fun c => norm (grad_c c theta_star - vmean N (fun c =>
    grad_c c theta_star)) ^ 2))).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits zeta_1)).
    fits known.
  }
  assert (part_1 : mean N (fun c => norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) ^ 2) <= zeta_1_that_serves ^ 2).
  { assert (known := aistats_A2_holds_remark_part_1 (mean N (fun c => norm (grad_c c theta_star - vmean N (fun c => grad_c c theta_star)) ^
    2)) (zeta_1_that_serves)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits zeta_1)).
    fits known.
  }
  assert (part_2 : zeta_2_that_serves > 0).
  { assert (known := aistats_A2_holds_remark_part_0 (zeta_2_that_serves) (mean N (fun c => operator_norm (hess_c c theta_star - mmean N (fun
    c => hess_c c theta_star))%mat ^ 2))).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits zeta_2)).
    fits known.
  }
  assert (part_3 : mean N (fun c => operator_norm (hess_c c theta_star - mmean N (fun c => hess_c c theta_star))%mat ^ 2) <=
    zeta_2_that_serves ^ 2).
  { assert (known := aistats_A2_holds_remark_part_1 (mean N (fun c => operator_norm (hess_c c theta_star - mmean N (fun c => hess_c c
    theta_star))%mat ^ 2)) (zeta_2_that_serves)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits zeta_2)).
    fits known.
  }
  split. { fits part_0. }
  split. { fits part_2. }
  split. { fits part_1. }
  fits part_3.
Qed.

Definition all_of_this_file := (aistats_A2_holds_remark).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
