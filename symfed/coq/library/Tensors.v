(* Vectors, matrices and their derivatives' tensors over any finite index set, and means over any finite set of clients.
   Nothing is assumed: "in every dimension" is "for every finite type of indices", and N is how many clients there are. *)
Require Export Reals Lra Lia List FunctionalExtensionality.
Global Open Scope R_scope.

(* A finite type that is not empty: the coordinates of a vector, the clients. *)
Class Finite (T : Type) := {
  everything : list T;
  each_once : NoDup everything;
  complete : forall x, In x everything;
  someone : T;
  same : forall x y : T, {x = y} + {x <> y} }.
Definition number (T : Type) {F : Finite T} : nat := length everything.

(* What can be added and multiplied by numbers: numbers, and functions into such. *)
Class Space (V : Type) := {
  null : V;
  plus : V -> V -> V;
  times : R -> V -> V;
  plus_comm : forall u v, plus u v = plus v u;
  plus_assoc : forall u v w, plus (plus u v) w = plus u (plus v w);
  null_plus : forall u, plus null u = u;
  times_plus : forall s u v, times s (plus u v) = plus (times s u) (times s v);
  plus_times : forall s t u, times (s + t) u = plus (times s u) (times t u);
  times_times : forall s t u, times s (times t u) = times (s * t) u;
  one_times : forall u, times 1 u = u;
  zero_times : forall u, times 0 u = null }.

Declare Scope tensor_scope.
Delimit Scope tensor_scope with T.
Arguments times {V _} _%R _%T.
Arguments plus {V _} _%T _%T.
Notation "u + v" := (plus u v) : tensor_scope.
Notation "s *: u" := (times s u) (at level 40, left associativity) : tensor_scope.
Notation "u - v" := (plus u (times (-1) v)) : tensor_scope.

#[refine, export] Instance numbers : Space R := {| null := 0; plus := Rplus; times := Rmult |}.
Proof. all: intros; ring. Defined.

#[refine, export] Instance functions {T V : Type} {space : Space V} : Space (T -> V) :=
  {| null := fun _ => null; plus u v := fun x => plus (u x) (v x); times s u := fun x => times s (u x) |}.
Proof.
  all: intros; extensionality x.
  - apply plus_comm.
  - apply plus_assoc.
  - apply null_plus.
  - apply times_plus.
  - apply plus_times.
  - apply times_times.
  - apply one_times.
  - apply zero_times.
Defined.

(* Two combinations of the same vectors, matrices, ..., entry by entry. *)
Ltac entry_by_entry :=
  cbv beta; repeat (apply functional_extensionality; intro);
  cbn [plus times null numbers functions].

Section Sums.
  Context {V : Type} {space : Space V}.

  Lemma plus_null (u : V) : plus u null = u.
  Proof. rewrite plus_comm. apply null_plus. Qed.

  Lemma times_null (s : R) : times s null = null.
  Proof. rewrite <- (zero_times null), times_times. f_equal. ring. Qed.

  Lemma plus_swap (a b c d : V) : plus (plus a b) (plus c d) = plus (plus a c) (plus b d).
  Proof. rewrite !plus_assoc. f_equal. rewrite <- !plus_assoc. f_equal. apply plus_comm. Qed.

  Fixpoint sum_of {T : Type} (xs : list T) (f : T -> V) : V :=
    match xs with
    | nil => null
    | x :: rest => plus (f x) (sum_of rest f)
    end.

  Lemma sum_of_plus {T} (xs : list T) f g : sum_of xs (fun x => plus (f x) (g x)) = plus (sum_of xs f) (sum_of xs g).
  Proof. induction xs as [| x xs IH]; cbn [sum_of]; [symmetry; apply plus_null | rewrite IH; apply plus_swap]. Qed.

  Lemma sum_of_times {T} (xs : list T) s f : sum_of xs (fun x => times s (f x)) = times s (sum_of xs f).
  Proof. induction xs as [| x xs IH]; cbn [sum_of]; [symmetry; apply times_null | rewrite IH; symmetry; apply times_plus]. Qed.

  Lemma sum_of_null {T} (xs : list T) : sum_of xs (fun _ => null) = null.
  Proof. induction xs as [| x xs IH]; cbn [sum_of]; [reflexivity | rewrite IH; apply null_plus]. Qed.

  Lemma sum_of_constant {T} (xs : list T) v : sum_of xs (fun _ => v) = times (INR (length xs)) v.
  Proof.
    induction xs as [| x xs IH]; [symmetry; apply zero_times |].
    cbn [sum_of length]. rewrite IH, S_INR, plus_times, one_times. apply plus_comm.
  Qed.
End Sums.

Lemma through_sum_of {T U V : Type} {su : Space U} {sv : Space V} (op : U -> V) (xs : list T) (f : T -> U) :
  op null = null -> (forall u v, op (plus u v) = plus (op u) (op v)) -> op (sum_of xs f) = sum_of xs (fun x => op (f x)).
Proof. intros none added. induction xs as [| x xs IH]; cbn [sum_of]; [exact none | rewrite added, IH; reflexivity]. Qed.

Lemma sum_of_swap {S T V : Type} {space : Space V} (xs : list S) (ys : list T) (f : S -> T -> V) :
  sum_of xs (fun x => sum_of ys (f x)) = sum_of ys (fun y => sum_of xs (fun x => f x y)).
Proof. induction xs as [| x xs IH]; cbn [sum_of]; [symmetry; apply sum_of_null | rewrite IH; symmetry; apply sum_of_plus]. Qed.

Definition sum {T V : Type} {F : Finite T} {space : Space V} (f : T -> V) : V := sum_of everything f.
(* The mean over clients. *)
Definition average {T V : Type} {F : Finite T} {space : Space V} (f : T -> V) : V := times (/ INR (number T)) (sum f).

(* 1 for two that are the same and 0 for others. *)
Definition delta {T : Type} {F : Finite T} (x y : T) : R := if same x y then 1 else 0.

Lemma delta_symmetric {T} {F : Finite T} (x y : T) : delta x y = delta y x.
Proof. unfold delta. destruct (same x y), (same y x); congruence. Qed.

Lemma sum_delta {T V : Type} {F : Finite T} {space : Space V} (x : T) (f : T -> V) : sum (fun y => times (delta x y) (f y)) = f x.
Proof.
  unfold sum. assert (once := each_once). assert (found := complete x). revert once found.
  generalize everything as ys. induction ys as [| y ys IH]; intros once found; [destruct found |].
  apply NoDup_cons_iff in once. destruct once as [new once]. cbn [sum_of].
  destruct found as [-> | later].
  - unfold delta at 1. destruct (same x x) as [_ | no]; [| congruence]. rewrite one_times.
    assert (sum_of ys (fun y => times (delta x y) (f y)) = null) as ->; [| apply plus_null].
    clear IH once. induction ys as [| y ys IH]; [reflexivity |]. cbn [sum_of]. unfold delta at 1. destruct (same x y) as [-> | _].
    + exfalso. apply new. left. reflexivity.
    + rewrite zero_times, null_plus. apply IH. intro. apply new. right. assumption.
  - unfold delta at 1. destruct (same x y) as [-> | _]; [contradiction |].
    rewrite zero_times, null_plus. apply IH; assumption.
Qed.

Section Means.
  Context {T : Type} {F : Finite T}.

  Lemma number_positive : (1 <= number T)%nat.
  Proof. unfold number. assert (found := complete someone). destruct everything; [destruct found | cbn; lia]. Qed.

  Lemma number_not_zero : INR (number T) <> 0.
  Proof. apply not_0_INR. assert (some := number_positive). lia. Qed.

  Context {U V : Type} {su : Space U} {space : Space V}.

  Lemma sum_plus (f g : T -> V) : sum (fun x => plus (f x) (g x)) = plus (sum f) (sum g).
  Proof. apply sum_of_plus. Qed.

  Lemma sum_times s (f : T -> V) : sum (fun x => times s (f x)) = times s (sum f).
  Proof. apply sum_of_times. Qed.

  Lemma sum_null : sum (fun _ : T => null : V) = null.
  Proof. apply sum_of_null. Qed.

  Lemma average_plus (f g : T -> V) : average (fun x => plus (f x) (g x)) = plus (average f) (average g).
  Proof. unfold average. rewrite sum_plus. apply times_plus. Qed.

  Lemma average_times s (f : T -> V) : average (fun x => times s (f x)) = times s (average f).
  Proof. unfold average. rewrite sum_times, !times_times. f_equal. ring. Qed.

  Lemma average_null : average (fun _ : T => null : V) = null.
  Proof. unfold average. rewrite sum_null. apply times_null. Qed.

  Lemma average_constant (v : V) : average (fun _ : T => v) = v.
  Proof.
    unfold average, sum. rewrite sum_of_constant, times_times. fold (number T).
    rewrite <- (one_times v) at 2. f_equal. field. apply number_not_zero.
  Qed.

  (* An operation that is linear may be done before the mean or after it. *)
  Lemma through_average (op : U -> V) (f : T -> U) :
    (forall u v, op (plus u v) = plus (op u) (op v)) -> (forall s u, op (times s u) = times s (op u)) ->
    average (fun x => op (f x)) = op (average f).
  Proof.
    intros added scaled. unfold average, sum. rewrite scaled, (through_sum_of op); [reflexivity | | exact added].
    rewrite <- (zero_times (null : U)), scaled. apply zero_times.
  Qed.

  (* What there is only where x and y are one. *)
  Definition only (x y : T) (v : V) : V := if same x y then v else null.

  Lemma only_same (x : T) (v : V) : only x x v = v.
  Proof. unfold only. destruct (same x x); congruence. Qed.

  Lemma only_other (x y : T) (v : V) : x <> y -> only x y v = null.
  Proof. intros other. unfold only. destruct (same x y); congruence. Qed.

  Lemma average_only (x : T) (f : T -> V) : average (fun y => only x y (f y)) = times (/ INR (number T)) (f x).
  Proof.
    unfold average. rewrite <- (sum_delta x f). f_equal. f_equal. extensionality y. unfold only, delta.
    destruct (same x y); [symmetry; apply one_times | symmetry; apply zero_times].
  Qed.

  Lemma average_only_left (y : T) (f : T -> V) : average (fun x => only x y (f x)) = times (/ INR (number T)) (f y).
  Proof.
    rewrite <- average_only. f_equal. extensionality x. unfold only. destruct (same x y), (same y x); congruence.
  Qed.
End Means.

Lemma sum_swap {S T V : Type} {FS : Finite S} {FT : Finite T} {space : Space V} (f : S -> T -> V) :
  sum (fun x => sum (f x)) = sum (fun y => sum (fun x => f x y)).
Proof. apply sum_of_swap. Qed.

Lemma average_swap {S T V : Type} {FS : Finite S} {FT : Finite T} {space : Space V} (f : S -> T -> V) :
  average (fun x => average (f x)) = average (fun y => average (fun x => f x y)).
Proof.
  change (fun x => average (f x)) with (fun x => times (/ INR (number T)) (sum (f x))).
  change (fun y => average (fun x => f x y)) with (fun y => times (/ INR (number S)) (sum (fun x => f x y))).
  rewrite !average_times. unfold average. rewrite sum_swap, !times_times. f_equal. ring.
Qed.

(* Vectors, matrices, third derivatives: functions of indices. *)
Notation vector index := (index -> R) (only parsing).
Notation matrix index := (index -> index -> R) (only parsing).
Notation cubic index := (index -> index -> index -> R) (only parsing).

Section Operations.
  Context {index : Type} {dimension : Finite index}.

  Definition apply (A : matrix index) (v : vector index) : vector index := fun i => sum (fun j => A i j * v j).
  Definition product (A B : matrix index) : matrix index := fun i k => sum (fun j => A i j * B j k).
  Definition transpose (A : matrix index) : matrix index := fun i j => A j i.
  Definition outer (u v : vector index) : matrix index := fun i j => u i * v j.
  Definition inner (u v : vector index) : R := sum (fun i => u i * v i).
  Definition trace (A : matrix index) : R := sum (fun i => A i i).
  (* The last two places of T with both of S: the vector of the sums over j, k of T_ijk S_jk. *)
  Definition contract (T : cubic index) (S : matrix index) : vector index := fun i => sum (fun j => sum (fun k => T i j k * S j k)).
  (* Another contraction, that of T_jjk S_ki. *)
  Definition contract_wrong (T : cubic index) (S : matrix index) : vector index := fun i => sum (fun j => sum (fun k => T j j k * S k i)).
  Definition identity : matrix index := fun i j => delta i j.
  Definition power (M : matrix index) (n : nat) : matrix index := Nat.iter n (product M) identity.

  (* K is the inverse of M. *)
  Definition inverse_of (M K : matrix index) : Prop := product M K = identity /\ product K M = identity.
  (* X = L C is the one solution of A X + X A' = C. *)
  Definition lyapunov_of (A : matrix index) (L : matrix index -> matrix index) : Prop :=
    (forall C, plus (product A (L C)) (product (L C) (transpose A)) = C) /\
    (forall X, L (plus (product A X) (product X (transpose A))) = X).

  Lemma total_plus (f g : index -> R) : sum (fun x => f x + g x) = sum f + sum g.
  Proof. exact (sum_plus f g). Qed.
  Lemma total_times s (f : index -> R) : sum (fun x => s * f x) = s * sum f.
  Proof. exact (sum_times s f). Qed.
  Lemma total_null : sum (fun _ : index => 0) = 0.
  Proof. exact (sum_null (V := R)). Qed.
  Lemma total_equal (f g : index -> R) : (forall i, f i = g i) -> sum f = sum g.
  Proof. intros each. f_equal. extensionality i. apply each. Qed.

  Ltac sums :=
    intros; entry_by_entry; unfold apply, product, transpose, outer, inner, contract, contract_wrong, trace;
    cbn [plus times null numbers functions];
    repeat (first [rewrite <- total_plus | rewrite <- total_times | rewrite <- (total_null) at 1]);
    repeat (apply total_equal; intro; repeat (first [rewrite <- total_plus | rewrite <- total_times]));
    try ring.

  Lemma apply_plus A B v : apply (plus A B) v = plus (apply A v) (apply B v).
  Proof. sums. Qed.
  Lemma apply_times s A v : apply (times s A) v = times s (apply A v).
  Proof. sums. Qed.
  Lemma apply_to_plus A u v : apply A (plus u v) = plus (apply A u) (apply A v).
  Proof. sums. Qed.
  Lemma apply_to_times s A v : apply A (times s v) = times s (apply A v).
  Proof. sums. Qed.
  Lemma product_plus A B C : product (plus A B) C = plus (product A C) (product B C).
  Proof. sums. Qed.
  Lemma product_times s A B : product (times s A) B = times s (product A B).
  Proof. sums. Qed.
  Lemma product_with_plus A B C : product A (plus B C) = plus (product A B) (product A C).
  Proof. sums. Qed.
  Lemma product_with_times s A B : product A (times s B) = times s (product A B).
  Proof. sums. Qed.
  Lemma transpose_plus A B : transpose (plus A B) = plus (transpose A) (transpose B).
  Proof. sums. Qed.
  Lemma transpose_times s A : transpose (times s A) = times s (transpose A).
  Proof. sums. Qed.
  Lemma outer_plus u v w : outer (plus u v) w = plus (outer u w) (outer v w).
  Proof. sums. Qed.
  Lemma outer_times s u v : outer (times s u) v = times s (outer u v).
  Proof. sums. Qed.
  Lemma outer_with_plus u v w : outer u (plus v w) = plus (outer u v) (outer u w).
  Proof. sums. Qed.
  Lemma outer_with_times s u v : outer u (times s v) = times s (outer u v).
  Proof. sums. Qed.
  Lemma inner_plus u v w : inner (plus u v) w = plus (inner u w) (inner v w).
  Proof. sums. Qed.
  Lemma inner_times s u v : inner (times s u) v = times s (inner u v).
  Proof. sums. Qed.
  Lemma inner_with_plus u v w : inner u (plus v w) = plus (inner u v) (inner u w).
  Proof. sums. Qed.
  Lemma inner_with_times s u v : inner u (times s v) = times s (inner u v).
  Proof. sums. Qed.
  Lemma trace_plus A B : trace (plus A B) = plus (trace A) (trace B).
  Proof. sums. Qed.
  Lemma trace_times s A : trace (times s A) = times s (trace A).
  Proof. sums. Qed.
  Lemma contract_plus T U S : contract (plus T U) S = plus (contract T S) (contract U S).
  Proof. sums. Qed.
  Lemma contract_times s T S : contract (times s T) S = times s (contract T S).
  Proof. sums. Qed.
  Lemma contract_with_plus T S U : contract T (plus S U) = plus (contract T S) (contract T U).
  Proof. sums. Qed.
  Lemma contract_with_times s T S : contract T (times s S) = times s (contract T S).
  Proof. sums. Qed.

  Lemma transpose_product A B : transpose (product A B) = product (transpose B) (transpose A).
  Proof. sums. Qed.
  Lemma transpose_transpose A : transpose (transpose A) = A.
  Proof. reflexivity. Qed.
  Lemma transpose_outer u v : transpose (outer u v) = outer v u.
  Proof. sums. Qed.
  Lemma trace_outer u v : trace (outer u v) = inner u v.
  Proof. reflexivity. Qed.
  Lemma inner_swap u v : inner u v = inner v u.
  Proof. sums. Qed.
  Lemma product_outer A u v : product A (outer u v) = outer (apply A u) v.
  Proof.
    entry_by_entry. unfold product, outer, apply. rewrite Rmult_comm, <- total_times. apply total_equal. intro. ring.
  Qed.
  Lemma outer_product u v A : product (outer u v) (transpose A) = outer u (apply A v).
  Proof.
    entry_by_entry. unfold product, outer, apply, transpose. rewrite <- total_times. apply total_equal. intro. ring.
  Qed.

  Lemma apply_product A B v : apply (product A B) v = apply A (apply B v).
  Proof.
    entry_by_entry. unfold apply, product.
    transitivity (sum (fun j => sum (fun k => A x k * B k j * v j))).
    - apply total_equal. intro j. rewrite Rmult_comm, <- total_times. apply total_equal. intro. ring.
    - rewrite (sum_swap (fun j k => A x k * B k j * v j)). apply total_equal. intro k. rewrite <- total_times. apply total_equal. intro. ring.
  Qed.

  Lemma product_product A B C : product (product A B) C = product A (product B C).
  Proof.
    extensionality i. extensionality k. exact (f_equal (fun f => f i) (apply_product A B (fun j => C j k))).
  Qed.

  Lemma apply_identity v : apply identity v = v.
  Proof. extensionality i. exact (sum_delta i v). Qed.

  Lemma identity_product A : product identity A = A.
  Proof. extensionality i. extensionality k. exact (f_equal (fun f => f i) (apply_identity (fun j => A j k))). Qed.

  Lemma transpose_identity : transpose identity = identity.
  Proof. extensionality i. extensionality j. apply delta_symmetric. Qed.

  Lemma product_identity A : product A identity = A.
  Proof.
    rewrite <- (transpose_transpose (product A identity)), transpose_product, transpose_identity, identity_product. reflexivity.
  Qed.
End Operations.

(* What is linear, and what a mean is taken out of. *)
Section Linear.
  Context {index client : Type} {dimension : Finite index} {clients : Finite client}.
  Implicit Types (u v : vector index) (A S : matrix index) (T : cubic index).

  Lemma linear_null {U V : Type} {su : Space U} {sv : Space V} (op : U -> V) : (forall s (x : U), op (times s x) = times s (op x)) -> op null = null.
  Proof. intros scaled. rewrite <- (zero_times (null : U)), scaled. apply zero_times. Qed.

  Lemma apply_null v : apply null v = null.
  Proof. exact (linear_null (fun A => apply A v) (fun s A => apply_times s A v)). Qed.
  Lemma apply_to_null A : apply A null = null.
  Proof. exact (linear_null (apply A) (fun s => apply_to_times s A)). Qed.
  Lemma product_null A : product null A = null.
  Proof. exact (linear_null (fun B => product B A) (fun s B => product_times s B A)). Qed.
  Lemma product_with_null A : product A null = null.
  Proof. exact (linear_null (product A) (fun s => product_with_times s A)). Qed.
  Lemma transpose_null : transpose (null : matrix index) = null.
  Proof. reflexivity. Qed.
  Lemma outer_null v : outer null v = null.
  Proof. exact (linear_null (fun u => outer u v) (fun s u => outer_times s u v)). Qed.
  Lemma outer_with_null u : outer u null = null.
  Proof. exact (linear_null (outer u) (fun s => outer_with_times s u)). Qed.
  Lemma inner_null v : inner null v = null.
  Proof. exact (linear_null (fun u => inner u v) (fun s u => inner_times s u v)). Qed.
  Lemma inner_with_null u : inner u null = null.
  Proof. exact (linear_null (inner u) (fun s => inner_with_times s u)). Qed.
  Lemma trace_null : trace (null : matrix index) = null.
  Proof. exact (linear_null trace trace_times). Qed.
  Lemma contract_null S : contract null S = null.
  Proof. exact (linear_null (fun T => contract T S) (fun s T => contract_times s T S)). Qed.
  Lemma contract_with_null T : contract T null = null.
  Proof. exact (linear_null (contract T) (fun s => contract_with_times s T)). Qed.

  Lemma average_apply (F : client -> matrix index) v : average (fun c => apply (F c) v) = apply (average F) v.
  Proof. apply (through_average (fun A => apply A v)); intros; [apply apply_plus | apply apply_times]. Qed.
  Lemma average_apply_to A (f : client -> vector index) : average (fun c => apply A (f c)) = apply A (average f).
  Proof. apply (through_average (apply A)); intros; [apply apply_to_plus | apply apply_to_times]. Qed.
  Lemma average_product (F : client -> matrix index) A : average (fun c => product (F c) A) = product (average F) A.
  Proof. apply (through_average (fun B => product B A)); intros; [apply product_plus | apply product_times]. Qed.
  Lemma average_product_with A (F : client -> matrix index) : average (fun c => product A (F c)) = product A (average F).
  Proof. apply (through_average (product A)); intros; [apply product_with_plus | apply product_with_times]. Qed.
  Lemma average_transpose (F : client -> matrix index) : average (fun c => transpose (F c)) = transpose (average F).
  Proof. apply (through_average transpose); intros; [apply transpose_plus | apply transpose_times]. Qed.
  Lemma average_outer (f : client -> vector index) v : average (fun c => outer (f c) v) = outer (average f) v.
  Proof. apply (through_average (fun u => outer u v)); intros; [apply outer_plus | apply outer_times]. Qed.
  Lemma average_outer_with u (f : client -> vector index) : average (fun c => outer u (f c)) = outer u (average f).
  Proof. apply (through_average (outer u)); intros; [apply outer_with_plus | apply outer_with_times]. Qed.
  Lemma average_inner (f : client -> vector index) v : average (fun c => inner (f c) v) = inner (average f) v.
  Proof. apply (through_average (fun u => inner u v)); intros; [apply inner_plus | apply inner_times]. Qed.
  Lemma average_inner_with u (f : client -> vector index) : average (fun c => inner u (f c)) = inner u (average f).
  Proof. apply (through_average (inner u)); intros; [apply inner_with_plus | apply inner_with_times]. Qed.
  Lemma average_trace (F : client -> matrix index) : average (fun c => trace (F c)) = trace (average F).
  Proof. apply (through_average trace); intros; [apply trace_plus | apply trace_times]. Qed.
  Lemma average_contract (F : client -> cubic index) S : average (fun c => contract (F c) S) = contract (average F) S.
  Proof. apply (through_average (fun T => contract T S)); intros; [apply contract_plus | apply contract_times]. Qed.
  Lemma average_contract_with T (F : client -> matrix index) : average (fun c => contract T (F c)) = contract T (average F).
  Proof. apply (through_average (contract T)); intros; [apply contract_with_plus | apply contract_with_times]. Qed.
End Linear.

Section Inverses.
  Context {index : Type} {dimension : Finite index}.

  Lemma undone (M K : matrix index) : inverse_of M K -> (forall v, apply M (apply K v) = v) /\ (forall v, apply K (apply M v) = v).
  Proof. intros [right left]. split; intros v; rewrite <- apply_product, ?right, ?left; apply apply_identity. Qed.

  Lemma undone_on_matrices (M K : matrix index) : inverse_of M K -> (forall B, product M (product K B) = B) /\ (forall B, product K (product M B) = B).
  Proof. intros [right left]. split; intros B; rewrite <- product_product, ?right, ?left; apply identity_product. Qed.

  Lemma lyapunov_alone (A : matrix index) L X C : lyapunov_of A L -> (plus (product A X) (product X (transpose A)) = C <-> X = L C).
  Proof. intros [solves alone]. split; [intros <-; symmetry; apply alone | intros ->; apply solves]. Qed.

  Lemma lyapunov_times (A : matrix index) L s C : lyapunov_of A L -> L (times s C) = times s (L C).
  Proof.
    intros given. symmetry. apply (lyapunov_alone A L _ _ given). destruct given as [solves _].
    rewrite product_with_times, product_times, <- times_plus, solves. reflexivity.
  Qed.

  Lemma lyapunov_plus (A : matrix index) L B C : lyapunov_of A L -> L (plus B C) = plus (L B) (L C).
  Proof.
    intros given. symmetry. apply (lyapunov_alone A L _ _ given). destruct given as [solves _].
    rewrite product_with_plus, product_plus, plus_swap, !solves. reflexivity.
  Qed.

  Lemma lyapunov_null (A : matrix index) L : lyapunov_of A L -> L null = null.
  Proof. intros given. apply (linear_null L). intros s C. apply (lyapunov_times A L s C given). Qed.
End Inverses.

Lemma average_equal {T V : Type} {F : Finite T} {space : Space V} (f g : T -> V) : (forall x, f x = g x) -> average f = average g.
Proof. intros each. f_equal. extensionality x. apply each. Qed.

#[export] Hint Rewrite @times_plus @times_times @null_plus @plus_null @times_null
  @apply_plus @apply_times @apply_to_plus @apply_to_times @apply_null @apply_to_null @apply_identity @apply_product
  @product_plus @product_times @product_with_plus @product_with_times @product_null @product_with_null @product_product
  @identity_product @product_identity
  @transpose_plus @transpose_times @transpose_null @transpose_identity @transpose_product @transpose_transpose @transpose_outer
  @outer_plus @outer_times @outer_with_plus @outer_with_times @outer_null @outer_with_null @product_outer @outer_product
  @inner_plus @inner_times @inner_with_plus @inner_with_times @inner_null @inner_with_null
  @trace_plus @trace_times @trace_null @trace_outer
  @contract_plus @contract_times @contract_with_plus @contract_with_times @contract_null @contract_with_null
  @average_plus @average_times @average_null @average_constant @average_only @average_only_left
  @average_apply @average_apply_to @average_product @average_product_with @average_transpose @average_outer @average_outer_with
  @average_inner @average_inner_with @average_trace @average_contract @average_contract_with : tensors.

(* Sums, multiples and means outermost, by linearity; hypotheses that something is nothing, and that one matrix undoes another, are used. *)
Ltac linear := repeat first [progress autorewrite with tensors | by_hypothesis | inside_average]
with by_hypothesis :=
  match goal with
  | nothing : ?left = null |- context [?left] => rewrite nothing
  | nothing : forall c, ?left c = null |- context [?left ?c] => rewrite (nothing c)
  | nothing : forall c, average (?f c) = null |- context [average (?f ?c)] => rewrite (nothing c)
  | nothing : forall k, average (fun c => ?f c k) = null |- context [average (fun c => ?f c ?k)] => rewrite (nothing k)
  | solved : lyapunov_of _ ?L |- context [?L null] => rewrite (lyapunov_null _ _ solved)
  | alike : forall c, ?f c = average ?f |- context [?f ?c] => rewrite (alike c)
  | undone : forall v, apply ?A (apply ?B v) = v |- context [apply ?A (apply ?B ?v)] => rewrite (undone v)
  | undone : forall c v, apply (?A c) (apply (?B c) v) = v |- context [apply (?A ?c) (apply (?B ?c) ?v)] => rewrite (undone c v)
  end
with inside_average :=
  match goal with
  | |- context [average ?f] =>
    lazymatch f with
    | fun c => _ =>
      let same := fresh in
      eassert (same : average f = average _) by (apply average_equal; intro; cbv beta; progress linear; reflexivity);
      rewrite same; clear same
    end
  end.

(* Two tensors that are equal by linearity. *)
Ltac tensors := intros; linear; entry_by_entry; field; repeat split; try assumption; try lra.
