(* symfed-scaffold-faster-up-to-best: More local steps never slow rho = max(q(mu), r(L)), the worst case, down as long as still more of them
   are better, and never speed it up once fewer were better: rho(H+1) <= max(rho(H), rho(H+1+h)), and rho(H+h) <= max(rho(H),
   rho(H+h+1)), for every H and h. At H_best, where rho is smallest, put for H+1+h or for H, the maximum is the other one.
   symfed, Scaffold, the best number of local steps, and on either side of it. Printed:
     \rho(H+1)\le\rho(H)\text{ if }H<H_{\mathrm{best}},\quad\rho(H+1)\ge\rho(H)\text{ if }H\ge H_{\mathrm{best}}\qquad(\gamma L\le1)
   Conditions:
     L*gamma <= 1
     mu <= L
   Cross-checks, on which nothing rests and which are not here: cases. *)
From Symfed Require Import Prelude Arithmetic Named.

(* q(mu) falls with H *)
Theorem q_mu_falls_with_H :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  (1 - gamma * mu) ^ (H + 1) <= (1 - gamma * mu) ^ H.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  powers_between (1 - gamma * mu) H.
  apply (by_certificate _ _ ((gamma * mu) * ((1 - gamma * mu) ^ H))); [identity | sign].
Qed.

(* r_L_rises_with_H *)
Theorem symfed_scaffold_faster_up_to_best_r_L_rises_with_H :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H) <= 1 - (1 - (1 - L * gamma) ^ (H + 1)) / (L * gamma * (INR H + 1)).
Proof.
  intros H L gamma mu sign_H sign_L sign_gamma sign_mu given_1 given_2.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (so_3 : 0 <= 1 - L * gamma). { assert (m1 : 0 <= (1)) by positive. certified (((1))) (Rmult_le_pos _ _ m1 slack_given_1). }
  assert (known_5 := pow_le (1 - L * gamma) (H) ltac:(positive)).
  assert (so_5 : 0 < L * gamma). { positive. }
  assert (known_7 := slack_strict _ _ (pow_below_one (1 - L * gamma) (H) ltac:(positive) ltac:(lra) ltac:(lia))).
  assert (so_7 : 0 <= L * gamma). { positive. }
  assert (known_9 := slack _ _ (pow_at_most_base (1 - L * gamma) (H) ltac:(positive) ltac:(lra) ltac:(lia))).
  assert (known_10 := slack _ _ (bernoulli (1 - L * gamma) (H) ltac:(positive))).
  assert (known_11 := slack _ _ (bernoulli_below (1 - L * gamma) (H) ltac:(positive))).
  assert (m1 : 0 <= (1) / ((L) * (gamma) * (INR H) * (INR H + 1))) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 known_11).
Qed.

(* valley_falls *)
Theorem symfed_scaffold_faster_up_to_best_valley_falls :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  (1 - gamma * mu) ^ (H + 1) <= (1 - gamma * mu) ^ H.
Proof.
  intros H L gamma mu sign_H sign_L sign_gamma sign_mu given_1 given_2.
  assert (more_H := slack _ _ (at_least_one _ sign_H)).
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (so_3 : 0 <= 1 - gamma * mu). { assert (m1 : 0 <= (1)) by positive. assert (m2 : 0 <= (gamma)) by positive. certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ m1 slack_given_1) (Rmult_le_pos _ _ m2 slack_given_2)). }
  assert (known_5 := pow_le (1 - gamma * mu) (H) ltac:(positive)).
  assert (so_5 : 0 < gamma * mu). { positive. }
  assert (known_7 := slack_strict _ _ (pow_below_one (1 - gamma * mu) (H) ltac:(positive) ltac:(lra) ltac:(lia))).
  assert (m1 : 0 <= (gamma) * (mu) * ((1 - gamma * mu) ^ H)) by positive.
  certified (((1))) m1.
Qed.

(* symfed-scaffold-faster-up-to-best: More local steps never slow rho = max(q(mu), r(L)), the worst case, down as long as still more of them are better, and never speed it up once fewer were better: rho(H+1) <= max(rho(H), rho(H+1+h)), and rho(H+h) <= max(rho(H), rho(H+h+1)), for every H and h. At H_best, where rho is smallest, put for H+1+h or for H, the maximum is the other one. *)
Theorem symfed_scaffold_faster_up_to_best :
  forall (V : Euclidean) (N : nat) (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  forall (h : nat), (Rmax (1 - (1 - (1 - L * gamma) ^ (H + 1)) / (L * gamma * (INR H + 1))) ((1 - gamma * mu) ^ (H + 1)) <= Rmax (1 - (1 -
    (1 - L * gamma) ^ H) / (L * gamma * INR H)) (Rmax (1 - (1 - (1 - L * gamma) ^ (H + h + 1)) / (L * gamma * (INR H + INR h + 1))) (Rmax
    ((1 - gamma * mu) ^ H) ((1 - gamma * mu) ^ (H + h + 1))))) /\ (Rmax (1 - (1 - (1 - L * gamma) ^ (H + h)) / (L * gamma * (INR H + INR
    h))) ((1 - gamma * mu) ^ (H + h)) <= Rmax (1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) (Rmax (1 - (1 - (1 - L * gamma) ^ (H + h
    + 1)) / (L * gamma * (INR H + INR h + 1))) (Rmax ((1 - gamma * mu) ^ H) ((1 - gamma * mu) ^ (H + h + 1))))).
Proof.
  intros V N H L gamma mu some H_positive L_positive gamma_positive mu_positive given_1 given_2.
  assert (valley_over_1 : forall (h : nat), Rmax (1 - (1 - (1 - L * gamma) ^ (H + 1)) / (L * gamma * (INR H + 1))) ((1 - gamma * mu) ^ (H +
    1)) <= Rmax (1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) (Rmax (1 - (1 - (1 - L * gamma) ^ (H + h + 1)) / (L * gamma * (INR H +
    INR h + 1))) (Rmax ((1 - gamma * mu) ^ H) ((1 - gamma * mu) ^ (H + h + 1))))).
  { intros h. assert (falls : forall m, (1 <= m)%nat -> (fun H => (1 - gamma * mu) ^ H) (S m) <= (fun H => (1 - gamma * mu) ^ H) m). {
    intros m least. cbv beta. assert (known := symfed_scaffold_faster_up_to_best_valley_falls m (L) (gamma) (mu)). specialize (known
    ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
    ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
    ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits given_2)). fits known. }
    assert (rises : forall m, (1 <= m)%nat -> (fun H => 1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) m <= (fun H => 1 - (1 - (1 - L
      * gamma) ^ H) / (L * gamma * INR H)) (S m)). { intros m least. cbv beta. assert (known :=
      symfed_scaffold_faster_up_to_best_r_L_rises_with_H m (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits given_1)).
      specialize (known ltac:(cbv beta; fits given_2)). fits known. }
    destruct (valley (fun H => (1 - gamma * mu) ^ H) (fun H => 1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) H (H + 1)%nat (((H +
      h))%nat + 1)%nat falls rises ltac:(lia) ltac:(lia)) as [low high].
    cbv beta in low, high. repeat rewrite plus_INR in low. repeat rewrite plus_INR in high. cbn [INR] in low, high.
    apply Rmax_lub; first [at_most_one low | at_most_one high].
  }
  assert (valley_over_2 : forall (h : nat), Rmax (1 - (1 - (1 - L * gamma) ^ (H + h)) / (L * gamma * (INR H + INR h))) ((1 - gamma * mu) ^
    (H + h)) <= Rmax (1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) (Rmax (1 - (1 - (1 - L * gamma) ^ (H + h + 1)) / (L * gamma *
    (INR H + INR h + 1))) (Rmax ((1 - gamma * mu) ^ H) ((1 - gamma * mu) ^ (H + h + 1))))).
  { intros h. assert (falls : forall m, (1 <= m)%nat -> (fun H => (1 - gamma * mu) ^ H) (S m) <= (fun H => (1 - gamma * mu) ^ H) m). {
    intros m least. cbv beta. assert (known := symfed_scaffold_faster_up_to_best_valley_falls m (L) (gamma) (mu)). specialize (known
    ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
    ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
    ltac:(cbv beta; fits given_1)). specialize (known ltac:(cbv beta; fits given_2)). fits known. }
    assert (rises : forall m, (1 <= m)%nat -> (fun H => 1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) m <= (fun H => 1 - (1 - (1 - L
      * gamma) ^ H) / (L * gamma * INR H)) (S m)). { intros m least. cbv beta. assert (known :=
      symfed_scaffold_faster_up_to_best_r_L_rises_with_H m (L) (gamma) (mu)). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia |
      not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(cbv beta; fits given_1)).
      specialize (known ltac:(cbv beta; fits given_2)). fits known. }
    destruct (valley (fun H => (1 - gamma * mu) ^ H) (fun H => 1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) H ((H + h))%nat%nat (((H
      + h))%nat + 1)%nat falls rises ltac:(lia) ltac:(lia)) as [low high].
    cbv beta in low, high. repeat rewrite plus_INR in low. repeat rewrite plus_INR in high. cbn [INR] in low, high.
    apply Rmax_lub; first [at_most_one low | at_most_one high].
  }
  intros h.
  split. { fits (valley_over_1 h). }
  fits (valley_over_2 h).
Qed.

Definition all_of_this_file := (q_mu_falls_with_H, symfed_scaffold_faster_up_to_best).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
