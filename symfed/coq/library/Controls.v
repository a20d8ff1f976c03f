(* First orders of a stationary law with control variates, from the rule; the words are those of Rounds.v. *)
From Symfed Require Export Rounds.

Section Controls.
  Context {index client : Type} {dimension : Finite index} {clients : Finite client}.
  Variables (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (H : nat).

  (* Rules with control variates: d_c is by how much the control variate fails to take the client's drift at theta* away. Their mean is
     nothing, and a round adds (e_c - e)/(gamma H) to d_c, e_c being where the client ended and e the mean of these: what then comes out
     for (m, n) of the clients and (Y, Z, W) of pairs of them must be what was put in. *)
  Definition controls_kept n W (z : client -> vector index) (Y : client -> matrix index) (B : client -> client -> matrix index)
    (means : client -> vector index * vector index) (pairs : client -> client -> matrix index * matrix index * matrix index) : Prop :=
    let to_drift c k := fst (fst (pairs c k)) in
    let from_drift c k := snd (fst (pairs c k)) in
    let ends c k := snd (pairs c k) in
    let mean_end := average (fun c => average (fun k => ends c k)) in
    average (fun c => snd (means c)) = n /\
    mean_end = W /\
    (forall c, plus (z c) (times (/ INR H) (plus (snd (means c)) (times (-1) (average (fun k => snd (means k)))))) = z c) /\
    (forall k, plus (average (fun c => to_drift c k)) (times (/ INR H) (plus (average (fun c => ends c k)) (times (-1) mean_end))) = Y k) /\
    (forall c k, plus (B c k) (plus (plus
      (times (/ INR H) (plus (from_drift c k) (times (-1) (average (fun j => from_drift c j)))))
      (times (/ INR H) (plus (to_drift c k) (times (-1) (average (fun j => to_drift j k))))))
      (times (/ INR H * / INR H) (plus (plus (ends c k) (times (-1) (average (fun j => ends j k))))
        (times (-1) (plus (average (fun j => ends c j)) (times (-1) mean_end)))))) = B c k).

  Definition controls_rest (m : vector index) (V : matrix index) (z : client -> vector index) (Y : client -> matrix index)
    (B : client -> client -> matrix index) : Prop :=
    average z = null /\ average Y = null /\ (forall c, average (B c) = null) /\ (forall k, average (fun c => B c k) = null) /\
    forall n W,
    controls_kept n W z Y B
      (fun c => Nat.iter H (mean_step null (A c) (T c) V (z c)) (m, n))
      (fun c k => Nat.iter H (pair_step (A c) (A k) V (B c k) (only c k (C c))) (Y k, transpose (Y c), W)).

  Lemma controls_rest_spelt m V z Y B :
    controls_rest m V z Y B <->
    average z = null /\ average Y = null /\ (forall c, average (B c) = null) /\ (forall k, average (fun c => B c k) = null) /\
    forall n W,
    controls_kept n W z Y B
      (fun c => (plus m (times (- INR H) null),
        plus n (plus (times (- INR H) (plus (plus (apply (A c) m) (times (1 / 2) (contract (T c) V))) (z c)))
          (times (INR H * (INR H - 1) / 2) (apply (A c) null)))))
      (fun c k => (plus (Y k) (times (- INR H) (B c k)), plus (transpose (Y c)) (times (- INR H) (B c k)),
        plus W (plus (times (- INR H) (plus (plus (product (A c) V) (product V (transpose (A k)))) (plus (Y k) (transpose (Y c)))))
          (plus (times (INR H * INR H) (B c k)) (times (INR H) (only c k (C c))))))).
  Proof.
    unfold controls_rest.
    do 4 (apply and_iff_compat_l). split; intros kept n W; specialize (kept n W); revert kept.
    all: match goal with |- controls_kept _ _ _ _ _ ?f ?g -> controls_kept _ _ _ _ _ ?f' ?g' =>
      replace f with f' by (extensionality c; rewrite mean_steps; reflexivity);
      replace g with g' by (extensionality c; extensionality k; rewrite pair_steps; reflexivity); trivial end.
  Qed.

  (* Where a pair of clients ends, and the means of that over one of them, and over both. *)
  Local Notation end_of V Y B W c k := (
    plus W (plus (times (- INR H) (plus (plus (product (A c) V) (product V (transpose (A k)))) (plus (Y k) (transpose (Y c)))))
      (plus (times (INR H * INR H) (B c k)) (times (INR H) (only c k (C c)))))) (only parsing).

  Section Ends.
    Variables (V W : matrix index) (Y : client -> matrix index) (B : client -> client -> matrix index).
    Hypotheses (mean_Y : average Y = null) (mean_B : forall c, average (B c) = null) (mean_B' : forall k, average (fun c => B c k) = null).

    Lemma over_others c : average (fun k => end_of V Y B W c k) =
      plus W (plus (times (- INR H) (plus (plus (product (A c) V) (product V (transpose (average A)))) (transpose (Y c))))
        (times (INR H * / INR (number client)) (C c))).
    Proof. tensors. all: apply number_real. Qed.

    Lemma over_first k : average (fun c => end_of V Y B W c k) =
      plus W (plus (times (- INR H) (plus (plus (product (average A) V) (product V (transpose (A k)))) (Y k)))
        (times (INR H * / INR (number client)) (C k))).
    Proof. tensors. all: apply number_real. Qed.

    Lemma over_both : average (fun c => average (fun k => end_of V Y B W c k)) =
      plus W (plus (times (- INR H) (plus (product (average A) V) (product V (transpose (average A)))))
        (times (INR H * / INR (number client)) (average C))).
    Proof. rewrite (average_equal _ _ over_others). tensors. all: apply number_real. Qed.

    Lemma drift_over_first k : average (fun c => plus (Y k) (times (- INR H) (B c k))) = Y k.
    Proof. tensors. Qed.

    Lemma drift_over_others c : average (fun k => plus (transpose (Y c)) (times (- INR H) (B c k))) = transpose (Y c).
    Proof. tensors. Qed.
  End Ends.

  Theorem controls_rest_where m V z Y B K L :
    (1 <= H)%nat -> inverse_of (average A) K -> lyapunov_of (average A) L ->
    controls_rest m V z Y B <->
    V = times (/ INR (number client)) (L (average C)) /\
    m = apply K (times (- (1 / 2)) (contract (average T) V)) /\
    (forall c, z c = plus (apply (plus (average A) (times (-1) (A c))) m) (times (1 / 2) (contract (plus (average T) (times (-1) (T c))) V))) /\
    (forall k, Y k = plus (product V (transpose (plus (average A) (times (-1) (A k)))))
      (times (/ INR (number client)) (plus (C k) (times (-1) (average C))))) /\
    (forall c k, B c k = times (/ INR H) (plus (only c k (C c))
      (times (/ INR (number client)) (plus (average C) (times (-1) (plus (C c) (C k))))))).
  Proof.
    intros steps inverted solved. assert (some : INR H <> 0) by (apply not_0_INR; lia). assert (clients_real := number_real).
    destruct (undone _ _ inverted) as [undone_1 undone_2].
    rewrite <- (lyapunov_times _ _ _ _ solved), <- (lyapunov_alone _ _ _ _ solved).
    rewrite controls_rest_spelt. split.
    - intros (mean_z & mean_Y & mean_B & mean_B' & kept). specialize (kept null null). unfold controls_kept in kept.
      cbn [fst snd] in kept. destruct kept as (first & second & drift & to_drift & drifts).
      rewrite (over_both _ _ _ _ mean_Y mean_B) in second.
      assert (balance : plus (product (average A) V) (product V (transpose (average A))) = times (/ INR (number client)) (average C)).
      { apply difference_null, (times_cancel (- INR H) _ _ (Ropp_neq_0_compat _ some)). rewrite times_null. rewrite <- second at 1. clear - clients_real. tensors. }
      split; [exact balance |]. split; [| split; [| split]].
      + rewrite <- (undone_2 m). f_equal. apply (times_cancel (- INR H) _ _ (Ropp_neq_0_compat _ some)), difference_null.
        rewrite <- first. clear - mean_z clients_real undone_1. tensors.
      + intros c. specialize (drift c). apply unmoved in drift.
        apply difference_null. rewrite <- (times_null (-1)). rewrite <- drift. clear - mean_z some. tensors.
      + intros k. specialize (to_drift k).
        rewrite (over_both _ _ _ _ mean_Y mean_B), (over_first _ _ _ _ mean_Y mean_B'), (drift_over_first _ _ mean_B') in to_drift.
        assert (moved : plus (Y k) (plus (times (-1) (Y k)) (plus (product V (transpose (plus (average A) (times (-1) (A k)))))
      (times (/ INR (number client)) (plus (C k) (times (-1) (average C)))))) = Y k).
        { etransitivity; [| exact to_drift]. clear - some clients_real. tensors. }
        apply unmoved in moved. rewrite plus_comm in moved. symmetry. apply difference_null, moved.
      + intros c k. specialize (drifts c k). apply unmoved in drifts.
        rewrite (over_both _ _ _ _ mean_Y mean_B), (over_first _ _ _ _ mean_Y mean_B'), (over_others _ _ _ _ mean_Y mean_B) in drifts.
        rewrite (drift_over_first _ _ mean_B'), (drift_over_others _ _ mean_B) in drifts.
        symmetry. apply difference_null. rewrite <- drifts. clear - some clients_real. tensors.
    - intros (balance & bias & drift & to_drift & drifts).
      assert (mean_z : average z = null) by (rewrite (average_equal _ _ drift); tensors).
      assert (mean_Y : average Y = null) by (rewrite (average_equal _ _ to_drift); tensors).
      assert (mean_B : forall c, average (B c) = null) by (intros c; rewrite (average_equal _ _ (drifts c)); tensors).
      assert (mean_B' : forall k, average (fun c => B c k) = null) by (intros k; rewrite (average_equal _ _ (fun c => drifts c k)); tensors).
      do 4 (split; [assumption |]). intros n W. unfold controls_kept. cbn [fst snd]. split; [| split; [| split; [| split]]].
      + transitivity (plus n (times (- INR H) (plus (apply (average A) m) (times (1 / 2) (contract (average T) V))))).
        { clear - mean_z some clients_real. tensors. }
        rewrite bias. clear - undone_1. tensors.
      + transitivity (plus W (times (- INR H) (plus (plus (product (average A) V) (product V (transpose (average A))))
          (times (-1) (times (/ INR (number client)) (average C)))))); [| rewrite balance; clear - clients_real; tensors].
        rewrite (over_both _ _ _ _ mean_Y mean_B). clear - clients_real. tensors.
      + intros c. apply unmoved. clear - drift mean_z some clients_real. linear. rewrite (drift c). clear drift. tensors.
      + intros k.
        rewrite (over_both _ _ _ _ mean_Y mean_B), (over_first _ _ _ _ mean_Y mean_B'), (drift_over_first _ _ mean_B').
        clear - to_drift some clients_real. linear. rewrite (to_drift k). clear to_drift. tensors.
      + intros c k. apply unmoved.
        rewrite (over_both _ _ _ _ mean_Y mean_B), (over_first _ _ _ _ mean_Y mean_B'), (over_others _ _ _ _ mean_Y mean_B).
        rewrite (drift_over_first _ _ mean_B'), (drift_over_others _ _ mean_B).
        clear - drifts some clients_real. linear. rewrite (drifts c k). clear drifts. tensors.
  Qed.

  Definition controls_bias m := exists V z Y B, controls_rest m V z Y B.
  Definition controls_spread V := exists m z Y B, controls_rest m V z Y B.
  Definition controls_cross Y := exists m V z B, controls_rest m V z Y B.
  Definition controls_own B := exists m V z Y, controls_rest m V z Y B.

  Section Solved.
    Variables (K : matrix index) (L : matrix index -> matrix index).
    Hypotheses (steps : (1 <= H)%nat) (inverted : inverse_of (average A) K) (solved : lyapunov_of (average A) L).

    Local Notation spread := (times (/ INR (number client)) (L (average C))).
    Local Notation bias := (apply K (times (- (1 / 2)) (contract (average T) spread))).
    Local Notation drift := (fun c =>
      plus (apply (plus (average A) (times (-1) (A c))) bias) (times (1 / 2) (contract (plus (average T) (times (-1) (T c))) spread))).
    Local Notation cross := (fun k =>
      plus (product spread (transpose (plus (average A) (times (-1) (A k))))) (times (/ INR (number client)) (plus (C k) (times (-1) (average C))))).
    Local Notation own := (fun c k =>
      times (/ INR H) (plus (only c k (C c)) (times (/ INR (number client)) (plus (average C) (times (-1) (plus (C c) (C k))))))).

    Lemma the_one_at_rest : controls_rest bias spread drift cross own.
    Proof. apply (controls_rest_where _ _ _ _ _ K L steps inverted solved). repeat split; reflexivity. Qed.

    Lemma at_rest_alone m V z Y B : controls_rest m V z Y B -> m = bias /\ V = spread /\ Y = cross /\ B = own.
    Proof.
      intros rest. apply (controls_rest_where _ _ _ _ _ K L steps inverted solved) in rest.
      destruct rest as (-> & -> & _ & to_drift & drifts). split; [reflexivity |]. split; [reflexivity |]. split.
      - extensionality k. apply to_drift.
      - extensionality c. extensionality k. apply drifts.
    Qed.

    Theorem controls_bias_is m : controls_bias m <-> m = bias.
    Proof.
      split; [intros (V & z & Y & B & rest); apply (at_rest_alone _ _ _ _ _ rest) | intros ->; do 4 eexists; apply the_one_at_rest].
    Qed.

    Theorem controls_spread_is V : controls_spread V <-> V = spread.
    Proof.
      split; [intros (m & z & Y & B & rest); apply (at_rest_alone _ _ _ _ _ rest) | intros ->; do 4 eexists; apply the_one_at_rest].
    Qed.

    Theorem controls_cross_is Y : controls_cross Y <-> Y = cross.
    Proof.
      split; [intros (m & V & z & B & rest); apply (at_rest_alone _ _ _ _ _ rest) | intros ->; do 4 eexists; apply the_one_at_rest].
    Qed.

    Theorem controls_own_is B : controls_own B <-> B = own.
    Proof.
      split; [intros (m & V & z & Y & rest); apply (at_rest_alone _ _ _ _ _ rest) | intros ->; do 4 eexists; apply the_one_at_rest].
    Qed.
  End Solved.
End Controls.
