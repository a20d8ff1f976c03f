(* Sentences of symfed's page that are proved here; a file states each as the kernel has it, and names its proof. Written by hand. *)
From Symfed Require Export Sentences.
Require Import Lra Lia Psatz.

(* logic *)
Lemma proved_both : forall p q : Prop, p -> q -> p /\ q. Proof. tauto. Qed.
Lemma proved_the_first_of_both : forall p q : Prop, p /\ q -> p. Proof. tauto. Qed.
Lemma proved_the_second_of_both : forall p q : Prop, p /\ q -> q. Proof. tauto. Qed.
Lemma proved_the_first : forall p q : Prop, p -> p \/ q. Proof. tauto. Qed.
Lemma proved_the_second : forall p q : Prop, q -> p \/ q. Proof. tauto. Qed.
Lemma proved_cases : forall p q r : Prop, (p -> r) -> (q -> r) -> p \/ q -> r. Proof. tauto. Qed.
Lemma proved_absurd : forall p : Prop, False -> p. Proof. tauto. Qed.
Lemma proved_a_number_with_it : forall (P : R -> Prop) a, P a -> exists b, P b. Proof. eauto. Qed.
Lemma proved_a_vector_with_it : forall (P : Vec -> Prop) a, P a -> exists b, P b. Proof. eauto. Qed.

(* numbers *)
Lemma proved_one_is_at_most_the_other : forall a b, a <= b \/ b < a. Proof. intros. lra. Qed.
Lemma proved_less_is_not_equal : forall a, a < a -> False. Proof. intros. lra. Qed.
Lemma proved_less_is_at_most : forall a b, a < b -> a <= b. Proof. intros. lra. Qed.
Lemma proved_between_equal : forall a b, a <= b -> b <= a -> a = b. Proof. intros. lra. Qed.
Lemma proved_quotient : forall a, (a = 0 -> False) -> a * (1 / a) = 1. Proof. intros. field. assumption. Qed.
Lemma proved_inverse_of_a_product : forall a b, (a = 0 -> False) -> (b = 0 -> False) -> 1 / (a * b) = (1 / a) * (1 / b).
Proof. intros. field. split; assumption. Qed.
Lemma proved_positive_factors_cancel : forall k a b, 0 < k -> k * a <= k * b -> a <= b.
Proof. intros k a b H K. apply Rmult_le_reg_l with k; assumption. Qed.
Lemma proved_a_square_is_zero : forall a, a * a <= 0 -> a = 0. Proof. intros. nra. Qed.
Lemma proved_positive_is_not_zero : forall a, 0 < a -> a = 0 -> False. Proof. intros. lra. Qed.
Lemma proved_inverses_are_positive : forall a, 0 < a -> 0 < 1 / a.
Proof. intros. unfold Rdiv. rewrite Rmult_1_l. apply Rinv_0_lt_compat. assumption. Qed.
Lemma proved_powers_are_not_negative : forall a n, 0 <= a -> 0 <= a ^ n. Proof. intros. apply pow_le. assumption. Qed.
Lemma proved_factors_up_to_one : forall a n, 0 <= a -> a <= 1 -> a ^ n <= 1.
Proof. intros a n H K. rewrite <- (pow1 n). apply pow_incr. lra. Qed.
Lemma proved_powers_below_one : forall a n, 0 <= a -> a < 1 -> a ^ S n < 1.
Proof.
  intros a n H K. simpl. assert (a ^ n <= 1) by (apply proved_factors_up_to_one; lra).
  assert (0 <= a ^ n) by (apply pow_le; assumption). nra.
Qed.
Lemma proved_powers_are_positive : forall a n, 0 < a -> 0 < a ^ n. Proof. intros. apply pow_lt. assumption. Qed.
Lemma proved_powers_of_smaller_numbers : forall a b n, 0 <= a -> a <= b -> a ^ n <= b ^ n.
Proof. intros. apply pow_incr. lra. Qed.
Lemma proved_smaller_powers : forall a b n, 0 <= b -> a ^ S n <= b ^ S n -> a <= b.
Proof.
  intros a b n B H. destruct (Rle_or_lt a b) as [L | L]; [assumption |]. exfalso. simpl in H.
  assert (b ^ n <= a ^ n) by (apply pow_incr; lra). assert (0 < a ^ n) by (apply pow_lt; lra). nra.
Qed.
Lemma tangents_of_powers : forall a b n, 0 <= a -> 0 <= b -> a ^ S n - b ^ S n <= INR (S n) * a ^ n * (a - b).
Proof.
  intros a b n A B. induction n as [|n IH]; [simpl; lra |]. rewrite S_INR. change (a ^ S (S n)) with (a * a ^ S n).
  change (b ^ S (S n)) with (b * b ^ S n). assert (0 <= (a - b) * (a ^ S n - b ^ S n)).
  { destruct (Rle_or_lt a b) as [L | L].
    - assert (a ^ S n <= b ^ S n) by (apply pow_incr; lra). nra.
    - assert (b ^ S n <= a ^ S n) by (apply pow_incr; lra). nra. }
  assert (a * (a ^ S n - b ^ S n) <= a * (INR (S n) * a ^ n * (a - b))) by (apply Rmult_le_compat_l; assumption).
  replace (a * (INR (S n) * a ^ n * (a - b))) with (INR (S n) * a ^ S n * (a - b)) in * by (simpl; ring). nra.
Qed.
Lemma proved_weighted_powers : forall a b m n, 0 <= a -> 0 <= b ->
  INR (Nat.add m n) * (a ^ m * b ^ n) <= INR m * a ^ Nat.add m n + INR n * b ^ Nat.add m n.
Proof.
  intros a b m n A B. destruct m as [|m]; [simpl; lra |]. induction n as [|n IH].
  { rewrite Nat.add_0_r. simpl (INR 0). simpl (b ^ 0). lra. }
  replace (Nat.add (S m) (S n)) with (S (Nat.add (S m) n)) by lia. rewrite (S_INR (Nat.add (S m) n)), (S_INR n).
  assert (T := tangents_of_powers a b m A B). set (k := Nat.add (S m) n) in *.
  assert (E : a ^ k = a ^ m * a ^ S n) by (unfold k; replace (Nat.add (S m) n) with (Nat.add m (S n)) by lia; apply pow_add).
  assert (F : b ^ S k = b ^ S m * b ^ S n) by (unfold k; replace (S (Nat.add (S m) n)) with (Nat.add (S m) (S n)) by lia; apply pow_add).
  assert (0 <= a ^ m) by (apply pow_le; assumption). assert (0 <= INR (S m)) by apply pos_INR. assert (0 <= b ^ S n) by (apply pow_le; assumption).
  assert (G : b ^ S n * (a ^ S m - b ^ S m) <= INR (S m) * a ^ k * (a - b)).
  { rewrite E. apply Rle_trans with (b ^ S n * (INR (S m) * a ^ m * (a - b))); [apply Rmult_le_compat_l; assumption |].
    assert (0 <= INR (S m) * a ^ m) by (apply Rmult_le_pos; assumption).
    assert (0 <= (a ^ S n - b ^ S n) * (a - b)).
    { destruct (Rle_or_lt a b) as [L | L].
      - assert (a ^ S n <= b ^ S n) by (apply pow_incr; lra). nra.
      - assert (b ^ S n <= a ^ S n) by (apply pow_incr; lra). nra. }
    assert (0 <= INR (S m) * a ^ m * ((a ^ S n - b ^ S n) * (a - b))) by (apply Rmult_le_pos; assumption). nra. }
  assert (M : b * (INR k * (a ^ S m * b ^ n)) <= b * (INR (S m) * a ^ k + INR n * b ^ k)) by (apply Rmult_le_compat_l; assumption).
  change (a ^ S k) with (a * a ^ k). change (b ^ S n) with (b * b ^ n) in *. change (b ^ S k) with (b * b ^ k) in *. nra.
Qed.
Lemma proved_counts : forall n, 0 <= INR n. Proof. apply pos_INR. Qed.
Lemma proved_steps_between : forall m n, INR m <= INR n -> exists k, n = Nat.add m k.
Proof. intros m n H. apply INR_le in H. exists (n - m)%nat. lia. Qed.
Lemma proved_bernoulli : forall a n, 0 - 1 <= a -> 1 + INR n * a <= (1 + a) ^ n.
Proof.
  intros a n H. induction n as [|n IH]; [simpl; lra |]. rewrite S_INR. simpl pow.
  assert (0 <= INR n) by apply pos_INR. assert (0 <= INR n * (a * a)) by (apply Rmult_le_pos; nra).
  apply Rle_trans with ((1 + a) * (1 + INR n * a)); [nra | apply Rmult_le_compat_l; lra].
Qed.

(* vectors *)
Ltac spread := repeat progress rewrite ?inner_add, ?inner_sub, ?inner_scale, ?inner_add_r, ?inner_sub_r, ?inner_scale_r.
Lemma proved_squares_of_vectors : forall x, 0 <= inner x x. Proof. apply inner_pos. Qed.
Lemma proved_Schwarz_squared : forall x y, inner x y ^ 2 <= inner x x * inner y y.
Proof.
  intros x y. pose proof (inner_pos x) as X. pose proof (inner_pos y) as Y.
  assert (Q : forall s t, 0 <= s * s * inner x x + 2 * s * t * inner x y + t * t * inner y y).
  { intros s t. pose proof (inner_pos (vadd (vscale s x) (vscale t y))) as P. revert P. spread. rewrite (inner_sym y x). nra. }
  destruct (Rle_lt_or_eq_dec 0 (inner y y) Y) as [L | E].
  - pose proof (Q (inner y y) (- inner x y)) as P. apply Rmult_le_reg_l with (inner y y); [assumption | simpl; nra].
  - pose proof (Q (inner x y) (- (1 + inner x x))) as P. rewrite <- E in *. simpl. nra.
Qed.
Lemma proved_zero_vector : forall x, inner x x <= 0 -> x = vzero.
Proof.
  intros x H. apply inner_ext. intro w. rewrite inner_zero. pose proof (proved_Schwarz_squared x w) as S.
  pose proof (inner_pos x). replace (inner x x) with 0 in S by lra. simpl in S. nra.
Qed.
Lemma proved_Young : forall x y a, 0 < a -> inner (vadd x y) (vadd x y) <= (1 + a) * inner x x + (1 + 1 / a) * inner y y.
Proof.
  intros x y a H. spread. rewrite (inner_sym y x).
  pose proof (inner_pos (vsub (vscale a x) y)) as P. revert P. spread. rewrite (inner_sym y x). intro P.
  assert (0 <= 1 / a) by (left; apply proved_inverses_are_positive; assumption).
  assert (E : a * inner x x - 2 * inner x y + 1 / a * inner y y = 1 / a * (a * (a * inner x x) - a * inner x y - (a * inner x y - inner y y)))
    by (field; lra).
  assert (0 <= 1 / a * (a * (a * inner x x) - a * inner x y - (a * inner x y - inner y y))) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma proved_outer_products : forall x y z, app (outer x y) z = vscale (inner y z) x. Proof. apply outer_app. Qed.

(* means *)
Local Transparent mean.
Lemma proved_inner_product_of_a_mean : forall f x, inner (vmean f) x = mean (fun c => inner (f c) x). Proof. apply inner_mean. Qed.
Lemma proved_inner_product_with_a_mean_of_maps : forall f x y, inner x (app (mmean f) y) = mean (fun c => inner x (app (f c) y)).
Proof. intros. rewrite mmean_app. apply inner_mean_r. Qed.
Lemma proved_mean_of_relations : forall f g, (forall c, f c <= g c) -> mean f <= mean g.
Proof.
  intros f g H. unfold mean. induction clients as [|c l IH]; simpl; [lra |]. pose proof (H c). pose proof (weights_positive c). nra.
Qed.
Lemma proved_mean_of_strict_relations : forall f g, (forall c, f c < g c) -> mean f < mean g.
Proof.
  intros f g H. unfold mean. pose proof weights as W. destruct clients as [|c l]; simpl in *; [lra |]. clear W.
  assert (fold_right (fun c s => weight c * f c + s) 0 l <= fold_right (fun c s => weight c * g c + s) 0 l).
  { induction l as [|d l IH]; simpl; [lra |]. pose proof (H d). pose proof (weights_positive d). nra. }
  pose proof (H c). pose proof (weights_positive c). nra.
Qed.
Lemma proved_Jensen : forall f, inner (vmean f) (vmean f) <= mean (fun c => inner (f c) (f c)).
Proof.
  intro f. set (m := vmean f).
  assert (0 <= mean (fun c => inner (vsub (f c) m) (vsub (f c) m))) as P.
  { rewrite <- (mean_const 0). apply proved_mean_of_relations. intro. apply inner_pos. }
  replace (fun c => inner (vsub (f c) m) (vsub (f c) m))
    with (fun c => (-2) * inner (f c) m + (inner (f c) (f c) + inner m m)) in P
    by (extensionality c; spread; rewrite (inner_sym m (f c)); ring).
  rewrite mean_lin, mean_add, mean_const, <- inner_mean in P. fold m in P. lra.
Qed.
Lemma proved_Cauchy_Schwarz_for_means : forall f g,
  mean (fun c => f c * g c) ^ 2 <= mean (fun c => f c ^ 2) * mean (fun c => g c ^ 2).
Proof.
  intros f g.
  assert (Q : forall s t, 0 <= s * s * mean (fun c => f c ^ 2) + 2 * s * t * mean (fun c => f c * g c) + t * t * mean (fun c => g c ^ 2)).
  { intros s t. rewrite <- !mean_scale, <- !mean_add. rewrite <- (mean_const 0). apply proved_mean_of_relations. intro c.
    pose proof (Rle_0_sqr (s * f c + t * g c)). unfold Rsqr in *. simpl. nra. }
  pose proof (Q 1 0) as X. pose proof (Q 0 1) as Y.
  set (u := mean (fun c => f c ^ 2)) in *. set (v := mean (fun c => g c ^ 2)) in *. set (p := mean (fun c => f c * g c)) in *.
  assert (Y' : 0 <= v) by lra. destruct (Rle_lt_or_eq_dec 0 v Y') as [L | E].
  - pose proof (Q v (- p)) as P. apply Rmult_le_reg_l with v; [assumption | simpl; nra].
  - pose proof (Q p (- (1 + u))) as P. rewrite <- E in *. simpl. nra.
Qed.
