(* What the generated files share: two ways of proving an inequality, and tactics that see signs of products. Nothing is assumed here. *)
From Symfed Require Export Means.
Require Export Reals Lra Lia Psatz.
Global Open Scope R_scope.

(* A certificate: what stands between both sides, written as a sum of products that are not negative. *)
Lemma by_certificate (left right sum : R) : right - left = sum -> 0 <= sum -> left <= right.
Proof. lra. Qed.

(* Induction on the number of steps, for a sequence u with u (n+1) = factor n * u n + increment n. A condition on the number of steps that
   holds for n as soon as it holds for n + 1 holds all the way. *)
Lemma by_induction (holds : nat -> Prop) (u v factor increment : nat -> R) :
  (forall n, (1 <= n)%nat -> holds (S n) -> holds n) ->
  (forall n, (1 <= n)%nat -> holds n -> u (S n) = factor n * u n + increment n) ->
  (forall n, (1 <= n)%nat -> holds n -> 0 <= factor n) ->
  (holds 1%nat -> u 1%nat <= v 1%nat) ->
  (forall n, (1 <= n)%nat -> holds n -> factor n * v n + increment n <= v (S n)) ->
  forall n, (1 <= n)%nat -> holds n -> u n <= v n.
Proof.
  intros lasts recursion positive base step n at_least. induction at_least as [| n at_least below]; intros now.
  - exact (base now).
  - assert (before := lasts n at_least now). rewrite (recursion n at_least before). apply Rle_trans with (2 := step n at_least before).
    apply Rplus_le_compat_r, Rmult_le_compat_l; auto.
Qed.

Lemma at_least_one (n : nat) : (1 <= n)%nat -> 1 <= INR n.
Proof. intros at_least. apply (le_INR 1 n at_least). Qed.

Lemma pow_at_most_one (b : R) (n : nat) : 0 <= b -> b <= 1 -> b ^ n <= 1.
Proof. intros positive below. rewrite <- (pow1 n). apply pow_incr. split; assumption. Qed.

Lemma pow_at_most_base (b : R) (n : nat) : 0 <= b -> b <= 1 -> (1 <= n)%nat -> b ^ n <= b.
Proof.
  intros positive below least. destruct n as [| n]; [lia | cbn [pow]].
  assert (1 * b >= b ^ n * b) by (apply Rmult_ge_compat_r; [lra | apply Rle_ge, pow_at_most_one; assumption]). lra.
Qed.

(* How a power stands to a product with its number of steps: Bernoulli's inequality, from below and from above. *)
Lemma power_plus (b : R) (n : nat) : 0 <= b -> 1 + INR n * (b - 1) <= b ^ n.
Proof.
  intros positive. induction n as [| n step]; [cbn; lra |]. rewrite S_INR. cbn [pow].
  assert (0 <= b * (b ^ n - (1 + INR n * (b - 1)))) by (apply Rmult_le_pos; lra).
  assert (0 <= INR n * (b - 1) ^ 2) by (apply Rmult_le_pos; [apply pos_INR | apply pow2_ge_0]). lra.
Qed.

Lemma power_times (b : R) (n : nat) : 0 <= b -> b ^ n * (1 + INR n * (1 - b)) <= 1.
Proof.
  intros positive. induction n as [| n step]; [cbn; lra |]. rewrite S_INR. cbn [pow].
  assert (0 <= b * (1 - b ^ n * (1 + INR n * (1 - b)))) by (apply Rmult_le_pos; lra).
  assert (0 <= (1 - b) * (1 - b * b ^ n)); [| lra].
  destruct (Rle_or_lt b 1).
  - apply Rmult_le_pos; [lra |]. assert (b ^ S n <= 1) by (apply pow_at_most_one; lra). cbn in *. lra.
  - assert (1 <= b ^ S n) by (apply pow_R1_Rle; lra). cbn in *. nra.
Qed.

(* Exponentials between powers of rationals, and above powers. *)
Lemma exp_at_least (x : R) (n : nat) : (1 <= n)%nat -> 0 <= 1 + x / INR n -> (1 + x / INR n) ^ n <= exp x.
Proof.
  intros some positive. assert (0 < INR n) by (apply lt_0_INR; lia).
  replace (exp x) with (exp (x / INR n) ^ n).
  - apply pow_incr. split; [exact positive | apply exp_ineq1_le].
  - rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. field. lra.
Qed.

Lemma exp_at_most (x : R) (n : nat) : (1 <= n)%nat -> 0 < 1 - x / INR n -> exp x <= (/ (1 - x / INR n)) ^ n.
Proof.
  intros some positive. assert (0 < INR n) by (apply lt_0_INR; lia).
  assert (below := exp_at_least (- x) n some). replace (1 + - x / INR n) with (1 - x / INR n) in below by (field; lra).
  rewrite exp_Ropp in below. rewrite <- (Rinv_inv (exp x)), pow_inv.
  apply Rinv_le_contravar; [apply pow_lt; exact positive | apply below; lra].
Qed.

Lemma power_at_most_exp (b : R) (n : nat) : 0 <= b -> 1 <= INR n * (1 - b) -> b ^ n <= exp (- 1).
Proof.
  intros positive many. apply Rle_trans with (exp (INR n * (b - 1))).
  - replace (exp (INR n * (b - 1))) with (exp (b - 1) ^ n).
    + apply pow_incr. split; [exact positive | assert (tangent := exp_ineq1_le (b - 1)); lra].
    + rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. reflexivity.
  - destruct (Rle_lt_or_eq_dec (INR n * (b - 1)) (- 1)) as [less | same]; [lra | apply Rlt_le, exp_increasing, less | rewrite same; apply Rle_refl].
Qed.

(* A rational bound of an exponential, from eighth powers. *)
Ltac exponential :=
  repeat split;
  lazymatch goal with
  | |- _ <= exp ?x => apply Rle_trans with (2 := exp_at_least x 8 ltac:(lia) ltac:(cbn [INR]; lra))
  | |- exp ?x <= _ => apply Rle_trans with (1 := exp_at_most x 8 ltac:(lia) ltac:(cbn [INR]; lra))
  end;
  cbn [INR];
  lra.

(* A letter as the square of its root. *)
Lemma positive_root (x : R) : 0 < x -> exists r, 0 < r /\ sqrt x = r /\ x = r ^ 2.
Proof. intros above. exists (sqrt x). repeat split; [apply sqrt_lt_R0, above | symmetry; apply pow2_sqrt; lra]. Qed.

Lemma squares_ordered (a b : R) : 0 <= b -> a ^ 2 <= b ^ 2 -> a <= b.
Proof. intros positive squares. destruct (Rle_or_lt a b); [assumption | nra]. Qed.

Ltac in_root x r :=
  let same := fresh "same" in
  let square := fresh "square" in
  let positive := fresh "positive" in
  destruct (positive_root x ltac:(assumption)) as (r & positive & same & square);
  rewrite ?same in *;
  clear same;
  subst x.

(* The smallest and largest of numbers, case by case. *)
Ltac extremes :=
  unfold Rmin, Rmax in *;
  repeat
    match goal with
    | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
    | known : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
    end.

(* |p x + q g|^2 is not negative, for two vectors of which only their Gram scalars are spoken of. *)
Lemma square_of_sum (p q xx xg gg : R) : 0 <= xx -> 0 <= gg -> xg ^ 2 <= xx * gg -> 0 <= p ^ 2 * xx + 2 * p * q * xg + q ^ 2 * gg.
Proof.
  intros not_negative positive schwarz. destruct (Req_dec xx 0) as [none | some].
  - subst xx. assert (xg = 0) as -> by nra. nra.
  - assert (0 < xx) by lra. apply Rmult_le_reg_l with (1 := H).
    assert (0 <= (p * xx + q * xg) ^ 2) by apply pow2_ge_0.
    assert (0 <= q ^ 2 * (xx * gg - xg ^ 2)) by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]). lra.
Qed.

(* Powers and numbers of steps, written out as far as their exponents are known. *)
Ltac powers := cbv beta; repeat first [rewrite S_INR | rewrite Nat.sub_succ | rewrite Nat.sub_0_r | rewrite pow_add | rewrite pow_mult]; cbn [pow INR].

(* 0 <= e or 0 < e, by the shape of e; what has no such shape is left to nonlinear arithmetic. *)
Ltac sign :=
  first
    [ assumption
    | lra
    | lazymatch goal with
      | |- 0 < mean _ _ => apply mean_positive; [assumption | intros; sign]
      | |- 0 <= mean _ _ => apply mean_nonnegative; [assumption | intros; sign]
      | each : forall c, _ -> 0 < ?letter c |- 0 < ?letter _ => apply each; assumption
      | each : forall c, _ -> 0 < ?letter c |- 0 <= ?letter _ => apply Rlt_le, each; assumption
      | each : forall c, _ -> 0 <= ?letter c |- 0 <= ?letter _ => apply each; assumption
      | |- 0 <= _ ^ 2 => apply pow2_ge_0
      | |- 0 <= _ ^ _ => apply pow_le; sign
      | |- 0 < _ ^ _ => apply pow_lt; sign
      | |- 0 <= _ * _ => apply Rmult_le_pos; sign
      | |- 0 < _ * _ => apply Rmult_lt_0_compat; sign
      | |- 0 <= _ / _ => apply Rmult_le_pos; [sign | apply Rlt_le, Rinv_0_lt_compat; sign]
      | |- 0 < _ / _ => apply Rdiv_lt_0_compat; sign
      | |- 0 < exp _ => apply exp_pos
      | |- 0 <= exp _ => apply Rlt_le, exp_pos
      | |- 0 < sqrt _ => apply sqrt_lt_R0; sign
      | |- 0 <= sqrt _ => apply sqrt_pos
      | |- 0 <= INR _ => apply pos_INR
      | |- 0 < INR _ => apply lt_0_INR; lia
      | |- 0 < _ + _ => first [apply Rplus_lt_le_0_compat; sign | apply Rplus_le_lt_0_compat; sign]
      | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; sign
      end
    | nra ].

(* In an induction: the conditions one by one, with the numbers of steps as reals, of which there is at least one. *)
Ltac each_step :=
  cbv beta in *;
  lazymatch goal with one : (1 <= ?n)%nat |- _ => assert (real := at_least_one n one) | |- _ => idtac end;
  repeat match goal with both : _ /\ _ |- _ => destruct both end;
  rewrite ?S_INR in *;
  cbn [INR] in *.

(* What is known of a power as soon as it is known of its base. *)
Ltac powers_between b n :=
  try assert (0 <= b ^ n) by (apply pow_le; sign);
  try assert (b ^ n <= 1) by (apply pow_at_most_one; [sign | first [lra | nra]]);
  try assert (b ^ n <= b) by (apply pow_at_most_base; [sign | first [lra | nra] | assumption]).

(* The side conditions of `field`: denominators that are not zero. *)
Ltac nonzero := repeat split; first [assumption | lra | apply not_eq_sym, Rlt_not_eq; sign | apply Rlt_not_eq; nra | nra].

(* A condition with its sides in other words. *)
Ltac restated :=
  match goal with
  | known : ?a <= ?b |- ?c <= ?d => replace c with a by (field; nonzero); replace d with b by (field; nonzero); exact known
  | known : ?a >= ?b |- ?c >= ?d => replace c with a by (field; nonzero); replace d with b by (field; nonzero); exact known
  | known : ?a < ?b |- ?c < ?d => replace c with a by (field; nonzero); replace d with b by (field; nonzero); exact known
  | known : ?a > ?b |- ?c > ?d => replace c with a by (field; nonzero); replace d with b by (field; nonzero); exact known
  end.

(* An equation of rational expressions and powers. *)
Ltac identity := powers; field; nonzero.

(* What holds of every client, of this one. *)
Ltac at_client c inside :=
  repeat
    match goal with
    | each : forall d, (d < _)%nat -> _ |- _ =>
        let fact := constr:(each c inside) in
        let said := type of fact in
        lazymatch goal with known : said |- _ => fail | |- _ => assert said by exact fact end
    end.

(* A mean over clients, as the sum that stands in this function of a client. *)
Ltac linearly function :=
  lazymatch goal with |- mean ?N _ = _ => transitivity (mean N function) end;
  [apply mean_equal; intros c inside; at_client c inside; identity | linear_means; ring].

(* A statement at a point, whose sides differ by this number, against itself. *)
Ltac contradiction_at point difference :=
  cbv [mean total pow INR Nat.mul Nat.add Nat.sub] in point;
  lazymatch type of point with
  | ?left <= ?right => assert (right - left = difference) by (field; lra); lra
  | ?left = ?right => assert (right - left = difference) by (field; lra); lra
  end.

(* At a point: the logarithm of this number gets a name, and is positive above one. *)
Ltac logarithm point number log :=
  repeat
    match type of point with
    | context [ln ?x] => assert_fails (constr_eq x number); replace x with number in point by (cbn [pow]; first [lra | field])
    end;
  first [assert (0 < ln number) by (rewrite <- ln_1; apply ln_increasing; lra) | assert (ln number = 0) by (rewrite <- ln_1; f_equal; lra)];
  set (log := ln number) in *.

(* What holds of every client at a point, client by client. *)
Ltac each_client := let c := fresh "c" in intros c ?; repeat (destruct c as [| c]; [cbv beta iota; lra | try (exfalso; lia)]).

(* A statement's conditions at a point. *)
Ltac inside point := repeat (specialize (point ltac:(first [lia | each_client | cbv [mean total pow INR Nat.mul Nat.add Nat.sub]; first [lra | field; lra | lra]]))).
