(* symfed-prop4-floor: What stays of Proposition 4's bound as t grows is 4 gamma tau~^2/mu: it is free of heterogeneity.
   symfed, remark after Proposition 4, made precise. Printed:
     \frac{4\gamma}\mu\tilde\tau^2
   Conditions:
     gamma*mu < 1
   Not here, or not whole:
     what stays: reads as what was derived does: nothing is left for a proof *)
From Symfed Require Import Arithmetic Named.

(* the_rest_fades_positive *)
Theorem symfed_prop4_floor_the_rest_fades_positive :
  forall (gamma : R) (mu : R),
  0 < gamma ->
  0 < mu ->
  gamma * mu < 1 ->
  1 - gamma * mu >= 0.
Proof.
  intros gamma mu sign_gamma sign_mu given_1.
  assert (slack_given_1 := slack_strict _ _ given_1).
  apply Rle_ge.
  assert (m1 : 0 <= (1)) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 (Rlt_le _ _ slack_given_1)).
Qed.

(* symfed-prop4-floor: What stays of Proposition 4's bound as t grows is 4 gamma tau~^2/mu: it is free of heterogeneity. *)
Theorem symfed_prop4_floor :
  forall (V : Euclidean) (N : nat) (H : nat) (L : R) (gamma : R) (mu : R) (tau : R) (zeta1 : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  0 <= tau ->
  0 <= zeta1 ->
  gamma * mu < 1 ->
  Un_cv (fun t => (1 - gamma * mu) ^ (t * H) * (24 * zeta1 ^ 2 * L ^ 2 * gamma ^ 2 * (INR H) ^ 2 / mu ^ 2 + 32 * gamma * tau ^ 2 / mu)) 0.
Proof.
  intros V N H L gamma mu tau zeta1 some H_positive L_positive gamma_positive mu_positive tau_nonnegative zeta1_nonnegative given_1.
  assert (the_rest_fades : Un_cv (fun t => (1 - gamma * mu) ^ (t * H) * (24 * zeta1 ^ 2 * L ^ 2 * gamma ^ 2 * (INR H) ^ 2 / mu ^ 2 + 32 *
    gamma * tau ^ 2 / mu)) 0).
  { assert (positive : 1 - gamma * mu >= 0). { assert (known := symfed_prop4_floor_the_rest_fades_positive (gamma) (mu)). specialize (known
    ltac:(first [assumption | lia | not_negative])). specialize (known ltac:(first [assumption | lia | not_negative])). specialize (known
    ltac:(cbv beta; fits given_1)). fits known. }
    assert (below : 1 - gamma * mu < 1). { first [lra | not_negative]. }
    apply (vanishing_powers (1 - gamma * mu)%R (24 * zeta1 ^ 2 * L ^ 2 * gamma ^ 2 * (INR H) ^ 2 / mu ^ 2 + 32 * gamma * tau ^ 2 / mu)%R H);
      [lra | exact below | first [assumption | lia] | ].
    intros n. cbv beta. try rewrite (Nat.mul_comm n). reals.
  }
  as_vectors the_rest_fades.
Qed.

Definition all_of_this_file := (symfed_prop4_floor).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
