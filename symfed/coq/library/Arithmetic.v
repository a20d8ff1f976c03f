(* What real arithmetic sees: certificates with a multiplier for the goal, equations and strict inequalities; signs of products; roots. *)
From Symfed Require Export Prelude.

(* A relation as a number that is not negative, is positive, or is nothing times anything. *)
Lemma slack (a b : R) : a <= b -> 0 <= b - a.
Proof. lra. Qed.

Lemma slack_strict (a b : R) : a < b -> 0 < b - a.
Proof. lra. Qed.

Lemma vanishing (factor a b : R) : a = b -> 0 <= factor * (b - a).
Proof. intros <-. rewrite Rminus_diag_eq by reflexivity. lra. Qed.

(* right - left, times what is positive, is a sum that is not negative, or positive. *)
Lemma by_multiple (factor sum left right : R) : 0 < factor -> 0 <= sum -> factor * (right - left) = sum -> left <= right.
Proof.
  intros positive not_negative same. apply Rmult_le_reg_l with (1 := positive). lra.
Qed.

Lemma by_multiple_strict (factor sum left right : R) : 0 < factor -> 0 < sum -> factor * (right - left) = sum -> left < right.
Proof.
  intros positive above same. apply Rmult_lt_reg_l with (1 := positive). lra.
Qed.

(* A root's square is what stands under it. *)
Lemma root_of_positive (x : R) : 0 < x -> exists r, 0 < r /\ sqrt x = r /\ r ^ 2 = x.
Proof.
  intros above. exists (sqrt x). repeat split; [apply sqrt_lt_R0; assumption | rewrite <- Rsqr_pow2; apply Rsqr_sqrt; lra].
Qed.

Lemma root_of_nonnegative (x : R) : 0 <= x -> exists r, 0 <= r /\ sqrt x = r /\ r ^ 2 = x.
Proof.
  intros above. exists (sqrt x). repeat split; [apply sqrt_pos | rewrite <- Rsqr_pow2; apply Rsqr_sqrt; assumption].
Qed.

Lemma pow_positive (b : R) (n : nat) : 0 < b -> 0 < b ^ n.
Proof. apply pow_lt. Qed.

Lemma pow_below_one (b : R) (n : nat) : 0 <= b -> b < 1 -> (1 <= n)%nat -> b ^ n < 1.
Proof. intros positive below least. apply Rle_lt_trans with b; [apply pow_at_most_base; lra || assumption | assumption]. Qed.

Lemma pow_at_least_one (b : R) (n : nat) : 1 <= b -> 1 <= b ^ n.
Proof. intros above. apply pow_R1_Rle. assumption. Qed.

Lemma pow_ordered (b c : R) (n : nat) : 0 <= b -> b <= c -> b ^ n <= c ^ n.
Proof. intros. apply pow_incr. split; assumption. Qed.

Lemma bernoulli (b : R) (n : nat) : 0 <= b -> 1 + INR n * (b - 1) <= b ^ n.
Proof.
  intros positive. induction n as [| n]; [cbn; lra |]. rewrite S_INR. cbn [pow].
  assert (0 <= b * (b ^ n - (1 + INR n * (b - 1)))) by (apply Rmult_le_pos; lra).
  assert (0 <= INR n * (b - 1) ^ 2) by (apply Rmult_le_pos; [apply pos_INR | apply pow2_ge_0]). lra.
Qed.

Lemma bernoulli_below (b : R) (n : nat) : 0 <= b -> b ^ n * (1 + INR n * (1 - b)) <= 1.
Proof.
  intros positive. induction n as [| n below]; [cbn; lra |]. rewrite S_INR. cbn [pow].
  assert (0 <= (INR n + 1) * b ^ n * (1 - b) ^ 2).
  { apply Rmult_le_pos; [apply Rmult_le_pos; [assert (0 <= INR n) by apply pos_INR; lra | apply pow_le; assumption] | apply pow2_ge_0]. }
  lra.
Qed.

Lemma by_square (x y : R) : 0 <= y -> x ^ 2 <= y ^ 2 -> x <= y.
Proof. intros. apply Rsqr_incr_0_var; [rewrite !Rsqr_pow2; assumption | assumption]. Qed.

Lemma root_squared (x : R) : 0 <= x -> sqrt x ^ 2 = x.
Proof. intros. rewrite <- Rsqr_pow2. apply Rsqr_sqrt. assumption. Qed.

Lemma at_least_one_product (n m : nat) : (1 <= n)%nat -> (1 <= m)%nat -> (1 <= n * m)%nat.
Proof. nia. Qed.

Ltac at_least_one_each := first [lia | apply at_least_one_product; at_least_one_each].

Lemma exp_below_one (x : R) : x < 0 -> exp x < 1.
Proof. intros. rewrite <- exp_0. apply exp_increasing. assumption. Qed.

(* 0 <= e, 0 < e or e <> 0 by the shape of e; its factors are letters, numbers, or stand among the hypotheses. *)
Ltac positive :=
  first
    [ assumption
    | apply Rlt_le; assumption
    | lazymatch goal with
      | |- _ <> 0 => apply Rgt_not_eq; positive
      | |- 0 <= _ ^ 2 => apply pow2_ge_0
      | |- 0 <= _ * _ => apply Rmult_le_pos; positive
      | |- 0 < _ * _ => apply Rmult_lt_0_compat; positive
      | |- 0 <= _ / _ => apply Rmult_le_pos; [positive | apply Rlt_le, Rinv_0_lt_compat; positive]
      | |- 0 < _ / _ => apply Rdiv_lt_0_compat; positive
      | |- 0 <= / _ => apply Rlt_le, Rinv_0_lt_compat; positive
      | |- 0 < / _ => apply Rinv_0_lt_compat; positive
      | |- 0 <= INR _ => apply pos_INR
      | |- 0 < INR _ => apply lt_0_INR; lia
      | |- 0 <= _ ^ _ => apply pow_le; positive
      | |- 0 < _ ^ _ => apply pow_lt; positive
      | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; positive
      | |- 0 < _ + _ => first [apply Rplus_lt_le_0_compat; positive | apply Rplus_le_lt_0_compat; positive]
      | |- _ => lra
      end ].

(* Inverses of what is not seen to be positive are numbers like any other. *)
Ltac inverses :=
  unfold Rdiv; rewrite ?Rinv_mult, ?Rinv_1;
  repeat
    match goal with
    | |- context [ / ?x ] => tryif assert_succeeds (assert (0 < x) by positive) then fail else (generalize (/ x); intro)
    end.

(* An equation of rational expressions whose denominators are seen to be positive, or stand among the hypotheses as not zero. *)
Ltac equal :=
  first
    [ solve [powers; first [ring | field; repeat split; first [positive | assumption | nonzero]]]
    | lazymatch goal with squared : sqrt _ ^ 2 = _ |- _ => solve [powers; field [squared]; repeat split; positive] end
    | solve [repeat rewrite root_squared by positive; powers; field; repeat split; positive]
    | solve [powers; inverses; first [ring | field; repeat split; positive]] ].

(* right - left times a positive factor is a sum of which `whole` says that it is not negative. *)
Ltac certified factor whole :=
  lazymatch goal with
  | |- _ <= _ => apply (by_multiple factor _ _ _ ltac:(positive) whole)
  | |- _ < _ => apply (by_multiple_strict factor _ _ _ ltac:(positive) whole)
  end;
  equal.
