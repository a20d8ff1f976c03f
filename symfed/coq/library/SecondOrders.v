(* Second orders in gamma of a stationary law on linear systems, from the rule; matrices need not be symmetric, noise may be multiplicative.

   From theta* + e, the server's point, client c goes H steps e_c -> e_c - gamma (g_c + A_c e_c + noise), where the noise has mean zero at
   every point and, at theta* + e, the covariance C_c + D_c[e] + E_c[e, e]/2. With, for a client and for a pair of clients,
     E e_c = gamma m + gamma^2 n + gamma^3 p,   E e_c e_k' = gamma V + gamma^2 W + gamma^3 U,
   each up to higher powers of gamma, a step makes of these coefficients what is written below; V it does not change. Clients draw on their
   own: the noise is that of one client. A stationary law has the coefficients that the mean of the clients' ends gives back. *)
From Symfed Require Export Rounds.

Notation quartic index := (index -> index -> index -> index -> R) (only parsing).

Section Derivatives.
  Context {index client : Type} {dimension : Finite index} {clients : Finite client}.
  Implicit Types (u v : vector index) (A S : matrix index) (D : cubic index) (E : quartic index).

  (* The last place of D with v; the last two places of E with both of S. *)
  Definition along D v : matrix index := fun i => apply (D i) v.
  Definition spread_along E S : matrix index := fun i => contract (E i) S.

  Lemma along_plus D D' v : along (plus D D') v = plus (along D v) (along D' v).
  Proof. extensionality i. apply apply_plus. Qed.
  Lemma along_times s D v : along (times s D) v = times s (along D v).
  Proof. extensionality i. apply apply_times. Qed.
  Lemma along_with_plus D u v : along D (plus u v) = plus (along D u) (along D v).
  Proof. extensionality i. apply apply_to_plus. Qed.
  Lemma along_with_times D s v : along D (times s v) = times s (along D v).
  Proof. extensionality i. apply apply_to_times. Qed.
  Lemma along_with_null D : along D null = null.
  Proof. extensionality i. apply apply_to_null. Qed.
  Lemma spread_along_plus E E' S : spread_along (plus E E') S = plus (spread_along E S) (spread_along E' S).
  Proof. extensionality i. apply contract_plus. Qed.
  Lemma spread_along_times s E S : spread_along (times s E) S = times s (spread_along E S).
  Proof. extensionality i. apply contract_times. Qed.
  Lemma spread_along_with_plus E S S' : spread_along E (plus S S') = plus (spread_along E S) (spread_along E S').
  Proof. extensionality i. apply contract_with_plus. Qed.
  Lemma spread_along_with_times E s S : spread_along E (times s S) = times s (spread_along E S).
  Proof. extensionality i. apply contract_with_times. Qed.
  Lemma average_along (D : client -> cubic index) v : average (fun c => along (D c) v) = along (average D) v.
  Proof. apply (through_average (fun D => along D v)); intros; [apply along_plus | apply along_times]. Qed.
  Lemma average_along_with D (f : client -> vector index) : average (fun c => along D (f c)) = along D (average f).
  Proof. apply (through_average (along D)); intros; [apply along_with_plus | apply along_with_times]. Qed.
  Lemma average_spread_along (E : client -> quartic index) S : average (fun c => spread_along (E c) S) = spread_along (average E) S.
  Proof. apply (through_average (fun E => spread_along E S)); intros; [apply spread_along_plus | apply spread_along_times]. Qed.

  (* What there is only where c and k are one. *)
  Lemma product_only (c k : client) A S : product A (only c k S) = only c k (product A S).
  Proof. unfold only. destruct (same c k); [reflexivity | apply product_with_null]. Qed.
  Lemma only_product (c k : client) A S : product (only c k A) S = only c k (product A S).
  Proof. unfold only. destruct (same c k); [reflexivity | apply product_null]. Qed.
  Lemma only_plus (c k : client) A S : only c k (plus A S) = plus (only c k A) (only c k S).
  Proof. unfold only. destruct (same c k); [reflexivity | symmetry; apply plus_null]. Qed.
  Lemma only_times (c k : client) s A : only c k (times s A) = times s (only c k A).
  Proof. unfold only. destruct (same c k); [reflexivity | symmetry; apply times_null]. Qed.
  Lemma power_two A : power A 2 = product A A.
  Proof. change (product A (product A identity) = product A A). rewrite product_identity. reflexivity. Qed.
End Derivatives.

#[export] Hint Rewrite @along_plus @along_times @along_with_plus @along_with_times @along_with_null
  @spread_along_plus @spread_along_times @spread_along_with_plus @spread_along_with_times
  @average_along @average_along_with @average_spread_along
  @product_only @only_product @only_plus @only_times @power_two : tensors.

Section SecondOrders.
  Context {index client : Type} {dimension : Finite index} {clients : Finite client}.
  Variables (g : client -> vector index) (A : client -> matrix index) (C : client -> matrix index).
  Variables (D : client -> cubic index) (E : client -> quartic index) (H : nat).

  (* (m, n), and what p gains, in a step. *)
  Definition mean_next (c : client) (now : vector index * vector index) : vector index * vector index :=
    let (m, n) := now in (plus m (times (-1) (g c)), plus n (times (-1) (apply (A c) m))).
  Definition mean_gain (c : client) (now : vector index * vector index) : vector index :=
    let (_, n) := now in times (-1) (apply (A c) n).

  (* (m, n) of both clients and W, and what U gains, in a step of both. *)
  Definition pair_next (c k : client) (V : matrix index)
    (now : (vector index * vector index) * (vector index * vector index) * matrix index) :=
    let '(one, other, W) := now in
    (mean_next c one, mean_next k other,
     plus W (plus
       (times (-1) (plus (plus (outer (g c) (fst other)) (outer (fst one) (g k))) (plus (product (A c) V) (product V (transpose (A k))))))
       (plus (outer (g c) (g k)) (only c k (C c))))).
  Definition pair_gain (c k : client) (V : matrix index)
    (now : (vector index * vector index) * (vector index * vector index) * matrix index) : matrix index :=
    let '(one, other, W) := now in
    plus (times (-1) (plus (plus (outer (g c) (snd other)) (outer (snd one) (g k))) (plus (product (A c) W) (product W (transpose (A k))))))
      (plus (plus (product (A c) (product V (transpose (A k))))
         (plus (outer (g c) (apply (A k) (fst other))) (outer (apply (A c) (fst one)) (g k))))
       (only c k (plus (along (D c) (fst one)) (times (1 / 2) (spread_along (E c) V))))).

  (* A step of coefficients, the last of which gains by the others. *)
  Definition gaining {S T : Type} {space : Space T} (next : S -> S) (gain : S -> T) (now : S * T) : S * T :=
    let (lower, highest) := now in (next lower, plus highest (gain lower)).

  Definition bias_at_rest (m n : vector index) : Prop :=
    forall p,
    let ends c := Nat.iter H (gaining (mean_next c) (mean_gain c)) ((m, n), p) in
    average (fun c => fst (fst (ends c))) = m /\ average (fun c => snd (fst (ends c))) = n /\ average (fun c => snd (ends c)) = p.

  Definition spread_at_rest (m n : vector index) (V W : matrix index) : Prop :=
    forall U,
    let ends c k := Nat.iter H (gaining (pair_next c k V) (pair_gain c k V)) (((m, n), (m, n), W), U) in
    average (fun c => average (fun k => snd (fst (ends c k)))) = W /\ average (fun c => average (fun k => snd (ends c k))) = U.

  Definition second_bias m n := bias_at_rest m n.
  Definition second_spread V W := exists m n, bias_at_rest m n /\ spread_at_rest m n V W.

  Lemma gaining_lower {S T : Type} {space : Space T} (next : S -> S) (gain : S -> T) h lower highest :
    fst (Nat.iter h (gaining next gain) (lower, highest)) = Nat.iter h next lower.
  Proof.
    induction h as [| h IH]; [reflexivity |].
    change (fst (gaining next gain (Nat.iter h (gaining next gain) (lower, highest))) = next (Nat.iter h next lower)).
    rewrite <- IH. destruct (Nat.iter h (gaining next gain) (lower, highest)) as [x y]. reflexivity.
  Qed.
  Lemma gaining_highest {S T : Type} {space : Space T} (next : S -> S) (gain : S -> T) h lower highest :
    snd (Nat.iter (Datatypes.S h) (gaining next gain) (lower, highest)) =
    plus (snd (Nat.iter h (gaining next gain) (lower, highest))) (gain (Nat.iter h next lower)).
  Proof.
    change (snd (gaining next gain (Nat.iter h (gaining next gain) (lower, highest))) =
      plus (snd (Nat.iter h (gaining next gain) (lower, highest))) (gain (Nat.iter h next lower))).
    rewrite <- (gaining_lower next gain h lower highest). destruct (Nat.iter h (gaining next gain) (lower, highest)) as [x y]. reflexivity.
  Qed.

  Lemma mean_nexts c m n h :
    Nat.iter h (mean_next c) (m, n) =
    (plus m (times (- INR h) (g c)), plus n (plus (times (- INR h) (apply (A c) m)) (times (INR h * (INR h - 1) / 2) (apply (A c) (g c))))).
  Proof.
    induction h as [| h IH].
    - cbn [Nat.iter nat_rect INR]. f_equal; entry_by_entry; field.
    - change (Nat.iter (S h) ?f ?x) with (f (Nat.iter h f x)). rewrite IH, S_INR. cbn [mean_next]. f_equal; tensors.
  Qed.

  Lemma pair_nexts c k V m n W h :
    Nat.iter h (pair_next c k V) ((m, n), (m, n), W) =
    (Nat.iter h (mean_next c) (m, n), Nat.iter h (mean_next k) (m, n),
     plus W (plus (times (- INR h) (plus (plus (outer (g c) m) (outer m (g k))) (plus (product (A c) V) (product V (transpose (A k))))))
       (plus (times (INR h * INR h) (outer (g c) (g k))) (times (INR h) (only c k (C c)))))).
  Proof.
    induction h as [| h IH].
    - cbn [Nat.iter nat_rect INR]. f_equal. entry_by_entry. ring.
    - change (Nat.iter (S h) ?f ?x) with (f (Nat.iter h f x)). rewrite IH, S_INR. cbn [pair_next]. f_equal.
      rewrite !mean_nexts. cbn [fst snd]. tensors.
  Qed.

  Lemma ends_third m n p h :
    average (fun c => snd (Nat.iter h (gaining (mean_next c) (mean_gain c)) ((m, n), p))) =
    plus p (plus (times (- INR h) (apply (average A) n))
      (plus (times (INR h * (INR h - 1) / 2) (average (fun c => apply (A c) (apply (A c) m))))
        (times (- (INR h * (INR h - 1) * (INR h - 2) / 6)) (average (fun c => apply (A c) (apply (A c) (g c))))))).
  Proof.
    induction h as [| h IH].
    - cbn [Nat.iter nat_rect INR snd]. rewrite average_constant. entry_by_entry. field.
    - erewrite average_equal; [| intros c; rewrite gaining_highest, mean_nexts; cbn [mean_gain]; reflexivity].
      rewrite average_plus, IH, S_INR. clear IH. tensors.
  Qed.

  Definition pair_ends (m n : vector index) (V W U : matrix index) h c k :=
    Nat.iter h (gaining (pair_next c k V) (pair_gain c k V)) (((m, n), (m, n), W), U).

  (* What comes with every step, and what comes with every pair of steps. *)
  Definition per_step (m : vector index) (V W : matrix index) : matrix index :=
    plus (times (-1) (plus (product (average A) W) (product W (transpose (average A)))))
      (plus (product (average A) (product V (transpose (average A))))
        (times (/ INR (number client)) (plus (along (average D) m) (times (1 / 2) (spread_along (average E) V))))).
  Definition per_pair (m : vector index) (V : matrix index) : matrix index :=
    let pulled := average (fun c => apply (A c) (g c)) in
    plus (plus (outer pulled m) (outer m pulled))
      (plus
        (plus (average (fun c => product (A c) (product (A c) V)))
          (average (fun c => product V (product (transpose (A c)) (transpose (A c))))))
        (plus (times 2 (product (average A) (product V (transpose (average A)))))
          (times (- / INR (number client))
            (plus (plus (average (fun c => product (A c) (C c))) (average (fun c => product (C c) (transpose (A c)))))
              (average (fun c => along (D c) (g c))))))).

  Lemma ends_second m n V W U h :
    average g = null ->
    average (fun c => average (fun k => snd (fst (pair_ends m n V W U h c k)))) =
    plus W (times (- INR h)
      (plus (plus (product (average A) V) (product V (transpose (average A)))) (times (- / INR (number client)) (average C)))).
  Proof.
    intros none. assert (real := number_not_zero (T := client)). unfold pair_ends.
    erewrite average_equal.
    2: { intros c. erewrite average_equal; [reflexivity |]. intros k. rewrite gaining_lower, pair_nexts. cbn [snd]. reflexivity. }
    tensors.
  Qed.

  Lemma ends_third_of_pairs m n V W U h :
    average g = null ->
    average (fun c => average (fun k => snd (pair_ends m n V W U h c k))) =
    plus U (plus (times (INR h) (per_step m V W)) (times (INR h * (INR h - 1) / 2) (per_pair m V))).
  Proof.
    intros none. assert (real := number_not_zero (T := client)). induction h as [| h IH].
    - unfold pair_ends. cbn [Nat.iter nat_rect INR snd]. rewrite average_constant, average_constant. entry_by_entry. field.
    - unfold pair_ends in *. rewrite S_INR.
      erewrite average_equal.
      2: { intros c. erewrite average_equal; [apply average_plus |]. intros k. rewrite gaining_highest, pair_nexts, !mean_nexts.
           cbn [pair_gain fst snd]. reflexivity. }
      rewrite average_plus, IH. clear IH. unfold per_step, per_pair. tensors.
  Qed.
  Definition first_coefficient (K : matrix index) : vector index :=
    apply K (times ((INR H - 1) / 2) (average (fun c => apply (A c) (g c)))).
  Definition second_coefficient (K : matrix index) (m : vector index) : vector index :=
    apply K (plus (times ((INR H - 1) / 2) (average (fun c => apply (A c) (apply (A c) m))))
      (times (- ((INR H - 1) * (INR H - 2) / 6)) (average (fun c => apply (A c) (apply (A c) (g c)))))).

  Theorem second_bias_is m n K :
    average g = null -> (1 <= H)%nat -> inverse_of (average A) K ->
    second_bias m n <-> m = first_coefficient K /\ n = second_coefficient K m.
  Proof.
    intros none steps inverted. assert (some : INR H <> 0) by (apply not_0_INR; lia). assert (below := Ropp_neq_0_compat _ some).
    destruct (undone _ _ inverted) as [right left]. unfold second_bias, bias_at_rest, first_coefficient, second_coefficient. split.
    - intros kept. specialize (kept null). cbv zeta in kept. destruct kept as (_ & second & third).
      erewrite average_equal in second; [| intros c; rewrite gaining_lower, mean_nexts; cbn [snd]; reflexivity].
      rewrite average_plus, average_constant in second. apply unmoved in second. rewrite ends_third in third. apply unmoved in third. split.
      + rewrite <- (left m). f_equal. apply (times_cancel _ _ _ below), difference_null. rewrite <- second. clear second. tensors.
      + rewrite <- (left n). f_equal. apply (times_cancel _ _ _ below), difference_null. rewrite <- third. clear third. tensors.
    - intros [-> ->] p. cbv zeta. split; [| split].
      + erewrite average_equal; [| intros c; rewrite gaining_lower, mean_nexts; cbn [fst]; reflexivity]. tensors.
      + erewrite average_equal; [| intros c; rewrite gaining_lower, mean_nexts; cbn [snd]; reflexivity].
        rewrite average_plus, average_constant. apply unmoved. tensors.
      + rewrite ends_third. apply unmoved. tensors.
  Qed.

  (* What the second coefficient of the spread balances: A W + W A'. *)
  Definition source (m : vector index) (V : matrix index) : matrix index :=
    plus (plus (product (average A) (product V (transpose (average A))))
      (times (/ INR (number client)) (plus (along (average D) m) (times (1 / 2) (spread_along (average E) V)))))
      (times ((INR H - 1) / 2) (per_pair m V)).

  Theorem second_spread_is V W K L :
    average g = null -> (1 <= H)%nat -> inverse_of (average A) K -> lyapunov_of (average A) L ->
    second_spread V W <->
    V = times (/ INR (number client)) (L (average C)) /\
    plus (product (average A) W) (product W (transpose (average A))) = source (first_coefficient K) V.
  Proof.
    intros none steps inverted solved. assert (some : INR H <> 0) by (apply not_0_INR; lia). assert (below := Ropp_neq_0_compat _ some).
    assert (real := number_not_zero (T := client)).
    assert (first : plus (product (average A) V) (product V (transpose (average A))) = times (/ INR (number client)) (average C) <->
      V = times (/ INR (number client)) (L (average C))).
    { rewrite <- (lyapunov_times _ _ _ _ solved). apply lyapunov_alone, solved. }
    rewrite <- first. clear first. unfold second_spread, spread_at_rest. split.
    - intros (m & n & mean & kept). apply (second_bias_is m n K none steps inverted) in mean. destruct mean as [<- _].
      specialize (kept null). cbv zeta in kept. destruct kept as [second third].
      setoid_rewrite (ends_second m n V W null H none) in second. apply unmoved in second.
      setoid_rewrite (ends_third_of_pairs m n V W null H none) in third. apply unmoved in third. split.
      + apply (times_cancel _ _ _ below), difference_null. rewrite <- second. clear second. tensors.
      + apply (times_cancel _ _ _ below), difference_null. rewrite <- third. unfold source, per_step. generalize (per_pair m V). tensors.
    - intros [first second]. exists (first_coefficient K), (second_coefficient K (first_coefficient K)). split.
      { apply (second_bias_is _ _ K none steps inverted). split; reflexivity. }
      intros U. cbv zeta. split.
      + etransitivity; [exact (ends_second _ _ V W U H none) |]. apply unmoved. rewrite first. tensors.
      + etransitivity; [exact (ends_third_of_pairs _ _ V W U H none) |]. apply unmoved. unfold per_step. rewrite second. unfold source.
        generalize (per_pair (first_coefficient K) V). generalize (first_coefficient K). tensors.
  Qed.

  (* The squares of the clients' matrices, apart from what they are applied to. *)
  Lemma squares_applied (v : vector index) :
    average (fun c => apply (A c) (apply (A c) v)) = apply (average (fun c => product (A c) (A c))) v.
  Proof. rewrite <- average_apply. apply average_equal. intros c. symmetry. apply apply_product. Qed.
  Lemma squares_product (S : matrix index) :
    average (fun c => product (A c) (product (A c) S)) = product (average (fun c => product (A c) (A c))) S.
  Proof. rewrite <- average_product. apply average_equal. intros c. symmetry. apply product_product. Qed.
  Lemma squares_behind (S : matrix index) :
    average (fun c => product S (product (transpose (A c)) (transpose (A c)))) =
    product S (transpose (average (fun c => product (A c) (A c)))).
  Proof. rewrite <- average_transpose, <- average_product_with. apply average_equal. intros c. rewrite transpose_product. reflexivity. Qed.
End SecondOrders.

Section Balances.
  Context {index : Type} {dimension : Finite index}.
  Variables (A : matrix index) (L : matrix index -> matrix index).
  Hypothesis solved : lyapunov_of A L.

  (* Matrices are equal where A X + X A' are. *)
  Lemma equal_by_balance (X Y : matrix index) :
    plus (product A X) (product X (transpose A)) = plus (product A Y) (product Y (transpose A)) -> X = Y.
  Proof. intros equal. destruct solved as [_ alone]. rewrite <- (alone X), equal. apply alone. Qed.
  Lemma moved_behind (X S : matrix index) :
    plus (product A X) (product X (transpose A)) = S -> product A X = plus S (times (-1) (product X (transpose A))).
  Proof. intros <-. rewrite plus_assoc, less_itself, plus_null. reflexivity. Qed.
  Lemma solution_moved (S : matrix index) : product A (L S) = plus S (times (-1) (product (L S) (transpose A))).
  Proof. apply moved_behind. destruct solved as [solves _]. apply solves. Qed.
  Lemma lyapunov_transpose (S : matrix index) : transpose (L S) = L (transpose S).
  Proof.
    apply (lyapunov_alone A L _ _ solved). destruct solved as [solves _].
    rewrite <- (solves S) at 3. rewrite transpose_plus, !transpose_product, transpose_transpose. apply plus_comm.
  Qed.
End Balances.
