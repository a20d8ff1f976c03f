(* Rounds of clients in every dimension: what they keep, exactly, and the first orders of a stationary law, from the rule itself. *)
From Symfed Require Export Tensors.

(* Equations between tensors. *)
Section Equations.
  Context {V : Type} {space : Space V}.

  Lemma less_itself (u : V) : plus u (times (-1) u) = null.
  Proof. rewrite <- (one_times u) at 1. rewrite <- plus_times, <- (zero_times u). f_equal. ring. Qed.

  Lemma unmoved (u v : V) : plus u v = u <-> v = null.
  Proof.
    split; [intros kept | intros ->; apply plus_null].
    rewrite <- (less_itself u), <- kept at 1. rewrite (plus_comm u v), plus_assoc, less_itself. symmetry. apply plus_null.
  Qed.

  Lemma difference_null (u v : V) : plus u (times (-1) v) = null -> u = v.
  Proof.
    intros none. rewrite <- (plus_null u), <- (zero_times v). replace 0 with (-1 + 1) by ring.
    rewrite plus_times, one_times, <- plus_assoc, none. apply null_plus.
  Qed.

  Lemma times_cancel s (u v : V) : s <> 0 -> times s u = times s v -> u = v.
  Proof.
    intros some equal. rewrite <- (one_times u), <- (one_times v). replace 1 with (/ s * s) by (field; exact some).
    rewrite <- !times_times, equal. reflexivity.
  Qed.

  Lemma factor_null s (u : V) : s <> 0 -> times s u = null -> u = null.
  Proof. intros some none. apply (times_cancel s _ _ some). rewrite none. symmetry. apply times_null. Qed.

  Lemma times_moved s (u v : V) : s <> 0 -> (u = v <-> times s u = times s v).
  Proof. intros some. split; [intros ->; reflexivity | apply times_cancel, some]. Qed.

  Lemma same_side (x u v : V) : u = v -> (x = u <-> x = v).
  Proof. intros ->. reflexivity. Qed.
End Equations.

Section Exact.
  Context {index client : Type} {dimension : Finite index} {clients : Finite client}.

  (* Local steps that are x -> y + M (x - y). *)
  Lemma steps_about step (M : matrix index) (y : vector index) (H : nat) (x : vector index) :
    (forall x, step x = plus y (apply M (plus x (times (-1) y)))) ->
    Nat.iter H step x = plus y (apply (power M H) (plus x (times (-1) y))).
  Proof.
    intros about. induction H as [| H IH].
    - change (x = plus y (apply identity (plus x (times (-1) y)))). tensors.
    - change (Nat.iter (S H) step x) with (step (Nat.iter H step x)). rewrite about, IH.
      change (power M (S H)) with (product M (power M H)). tensors.
  Qed.

  (* The mean of the clients' ends of a round. *)
  Lemma round_about step (M : client -> matrix index) (y : client -> vector index) (H : nat) (x : vector index) :
    (forall c x, step c x = plus (y c) (apply (M c) (plus x (times (-1) (y c))))) ->
    average (fun c => Nat.iter H (step c) x) =
    plus (apply (average (fun c => power (M c) H)) x) (average (fun c => apply (plus identity (times (-1) (power (M c) H))) (y c))).
  Proof.
    intros about. rewrite (average_equal _ (fun c => plus (y c) (apply (power (M c) H) (plus x (times (-1) (y c)))))).
    - tensors.
    - intros c. apply steps_about, about.
  Qed.

  Lemma kept_where (Q K : matrix index) (t x : vector index) :
    inverse_of (plus identity (times (-1) Q)) K -> (plus (apply Q x) t = x <-> x = apply K t).
  Proof.
    intros given. destruct (undone _ _ given) as [right left]. split.
    - intros kept. rewrite <- (left x). f_equal. rewrite apply_plus, apply_identity, apply_times. rewrite <- kept at 1. tensors.
    - intros ->. rewrite <- (right t) at 2. tensors.
  Qed.

  (* A round keeps one point and no other. *)
  Theorem kept_by_a_round step (M : client -> matrix index) (y : client -> vector index) (H : nat) (K : matrix index) (x : vector index) :
    (forall c x, step c x = plus (y c) (apply (M c) (plus x (times (-1) (y c))))) ->
    inverse_of (plus identity (times (-1) (average (fun c => power (M c) H)))) K ->
    (average (fun c => Nat.iter H (step c) x) = x <-> x = apply K (average (fun c => apply (plus identity (times (-1) (power (M c) H))) (y c)))).
  Proof. intros about given. rewrite (round_about step M y H x about). apply kept_where, given. Qed.

  (* The point of rest as a distance from another point. *)
  Theorem kept_by_a_round_from step (M : client -> matrix index) (y : client -> vector index) (H : nat) (K : matrix index) (o e : vector index) :
    (forall c x, step c x = plus (y c) (apply (M c) (plus x (times (-1) (y c))))) ->
    inverse_of (plus identity (times (-1) (average (fun c => power (M c) H)))) K ->
    (average (fun c => Nat.iter H (step c) (plus o e)) = plus o e <->
     e = apply K (average (fun c => apply (plus identity (times (-1) (power (M c) H))) (plus (y c) (times (-1) o))))).
  Proof.
    intros about given. rewrite (kept_by_a_round step M y H K (plus o e) about given). destruct (undone _ _ given) as [right left].
    assert (split : apply K (average (fun c => apply (plus identity (times (-1) (power (M c) H))) (plus (y c) (times (-1) o)))) =
      plus (apply K (average (fun c => apply (plus identity (times (-1) (power (M c) H))) (y c)))) (times (-1) o)).
    { transitivity (plus (apply K (average (fun c => apply (plus identity (times (-1) (power (M c) H))) (y c))))
        (times (-1) (apply K (apply (plus identity (times (-1) (average (fun c => power (M c) H)))) o)))); [| rewrite left; reflexivity].
      clear left right. tensors. }
    rewrite split. split.
    - intros <-. tensors.
    - intros ->. tensors.
  Qed.

  (* Where all clients' steps keep one point, so does the round, and no other. *)
  Theorem kept_where_all_rest step (M : client -> matrix index) (y : vector index) (H : nat) (K : matrix index) (x : vector index) :
    (forall c x, step c x = plus y (apply (M c) (plus x (times (-1) y)))) ->
    inverse_of (plus identity (times (-1) (average (fun c => power (M c) H)))) K ->
    (average (fun c => Nat.iter H (step c) x) = x <-> x = y).
  Proof.
    intros about given. rewrite (kept_by_a_round step M (fun _ => y) H K x about given). apply same_side.
    destruct (undone _ _ given) as [right left]. transitivity (apply K (apply (plus identity (times (-1) (average (fun c => power (M c) H)))) y)); [| apply left].
    clear left right. tensors.
  Qed.

  (* What a round makes of the distance between two points. *)
  Theorem round_difference step (M : client -> matrix index) (H : nat) (x y : vector index) :
    (forall c x y, plus (step c x) (times (-1) (step c y)) = apply (M c) (plus x (times (-1) y))) ->
    plus (average (fun c => Nat.iter H (step c) x)) (times (-1) (average (fun c => Nat.iter H (step c) y))) =
    apply (average (fun c => power (M c) H)) (plus x (times (-1) y)).
  Proof.
    intros apart. rewrite <- average_times, <- average_plus, <- average_apply. apply average_equal. intros c.
    induction H as [| H IH].
    - change (power (M c) 0) with (identity (index := index)). rewrite apply_identity. reflexivity.
    - change (Nat.iter (S H) ?f ?x) with (f (Nat.iter H f x)). change (power (M c) (S H)) with (product (M c) (power (M c) H)).
      rewrite apart, apply_product, IH. reflexivity.
  Qed.

  (* A step along A x - b keeps its zero alone. *)
  Lemma kept_by_a_step s (A K : matrix index) (b x after : vector index) :
    s <> 0 -> inverse_of A K -> after = plus x (times s (plus (apply A x) (times (-1) b))) -> (after = x <-> x = apply K b).
  Proof.
    intros some given ->. destruct (undone _ _ given) as [right left]. rewrite unmoved. split.
    - intros none. rewrite <- (left x). f_equal. apply difference_null, (times_cancel s _ _ some). rewrite none. symmetry. apply times_null.
    - intros ->. rewrite right, less_itself. apply times_null.
  Qed.
End Exact.

(* First orders in gamma of a stationary law, from the rule.

   From theta* + e, the server's point, client c goes H steps e_c -> e_c - gamma (d_c + A_c e_c + T_c[e_c, e_c]/2 + ... + noise). Its drift d_c
   stays the same for a round: it is its gradient at theta*, or what a control variate leaves of that. With
     E e_c = gamma m + gamma^2 n,   E e_c e_k' = gamma V + gamma^2 W,   E d_c = g + gamma z,
     E e_c d_k' = gamma Y,   E d_c e_k' = gamma Z,   E d_c d_k' = B,
   each up to higher powers of gamma, and the noise's covariance C_c at theta*, a step makes of these coefficients what is written below;
   V it does not change. Clients draw on their own: the noise is that of one client, only c k C_c for the pair. *)
Section FirstOrders.
  Context {index client : Type} {dimension : Finite index} {clients : Finite client}.

  (* (m, n) after a step. *)
  Definition mean_step (g : vector index) (A : matrix index) (T : cubic index) (V : matrix index) (z : vector index)
    (now : vector index * vector index) : vector index * vector index :=
    let (m, n) := now in
    (plus m (times (-1) g), plus n (times (-1) (plus (plus (apply A m) (times (1 / 2) (contract T V))) z))).

  (* (Y, Z, W) after a step of both clients. *)
  Definition pair_step (A_c A_k V B noise : matrix index)
    (now : matrix index * matrix index * matrix index) : matrix index * matrix index * matrix index :=
    let '(Y, Z, W) := now in
    (plus Y (times (-1) B), plus Z (times (-1) B),
     plus (plus W (times (-1) (plus (plus (product A_c V) (product V (transpose A_k))) (plus Y Z)))) (plus B noise)).

  Lemma mean_steps g A T V z m n H :
    Nat.iter H (mean_step g A T V z) (m, n) =
    (plus m (times (- INR H) g),
     plus n (plus (times (- INR H) (plus (plus (apply A m) (times (1 / 2) (contract T V))) z)) (times (INR H * (INR H - 1) / 2) (apply A g)))).
  Proof.
    induction H as [| H IH].
    - cbn [Nat.iter nat_rect INR]. f_equal; entry_by_entry; field.
    - change (Nat.iter (S H) ?f ?x) with (f (Nat.iter H f x)). rewrite IH, S_INR. cbn [mean_step]. f_equal; tensors.
  Qed.

  Lemma pair_steps A_c A_k V B noise Y Z W H :
    Nat.iter H (pair_step A_c A_k V B noise) (Y, Z, W) =
    (plus Y (times (- INR H) B), plus Z (times (- INR H) B),
     plus W (plus (times (- INR H) (plus (plus (product A_c V) (product V (transpose A_k))) (plus Y Z)))
       (plus (times (INR H * INR H) B) (times (INR H) noise)))).
  Proof.
    induction H as [| H IH].
    - cbn [Nat.iter nat_rect INR]. f_equal; [f_equal |]; entry_by_entry; field.
    - change (Nat.iter (S H) ?f ?x) with (f (Nat.iter H f x)). rewrite IH, S_INR. cbn [pair_step]. f_equal; [f_equal |]; tensors.
  Qed.

  Variables (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (H : nat).

  (* Rules without control variates: d_c is the gradient g_c. The mean of the clients' ends has the moments of the point that they left. *)
  Definition at_rest (g : client -> vector index) (m : vector index) (V : matrix index) : Prop :=
    forall n W,
    let means c := Nat.iter H (mean_step (g c) (A c) (T c) V null) (m, n) in
    let pairs c k :=
      Nat.iter H (pair_step (A c) (A k) V (outer (g c) (g k)) (only c k (C c))) (outer m (g k), outer (g c) m, W) in
    average (fun c => fst (means c)) = m /\
    average (fun c => snd (means c)) = n /\
    average (fun c => average (fun k => snd (pairs c k))) = W.

  Definition first_bias g m := exists V, at_rest g m V.
  Definition first_spread g V := exists m, at_rest g m V.

  Lemma mean_of_ends g m V z n :
    average (fun c => snd (Nat.iter H (mean_step (g c) (A c) (T c) V (z c)) (m, n))) =
    plus n (plus (times (- INR H) (plus (plus (apply (average A) m) (times (1 / 2) (contract (average T) V))) (average z)))
      (times (INR H * (INR H - 1) / 2) (average (fun c => apply (A c) (g c))))).
  Proof.
    erewrite average_equal; [| intros c; rewrite mean_steps; reflexivity]. cbn [snd]. tensors.
  Qed.

  Lemma number_real : INR (number client) <> 0.
  Proof. apply number_not_zero. Qed.

  Lemma at_rest_where g m V K L :
    average g = null -> (1 <= H)%nat -> inverse_of (average A) K -> lyapunov_of (average A) L ->
    at_rest g m V <->
    V = times (/ INR (number client)) (L (average C)) /\
    m = apply K (plus (times ((INR H - 1) / 2) (average (fun c => apply (A c) (g c)))) (times (- (1 / 2)) (contract (average T) V))).
  Proof.
    intros none steps inverted solved. assert (some : INR H <> 0) by (apply not_0_INR; lia). assert (clients_real := number_real).
    destruct (undone _ _ inverted) as [undone_1 undone_2].
    rewrite <- (lyapunov_times _ _ _ _ solved), <- (lyapunov_alone _ _ _ _ solved).
    assert (pairs : forall W, average (fun c => average (fun k => snd (Nat.iter H (pair_step (A c) (A k) V (outer (g c) (g k)) (only c k (C c)))
        (outer m (g k), outer (g c) m, W)))) =
      plus W (times (- INR H) (plus (plus (product (average A) V) (product V (transpose (average A)))) (times (-1) (times (/ INR (number client)) (average C)))))).
    { intros W. erewrite average_equal; [| intros c; erewrite average_equal; [| intros k; rewrite pair_steps; reflexivity]; reflexivity].
      cbn [snd]. tensors. }
    split.
    - intros kept. specialize (kept null null). cbv zeta in kept. destruct kept as (_ & first & second).
      rewrite mean_of_ends in first. rewrite pairs in second. apply unmoved in first. apply unmoved in second. split.
      + apply difference_null, (times_cancel (- INR H) _ _ (Ropp_neq_0_compat _ some)). rewrite second. symmetry. apply times_null.
      + rewrite <- (undone_2 m). f_equal. apply (times_cancel (- INR H) _ _ (Ropp_neq_0_compat _ some)), difference_null.
        rewrite <- first. tensors.
    - intros [balance ->] n W. cbv zeta. split; [| split].
      + erewrite average_equal; [| intros c; rewrite mean_steps; reflexivity]. cbn [fst]. tensors.
      + rewrite mean_of_ends. apply unmoved. tensors.
      + rewrite pairs. apply unmoved. rewrite balance. tensors.
  Qed.

  Theorem first_spread_is g V K L :
    average g = null -> (1 <= H)%nat -> inverse_of (average A) K -> lyapunov_of (average A) L ->
    first_spread g V <-> V = times (/ INR (number client)) (L (average C)).
  Proof.
    intros none steps inverted solved. split.
    - intros [m rest]. apply (at_rest_where g m V K L none steps inverted solved) in rest. apply rest.
    - intros spread. eexists. apply (at_rest_where g _ V K L none steps inverted solved). split; [exact spread | reflexivity].
  Qed.

  Theorem first_bias_is g m K L :
    average g = null -> (1 <= H)%nat -> inverse_of (average A) K -> lyapunov_of (average A) L ->
    first_bias g m <->
    m = apply K (plus (times ((INR H - 1) / 2) (average (fun c => apply (A c) (g c))))
      (times (- (1 / 2)) (contract (average T) (times (/ INR (number client)) (L (average C)))))).
  Proof.
    intros none steps inverted solved. split.
    - intros [V rest]. apply (at_rest_where g m V K L none steps inverted solved) in rest. destruct rest as [-> bias]. exact bias.
    - intros bias. eexists. apply (at_rest_where g m _ K L none steps inverted solved). split; [reflexivity | exact bias].
  Qed.
End FirstOrders.

Lemma undone_each {index client : Type} {dimension : Finite index} (M K : client -> matrix index) :
  (forall c, inverse_of (M c) (K c)) ->
  (forall c v, apply (M c) (apply (K c) v) = v) /\ (forall c v, apply (K c) (apply (M c) v) = v).
Proof. intros given. split; intros c; apply (undone _ _ (given c)). Qed.

Definition seen {P : Prop} (given : P) : Prop := True.

(* How the files' proofs begin: what is not zero, and what undoes what. *)
Ltac known :=
  repeat match goal with count : number _ = ?N |- _ => subst N end;
  repeat
    match goal with
    | F : Finite ?T |- _ =>
      lazymatch goal with _ : INR (number T) <> 0 |- _ => fail | _ => assert (INR (@number T F) <> 0) by apply number_not_zero end
    end;
  try match goal with positive : 0 < ?x |- _ => assert (x <> 0) by (apply Rgt_not_eq; exact positive) end;
  try match goal with steps : (1 <= ?n)%nat |- _ => assert (INR n <> 0) by (apply not_0_INR; lia) end;
  repeat
    match goal with
    | given : inverse_of ?M ?K |- _ =>
      lazymatch goal with _ : seen given |- _ => fail | _ => assert (seen given) by exact I; destruct (undone M K given) end
    | given : forall c, inverse_of _ _ |- _ =>
      lazymatch goal with _ : seen given |- _ => fail | _ => assert (seen given) by exact I; destruct (undone_each _ _ given) end
    end;
  cbv beta in *.

Ltac nonzero_product := repeat (apply Rmult_integral_contrapositive_currified); assumption.

(* What theorems assume can be: clients whose matrix is the identity, in any dimension; here with a step of size one. *)
Example conditions_can_hold {index client : Type} {dimension : Finite index} {clients : Finite client} (n : nat) :
  let A := fun _ : client => identity (index := index) in
  inverse_of (average A) identity /\
  lyapunov_of (average A) (fun C => times (1 / 2) C) /\
  inverse_of (plus identity (times (-1) (average (fun c => power (plus identity (times (-1) (times 1 (A c)))) (S n))))) identity.
Proof.
  cbv zeta. rewrite average_constant. split; [| split].
  - split; apply identity_product.
  - split; intros X; tensors.
  - assert (none : power (plus identity (times (-1) (times 1 (identity (index := index))))) (S n) = null).
    { change (power ?M (S n)) with (product M (power M n)). tensors. }
    rewrite (average_equal (T := client) _ (fun _ => null)) by (intros _; exact none).
    split; tensors.
Qed.
