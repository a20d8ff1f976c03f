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

(* What holds of every client at a point, client by client. *)
Ltac each_client := let c := fresh "c" in intros c ?; repeat (destruct c as [| c]; [cbv beta iota; lra | try (exfalso; lia)]).

(* A statement's conditions at a point. *)
Ltac inside point := repeat (specialize (point ltac:(first [lia | each_client | cbv [mean total pow INR Nat.mul Nat.add Nat.sub]; first [lra | field; lra | lra]]))).
