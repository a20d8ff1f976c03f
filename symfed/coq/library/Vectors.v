(* Vectors of any dimension, and matrices as linear maps between them: what proofs by named theorems speak of.

   A Euclidean space is a real vector space of finitely many dimensions, one at least, with an inner product. Its laws are those of every
   textbook; R itself satisfies them (`line` at the end). Everything else is defined and proved from them: the norm is the root of <v, v>;
   Cauchy-Schwarz and the triangle inequality are theorems here. Nothing is assumed. *)
From Symfed Require Export Words.
Require Import List.

Record Euclidean := {
  vec : Type; vzero : vec; vadd : vec -> vec -> vec; vopp : vec -> vec; vscale : R -> vec -> vec; inner : vec -> vec -> R;
  vadd_comm : forall x y, vadd x y = vadd y x;
  vadd_assoc : forall x y z, vadd x (vadd y z) = vadd (vadd x y) z;
  vadd_zero : forall x, vadd vzero x = x;
  vadd_opp : forall x, vadd x (vopp x) = vzero;
  vscale_add : forall a x y, vscale a (vadd x y) = vadd (vscale a x) (vscale a y);
  vscale_sum : forall a b x, vscale (a + b) x = vadd (vscale a x) (vscale b x);
  vscale_scale : forall a b x, vscale a (vscale b x) = vscale (a * b) x;
  vscale_one : forall x, vscale 1 x = x;
  inner_comm : forall x y, inner x y = inner y x;
  inner_add : forall x y z, inner x (vadd y z) = inner x y + inner x z;
  inner_scale : forall x a y, inner x (vscale a y) = a * inner x y;
  inner_positive : forall x, 0 <= inner x x;
  inner_definite : forall x, inner x x = 0 -> x = vzero;
  (* finitely many vectors make all others, and there is one of length one *)
  finite : exists basis : list vec, forall x, exists coordinates : list R,
      x = fold_right vadd vzero (map (fun '(a, e) => vscale a e) (combine coordinates basis));
  direction : vec;
  direction_one : inner direction direction = 1 }.

Declare Scope vec_scope.
Delimit Scope vec_scope with vec.
Bind Scope vec_scope with vec.
Arguments vzero {_}. Arguments vadd {_} x%vec y%vec. Arguments vopp {_} x%vec. Arguments vscale {_} a%R x%vec. Arguments inner {_} x%vec y%vec.
Notation "0" := vzero : vec_scope.
Notation "x + y" := (vadd x y) : vec_scope.
Notation "- x" := (vopp x) : vec_scope.
Notation "x - y" := (vadd x (vopp y)) : vec_scope.
Notation "a *: x" := (vscale a x) (at level 40, left associativity) : vec_scope.

(* A matrix is a linear map. *)
Record mat (V : Euclidean) := {
  map_of : vec V -> vec V;
  additive : forall x y, map_of (x + y)%vec = (map_of x + map_of y)%vec;
  homogeneous : forall a x, map_of (a *: x)%vec = (a *: map_of x)%vec }.
Definition act {V} (A : mat V) (x : vec V) : vec V := map_of V A x.
Arguments act {V} A x%vec.
Declare Scope mat_scope.
Delimit Scope mat_scope with mat.
Bind Scope mat_scope with mat.
Notation "A @ x" := (act A%mat x) (at level 39, right associativity) : vec_scope.

Section Space.
  Context {V : Euclidean}.
  Implicit Types (x y z u v : vec V) (a b : R) (A B : mat V).
  Local Open Scope vec_scope.

  Lemma vcancel x y z : x + y = x + z -> y = z.
  Proof.
    intros equal. rewrite <- (vadd_zero V y), <- (vadd_zero V z), <- (vadd_opp V x).
    rewrite (vadd_comm V x), <- !vadd_assoc, equal. reflexivity.
  Qed.
  Lemma vscale_nothing x : 0 *: x = 0.
  Proof. apply (vcancel (0 *: x)). rewrite <- vscale_sum, Rplus_0_l, vadd_comm, vadd_zero. reflexivity. Qed.
  Lemma vscale_zero a : a *: (0 : vec V) = 0.
  Proof. rewrite <- (vscale_nothing 0), vscale_scale, Rmult_0_r. reflexivity. Qed.
  Lemma vopp_scale x : - x = (-1) *: x.
  Proof.
    apply (vcancel x). rewrite vadd_opp. rewrite <- (vscale_one V x) at 1. rewrite <- vscale_sum.
    replace (1 + -1)%R with 0%R by ring. symmetry. apply vscale_nothing.
  Qed.
  Lemma vexchange x y u v : (x + y) + (u + v) = (x + u) + (y + v).
  Proof. rewrite <- !vadd_assoc. f_equal. rewrite !vadd_assoc. f_equal. apply vadd_comm. Qed.

  (* What is done with matrices is done with what they make of vectors. *)
  Program Definition mzero : mat V := {| map_of := fun _ => 0 |}.
  Next Obligation. now rewrite vadd_zero. Qed.
  Next Obligation. now rewrite vscale_zero. Qed.
  Program Definition mone : mat V := {| map_of := fun x => x |}.
  Program Definition madd A B : mat V := {| map_of := fun x => map_of V A x + map_of V B x |}.
  Next Obligation. rewrite !additive. apply vexchange. Qed.
  Next Obligation. now rewrite !homogeneous, vscale_add. Qed.
  Program Definition mscale a A : mat V := {| map_of := fun x => a *: map_of V A x |}.
  Next Obligation. now rewrite additive, vscale_add. Qed.
  Next Obligation. rewrite homogeneous, !vscale_scale. f_equal. ring. Qed.
  Definition mopp A : mat V := mscale (-1) A.
  Program Definition mmul A B : mat V := {| map_of := fun x => map_of V A (map_of V B x) |}.
  Next Obligation. now rewrite !additive. Qed.
  Next Obligation. now rewrite !homogeneous. Qed.
End Space.

Lemma act_of_opp {V} (A : mat V) x : act (mopp A) x = (- act A x)%vec.
Proof. cbn. symmetry. apply vopp_scale. Qed.

(* Equations between vectors are equations between sums of words: see Words. *)
Definition linear (V : Euclidean) : Linear := {|
  m_zero := @mzero V; m_one := @mone V; m_add := @madd V; m_opp := @mopp V; m_scale := @mscale V; m_mul := @mmul V;
  v_zero := @vzero V; v_add := @vadd V; v_opp := @vopp V; v_scale := @vscale V; Words.act := @act V;
  v_add_comm := vadd_comm V; v_add_assoc := vadd_assoc V; v_add_zero := vadd_zero V; v_add_opp := vadd_opp V;
  v_scale_add := vscale_add V; v_scale_sum := vscale_sum V; v_scale_scale := vscale_scale V; v_scale_one := vscale_one V;
  act_add := additive V; act_scale := homogeneous V; act_zero := fun x => eq_refl; act_one := fun x => eq_refl;
  act_sum := fun A B x => eq_refl; act_opp := act_of_opp; act_times := fun a A x => eq_refl; act_mul := fun A B x => eq_refl |}.
Notation "0" := mzero : mat_scope.
Notation "1" := mone : mat_scope.
Notation "A + B" := (madd A B) : mat_scope.
Notation "- A" := (mopp A) : mat_scope.
Notation "A - B" := (madd A (mopp B)) : mat_scope.
Notation "A * B" := (mmul A B) : mat_scope.
Notation "a *: A" := (mscale a A) : mat_scope.
Arguments mscale {V} a%R A%mat. Arguments madd {V} A%mat B%mat. Arguments mopp {V} A%mat. Arguments mmul {V} A%mat B%mat.

(* Lengths. *)
Definition norm {V} (x : vec V) : R := sqrt (inner x x).
Arguments norm {V} x%vec.

Section Norm.
  Context {V : Euclidean}.
  Implicit Types (x y z u v : vec V) (a b : R).
  Local Open Scope vec_scope.

  Lemma inner_add_left x y z : inner (x + y) z = (inner x z + inner y z)%R.
  Proof. now rewrite inner_comm, inner_add, !(inner_comm V z). Qed.
  Lemma inner_scale_left a x y : inner (a *: x) y = (a * inner x y)%R.
  Proof. now rewrite inner_comm, inner_scale, inner_comm. Qed.
  Lemma inner_zero x : inner x 0 = 0%R.
  Proof. rewrite <- (vscale_nothing 0), inner_scale. ring. Qed.
  Lemma norm_nonnegative x : (0 <= norm x)%R.
  Proof. apply sqrt_pos. Qed.
  Lemma norm_squared x : (norm x ^ 2 = inner x x)%R.
  Proof. unfold norm. rewrite <- Rsqr_pow2. apply Rsqr_sqrt, inner_positive. Qed.
  Lemma norm_scaled a x : norm (a *: x) = (Rabs a * norm x)%R.
  Proof.
    unfold norm. rewrite inner_scale, inner_scale_left, <- Rmult_assoc. rewrite sqrt_mult_alt by apply Rle_0_sqr.
    f_equal. apply sqrt_Rsqr_abs.
  Qed.
  Lemma norm_zero : norm (0 : vec V) = 0%R.
  Proof. unfold norm. now rewrite inner_zero, sqrt_0. Qed.

  (* A vector of norm zero is zero. *)
  Lemma zero_norm v : (norm v <= 0)%R -> v = 0.
  Proof.
    intros none. apply inner_definite. rewrite <- norm_squared. assert (known := norm_nonnegative v).
    assert (norm v = 0)%R as -> by lra. ring.
  Qed.

  (* Cauchy-Schwarz: <u, v>^2 <= |u|^2 |v|^2. *)
  Lemma schwarz u v : (inner u v ^ 2 <= norm u ^ 2 * norm v ^ 2)%R.
  Proof.
    rewrite !norm_squared. set (w := inner v v *: u - inner u v *: v).
    assert (whole : inner w w = (inner v v * (inner u u * inner v v - inner u v ^ 2))%R).
    { unfold w. rewrite vopp_scale. rewrite !inner_add, !inner_add_left, !inner_scale, !inner_scale_left, (inner_comm V v u). ring. }
    assert (square := inner_positive V w). rewrite whole in square. assert (positive := inner_positive V v).
    destruct (Rle_lt_or_eq_dec 0 _ positive) as [some | none]; [nra | ].
    symmetry in none. apply inner_definite in none. subst v. rewrite !inner_zero. lra.
  Qed.
  Lemma inner_below u v : (inner u v <= norm u * norm v)%R.
  Proof.
    assert (known := schwarz u v). assert (pu := norm_nonnegative u). assert (pv := norm_nonnegative v).
    assert (0 <= norm u * norm v)%R by (apply Rmult_le_pos; assumption). nra.
  Qed.

  (* |u - s v|^2 = |u|^2 - 2 s <u, v> + s^2 |v|^2 *)
  Lemma polarisation u v a : (norm (u - a *: v) ^ 2 = norm u ^ 2 - 2 * a * inner u v + a ^ 2 * norm v ^ 2)%R.
  Proof.
    rewrite !norm_squared, vopp_scale, vscale_scale.
    rewrite !inner_add, !inner_add_left, !inner_scale, !inner_scale_left, (inner_comm V v u). ring.
  Qed.
  Lemma norm_of_sum u v : (norm (u + v) ^ 2 = norm u ^ 2 + 2 * inner u v + norm v ^ 2)%R.
  Proof. rewrite !norm_squared, !inner_add, !inner_add_left, (inner_comm V v u). ring. Qed.

  (* |u + v| <= |u| + |v| *)
  Lemma triangle u v : (norm (u + v) <= norm u + norm v)%R.
  Proof.
    assert (square := norm_of_sum u v). assert (below := inner_below u v).
    assert (pu := norm_nonnegative u). assert (pv := norm_nonnegative v). assert (ps := norm_nonnegative (u + v)). nra.
  Qed.

  (* |u + v|^2 <= (1 + w) |u|^2 + (1 + 1/w) |v|^2 for w > 0 *)
  Lemma squared_triangle u v w : (0 < w)%R -> (norm (u + v) ^ 2 <= (1 + w) * norm u ^ 2 + (1 + 1 / w) * norm v ^ 2)%R.
  Proof.
    intros above. rewrite norm_of_sum. assert (below := inner_below u v).
    assert (square : (0 <= (w * norm u - norm v) ^ 2)%R) by apply pow2_ge_0.
    apply Rmult_le_reg_l with (1 := above).
    replace (w * ((1 + w) * norm u ^ 2 + (1 + 1 / w) * norm v ^ 2))%R
      with (w * norm u ^ 2 + w ^ 2 * norm u ^ 2 + w * norm v ^ 2 + norm v ^ 2)%R by (field; lra).
    assert (w * inner u v <= w * (norm u * norm v))%R by (apply Rmult_le_compat_l; lra). nra.
  Qed.

  Lemma norm_times a x y : (0 <= a)%R -> x = a *: y -> norm x = (a * norm y)%R.
  Proof. intros positive ->. rewrite norm_scaled, Rabs_pos_eq by assumption. reflexivity. Qed.
  Lemma norm_of_nothing x : x = 0 -> norm x = 0%R.
  Proof. intros ->. apply norm_zero. Qed.
  Lemma norm_of_opposite x y : x = - y -> norm x = norm y.
  Proof. intros ->. rewrite vopp_scale, norm_scaled, Rabs_left by lra. ring. Qed.
  Lemma norm_times_opposite a x y : (0 <= a)%R -> x = (- a) *: y -> norm x = (a * norm y)%R.
  Proof. intros positive ->. rewrite norm_scaled, Rabs_Ropp, Rabs_pos_eq by assumption. reflexivity. Qed.
End Norm.

(* Sums of several vectors. *)
Definition vsum {V} (vectors : list (vec V)) : vec V := fold_right vadd 0%vec vectors.
Lemma triangle_sum {V} (vectors : list (vec V)) : norm (vsum vectors) <= fold_right Rplus 0 (map norm vectors).
Proof.
  induction vectors as [| v rest known]; cbn; [rewrite norm_zero; lra | ].
  apply Rle_trans with (1 := triangle _ _). apply Rplus_le_compat_l, known.
Qed.
(* |v_1 + ... + v_n|^2 <= n (|v_1|^2 + ... + |v_n|^2) *)
Lemma jensen_sum {V} (vectors : list (vec V)) :
  norm (vsum vectors) ^ 2 <= INR (length vectors) * fold_right Rplus 0 (map (fun v => norm v ^ 2) vectors).
Proof.
  induction vectors as [| v rest known]; cbn [vsum fold_right map length]; [rewrite norm_zero; cbn; lra | ].
  fold (vsum rest). set (more := fold_right _ _ _) in *.
  assert (not_negative : 0 <= more).
  { unfold more. clear. induction rest as [| a rest more]; cbn [fold_right map]; [lra | assert (0 <= norm a ^ 2) by apply pow2_ge_0; lra]. }
  destruct rest as [| w rest]; [unfold more, vsum; cbn [fold_right map length INR]; rewrite vadd_comm, vadd_zero; lra | ].
  set (n := length (w :: rest)) in *. assert (least : 1 <= INR n) by (apply (le_INR 1); unfold n; cbn; lia).
  assert (both := squared_triangle v (vsum (w :: rest)) (INR n) ltac:(lra)). rewrite S_INR.
  assert (less : (1 + 1 / INR n) * norm (vsum (w :: rest)) ^ 2 <= (1 + 1 / INR n) * (INR n * more)).
  { apply Rmult_le_compat_l; [ | exact known]. assert (0 < 1 / INR n) by (apply Rdiv_lt_0_compat; lra). lra. }
  replace ((1 + 1 / INR n) * (INR n * more)) with ((INR n + 1) * more) in less by (field; lra). lra.
Qed.

(* Symmetric matrices by their eigenvalues: Low A <= ... <= High A, said of <v, A v>. *)
Definition symmetric {V} (A : mat V) : Prop := forall u v, inner u (act A v) = inner (act A u) v.
Definition at_least {V} (A : mat V) (low : R) : Prop := symmetric A /\ forall v, low * inner v v <= inner v (act A v).
Definition at_most {V} (A : mat V) (high : R) : Prop := symmetric A /\ forall v, inner v (act A v) <= high * inner v v.

(* m |v| <= |A v| for symmetric A whose eigenvalues are at least m. *)
Lemma coercive {V} (A : mat V) low v : at_least A low -> low * norm v <= norm (act A v).
Proof.
  intros [_ bound]. specialize (bound v). rewrite <- norm_squared in bound.
  assert (below := inner_below v (act A v)). assert (pv := norm_nonnegative v). assert (pa := norm_nonnegative (act A v)).
  destruct (Rle_lt_or_eq_dec 0 (norm v)) as [some | none]; [assumption | | rewrite <- none; lra].
  apply Rmult_le_reg_r with (1 := some). nra.
Qed.

(* Two inductions. *)
Lemma induction (u bound factor increment : nat -> R) :
  u 0%nat <= bound 0%nat -> (forall n, 0 <= factor n) -> (forall n, u (S n) <= factor n * u n + increment n) ->
  (forall n, factor n * bound n + increment n <= bound (S n)) -> forall n, u n <= bound n.
Proof.
  intros first positive step closes n. induction n as [| n known]; [exact first | ].
  apply Rle_trans with (1 := step n). apply Rle_trans with (2 := closes n). apply Rplus_le_compat_r, Rmult_le_compat_l; auto.
Qed.
Lemma equal_by_induction {V} (u v : nat -> vec V) (factor : nat -> mat V) :
  u 0%nat = v 0%nat -> (forall n, (u (S n) - v (S n))%vec = (factor n @ (u n - v n))%vec) -> forall n, u n = v n.
Proof.
  intros first step n. induction n as [| n known]; [exact first | ].
  specialize (step n). rewrite known, vadd_opp in step.
  assert (none : (factor n @ 0)%vec = 0%vec) by words_in (linear V). rewrite none in step.
  apply (vcancel (- v (S n))%vec). rewrite (vadd_comm V _ (u (S n))), step, vadd_comm, vadd_opp. reflexivity.
Qed.

(* A sequence that falls is between two indices at most what it is at the first, one that rises at most what it is at the second. *)
Lemma falls_further (f : nat -> R) n k : (forall m, (1 <= m)%nat -> f (S m) <= f m) -> (1 <= n)%nat -> f (n + k)%nat <= f n.
Proof.
  intros falls some. induction k as [| k known]; [rewrite Nat.add_0_r; lra | ].
  rewrite Nat.add_succ_r. apply Rle_trans with (2 := known). apply falls. lia.
Qed.
Lemma valley (f g : nat -> R) n m k :
  (forall m, (1 <= m)%nat -> f (S m) <= f m) -> (forall m, (1 <= m)%nat -> g m <= g (S m)) -> (1 <= n)%nat -> (n <= m <= k)%nat ->
  f m <= f n /\ g m <= g k.
Proof.
  intros falls rises some [after before]. assert (one := falls_further f n (m - n) falls some).
  assert (other := falls_further (fun m => - g m) m (k - m)). cbv beta in other.
  replace (n + (m - n))%nat with m in one by lia. replace (m + (k - m))%nat with k in other by lia.
  assert (below : - g k <= - g m) by (apply other; [intros i least; specialize (rises i least); lra | lia]). lra.
Qed.

(* There is such a thing, and for every such thing the rest holds. *)
Definition there_is {A : Type} (such rest : A -> Prop) : Prop := (exists a, such a) /\ forall a, such a -> rest a.
Notation "'there' 'is' a : T , 'with' P ; 'then' Q" := (there_is (A := T) (fun a => P) (fun a => Q))
  (at level 200, a name, T at level 200, P at level 200, Q at level 200).

(* R itself is such a space. *)
Definition line : Euclidean.
Proof.
  refine {| vec := R; vzero := 0; vadd := Rplus; vopp := Ropp; vscale := Rmult; inner := Rmult; direction := 1 |}.
  all: try (intros; ring).
  - intros. nra.
  - intros. nra.
  - exists (cons 1 nil). intros x. exists (cons x nil). cbn. ring.
Defined.

(* c q^(k n) tends to zero as n grows, for 0 <= q < 1 and k > 0. *)
Lemma vanishing_powers (q c : R) (k : nat) (u : nat -> R) :
  0 <= q -> q < 1 -> (1 <= k)%nat -> (forall n, u n = c * q ^ (k * n)) -> Un_cv u 0.
Proof.
  intros positive below least each small above.
  assert (size : Rabs q < 1) by (rewrite Rabs_pos_eq; assumption).
  assert (some : 0 < Rabs c + 1) by (assert (known := Rabs_pos c); lra).
  destruct (pow_lt_1_zero q size (small / (Rabs c + 1))) as [n near]; [apply Rdiv_lt_0_compat; assumption | ].
  exists n. intros m late. unfold R_dist. rewrite Rminus_0_r, each, Rabs_mult.
  specialize (near (k * m)%nat ltac:(nia)).
  apply Rle_lt_trans with ((Rabs c + 1) * Rabs (q ^ (k * m))).
  - apply Rmult_le_compat_r; [apply Rabs_pos | lra].
  - replace small with ((Rabs c + 1) * (small / (Rabs c + 1))) by (field; lra). apply Rmult_lt_compat_l; assumption.
Qed.

Lemma square_of_two (x a b : R) : 0 <= x -> x <= a + b -> x ^ 2 <= 2 * a ^ 2 + 2 * b ^ 2.
Proof. intros positive below. assert (0 <= (a - b) ^ 2) by apply pow2_ge_0. assert (x * x <= (a + b) * (a + b)) by nra. lra. Qed.
