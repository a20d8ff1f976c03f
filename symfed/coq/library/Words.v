(* Products in a fixed order: sums of words. A word is a number times letters that need not commute, from left to right.

   `Linear` is what matrices and vectors are to a word: vectors can be added and multiplied by numbers, and matrices act on them, linearly.
   `Algebra` is what square matrices of one size are by themselves.

   Tactics, for an equation u = v between vectors of L (a variable or a definition that is Build_Linear ...), written with its operations:
     words_in L.            expands both sides into sums of words; that the numbers in front of each word agree is left to `ring`, `field`
     less_in L c known.     takes the known equation l = r, times a number c or with a matrix c in front, from both sides
     words.                 the same as words_in, for an equation in an algebra, or between vectors of L where the type says so
   A combination of known equations is hence: less_in L c known. less_in L d another. words_in L.
   Letters are equal where they are written equally. Nothing is assumed here. *)
From Symfed Require Export Prelude.
Require Import List.
Import ListNotations.

(* Matrices need no laws of their own, only what they do to vectors has some: linear maps that are written differently and do the same fit
   as well as tables of numbers. *)
Record Linear := {
  matrix : Type; m_zero : matrix; m_one : matrix; m_add : matrix -> matrix -> matrix; m_opp : matrix -> matrix;
  m_scale : R -> matrix -> matrix; m_mul : matrix -> matrix -> matrix;
  vector : Type; v_zero : vector; v_add : vector -> vector -> vector; v_opp : vector -> vector; v_scale : R -> vector -> vector;
  act : matrix -> vector -> vector;
  v_add_comm : forall x y, v_add x y = v_add y x;
  v_add_assoc : forall x y z, v_add x (v_add y z) = v_add (v_add x y) z;
  v_add_zero : forall x, v_add v_zero x = x;
  v_add_opp : forall x, v_add x (v_opp x) = v_zero;
  v_scale_add : forall a x y, v_scale a (v_add x y) = v_add (v_scale a x) (v_scale a y);
  v_scale_sum : forall a b x, v_scale (a + b) x = v_add (v_scale a x) (v_scale b x);
  v_scale_scale : forall a b x, v_scale a (v_scale b x) = v_scale (a * b) x;
  v_scale_one : forall x, v_scale 1 x = x;
  act_add : forall A x y, act A (v_add x y) = v_add (act A x) (act A y);
  act_scale : forall A a x, act A (v_scale a x) = v_scale a (act A x);
  act_zero : forall x, act m_zero x = v_zero;
  act_one : forall x, act m_one x = x;
  act_sum : forall A B x, act (m_add A B) x = v_add (act A x) (act B x);
  act_opp : forall A x, act (m_opp A) x = v_opp (act A x);
  act_times : forall a A x, act (m_scale a A) x = v_scale a (act A x);
  act_mul : forall A B x, act (m_mul A B) x = act A (act B x) }.

(* The text of a product of matrices and of a vector: letters are numbered. *)
Inductive matrix_text :=
  | Letter (n : nat) | One | Nought | Sum (a b : matrix_text) | Minus (a : matrix_text) | Times (r : R) (a : matrix_text)
  | Product (a b : matrix_text).
Inductive text :=
  | Vector (n : nat) | Null | Plus (u v : text) | Opposite (u : text) | Scaled (r : R) (u : text) | Applied (a : matrix_text) (u : text).

(* A sum of words: a number, the matrices from left to right, the vector at the right end. *)
Definition sum := list (R * (list nat * nat)).
Definition scaled (r : R) : sum -> sum := map (fun '(c, word) => (r * c, word)).
Fixpoint applied (a : matrix_text) (s : sum) : sum :=
  match a with
  | Letter n => map (fun '(c, (matrices, v)) => (c, (n :: matrices, v))) s
  | One => s
  | Nought => []
  | Sum a b => applied a s ++ applied b s
  | Minus a => scaled (-1) (applied a s)
  | Times r a => scaled r (applied a s)
  | Product a b => applied a (applied b s)
  end.
Fixpoint expanded (u : text) : sum :=
  match u with
  | Vector n => [(1, ([], n))]
  | Null => []
  | Plus u v => expanded u ++ expanded v
  | Opposite u => scaled (-1) (expanded u)
  | Scaled r u => scaled r (expanded u)
  | Applied a u => applied a (expanded u)
  end.

(* Equal words are put together. *)
Fixpoint same (m n : list nat) : bool :=
  match m, n with [], [] => true | i :: m, j :: n => (Nat.eqb i j && same m n)%bool | _, _ => false end.
Fixpoint gathered (c : R) (word : list nat * nat) (s : sum) : sum :=
  match s with
  | [] => [(c, word)]
  | (d, other) :: s =>
      if (Nat.eqb (snd word) (snd other) && same (fst word) (fst other))%bool then (d + c, other) :: s else (d, other) :: gathered c word s
  end.
Fixpoint together (s : sum) : sum := match s with [] => [] | (c, word) :: s => gathered c word (together s) end.
Fixpoint vanishes (s : sum) : Prop := match s with [] => True | [(c, _)] => c = 0 | (c, _) :: s => c = 0 /\ vanishes s end.

Section Soundness.
  Variables (L : Linear) (matrices : list (matrix L)) (vectors : list (vector L)).

  Fixpoint matrix_meant (a : matrix_text) : matrix L :=
    match a with
    | Letter n => nth n matrices (m_one L)
    | One => m_one L
    | Nought => m_zero L
    | Sum a b => m_add L (matrix_meant a) (matrix_meant b)
    | Minus a => m_opp L (matrix_meant a)
    | Times r a => m_scale L r (matrix_meant a)
    | Product a b => m_mul L (matrix_meant a) (matrix_meant b)
    end.
  Fixpoint meant (u : text) : vector L :=
    match u with
    | Vector n => nth n vectors (v_zero L)
    | Null => v_zero L
    | Plus u v => v_add L (meant u) (meant v)
    | Opposite u => v_opp L (meant u)
    | Scaled r u => v_scale L r (meant u)
    | Applied a u => act L (matrix_meant a) (meant u)
    end.
  Definition word_meant (word : list nat * nat) : vector L :=
    fold_right (fun n => act L (nth n matrices (m_one L))) (nth (snd word) vectors (v_zero L)) (fst word).
  Fixpoint sum_meant (s : sum) : vector L :=
    match s with [] => v_zero L | (c, word) :: s => v_add L (v_scale L c (word_meant word)) (sum_meant s) end.

  Lemma v_cancel (x y z : vector L) : v_add L x y = v_add L x z -> y = z.
  Proof.
    intros equal. rewrite <- (v_add_zero L y), <- (v_add_zero L z), <- (v_add_opp L x).
    rewrite (v_add_comm L x), <- !v_add_assoc, equal. reflexivity.
  Qed.
  Lemma v_scale_nothing (x : vector L) : v_scale L 0 x = v_zero L.
  Proof.
    apply (v_cancel (v_scale L 0 x)). rewrite <- v_scale_sum, Rplus_0_l, v_add_comm, v_add_zero. reflexivity.
  Qed.
  Lemma v_scale_zero (a : R) : v_scale L a (v_zero L) = v_zero L.
  Proof. rewrite <- (v_scale_nothing (v_zero L)), v_scale_scale, Rmult_0_r. reflexivity. Qed.
  Lemma v_opp_scale (x : vector L) : v_opp L x = v_scale L (-1) x.
  Proof.
    apply (v_cancel x). rewrite v_add_opp. rewrite <- (v_scale_one L x) at 1. rewrite <- v_scale_sum.
    replace (1 + -1) with 0 by ring. symmetry. apply v_scale_nothing.
  Qed.
  Lemma act_nothing (A : matrix L) : act L A (v_zero L) = v_zero L.
  Proof. rewrite <- (v_scale_nothing (v_zero L)), act_scale, !v_scale_nothing. reflexivity. Qed.
  Lemma v_move (x y z : vector L) : v_add L x (v_add L y z) = v_add L y (v_add L x z).
  Proof. rewrite !v_add_assoc, (v_add_comm L x). reflexivity. Qed.

  Lemma sum_of_both (s t : sum) : sum_meant (s ++ t) = v_add L (sum_meant s) (sum_meant t).
  Proof.
    induction s as [| [c word] s known]; cbn [app sum_meant]; [now rewrite v_add_zero | now rewrite known, v_add_assoc].
  Qed.
  Lemma sum_scaled (r : R) (s : sum) : sum_meant (scaled r s) = v_scale L r (sum_meant s).
  Proof.
    induction s as [| [c word] s known]; cbn; [now rewrite v_scale_zero | ].
    fold (scaled r s). now rewrite known, v_scale_add, v_scale_scale.
  Qed.
  Lemma sum_applied (a : matrix_text) : forall s, sum_meant (applied a s) = act L (matrix_meant a) (sum_meant s).
  Proof.
    induction a; intros s; cbn [applied matrix_meant].
    - induction s as [| [c [m v]] s known]; cbn [map sum_meant]; [now rewrite act_nothing | now rewrite known, act_add, act_scale].
    - now rewrite act_one.
    - now rewrite act_zero.
    - now rewrite sum_of_both, IHa1, IHa2, act_sum.
    - now rewrite sum_scaled, IHa, act_opp, v_opp_scale.
    - now rewrite sum_scaled, IHa, act_times.
    - now rewrite IHa1, IHa2, act_mul.
  Qed.
  Lemma sum_expanded (u : text) : sum_meant (expanded u) = meant u.
  Proof.
    induction u; cbn [expanded meant].
    - cbn. now rewrite v_scale_one, v_add_comm, v_add_zero.
    - reflexivity.
    - now rewrite sum_of_both, IHu1, IHu2.
    - now rewrite sum_scaled, IHu, v_opp_scale.
    - now rewrite sum_scaled, IHu.
    - now rewrite sum_applied, IHu.
  Qed.
  Lemma same_is_equal : forall m n, same m n = true -> m = n.
  Proof.
    induction m as [| i m known]; intros [| j n]; cbn; try easy.
    intros both. apply andb_prop in both. destruct both as [first rest]. apply Nat.eqb_eq in first. now rewrite first, (known n rest).
  Qed.
  Lemma sum_gathered (c : R) (word : list nat * nat) (s : sum) :
    sum_meant (gathered c word s) = v_add L (v_scale L c (word_meant word)) (sum_meant s).
  Proof.
    induction s as [| [d other] s known]; cbn [gathered sum_meant]; [reflexivity | ].
    destruct (Nat.eqb (snd word) (snd other) && same (fst word) (fst other))%bool eqn:both; cbn [sum_meant].
    - apply andb_prop in both. destruct both as [last all]. apply Nat.eqb_eq in last. apply same_is_equal in all.
      unfold word_meant. rewrite last, all, v_scale_sum, <- v_add_assoc. apply v_move.
    - rewrite known. apply v_move.
  Qed.
  Lemma sum_together (s : sum) : sum_meant (together s) = sum_meant s.
  Proof. induction s as [| [c word] s known]; cbn [together sum_meant]; [reflexivity | now rewrite sum_gathered, known]. Qed.
  Lemma sum_vanishes (s : sum) : vanishes s -> sum_meant s = v_zero L.
  Proof.
    induction s as [| [c word] [| next s] known]; intros none; cbn [sum_meant].
    - reflexivity.
    - cbn in none. now rewrite none, v_scale_nothing, v_add_zero.
    - destruct none as [none rest]. rewrite none, v_scale_nothing, v_add_zero. exact (known rest).
  Qed.

  Theorem same_words (u v : text) : vanishes (together (expanded (Plus u (Opposite v)))) -> meant u = meant v.
  Proof.
    intros none. apply sum_vanishes in none. rewrite sum_together, sum_expanded in none. cbn [meant] in none.
    apply (v_cancel (v_opp L (meant v))). rewrite (v_add_comm L _ (meant u)), none, v_add_comm, v_add_opp. reflexivity.
  Qed.

  (* Equations may be used: l = r, times a number or with a matrix in front, is taken from both sides. *)
  Lemma less_scaled (c : R) (l r u v : vector L) :
    l = r -> v_add L u (v_opp L (v_scale L c l)) = v_add L v (v_opp L (v_scale L c r)) -> u = v.
  Proof. intros -> equal. rewrite (v_add_comm L u), (v_add_comm L v) in equal. exact (v_cancel _ _ _ equal). Qed.
  Lemma less_applied (A : matrix L) (l r u v : vector L) :
    l = r -> v_add L u (v_opp L (act L A l)) = v_add L v (v_opp L (act L A r)) -> u = v.
  Proof. intros -> equal. rewrite (v_add_comm L u), (v_add_comm L v) in equal. exact (v_cancel _ _ _ equal). Qed.
End Soundness.

(* What square matrices of one size are, or all linear maps of a space. *)
Record Algebra := {
  element :> Type; zero : element; one : element; add : element -> element -> element; opp : element -> element;
  scale : R -> element -> element; mul : element -> element -> element;
  add_comm : forall x y, add x y = add y x;
  add_assoc : forall x y z, add x (add y z) = add (add x y) z;
  add_zero : forall x, add zero x = x;
  add_opp : forall x, add x (opp x) = zero;
  scale_add : forall a x y, scale a (add x y) = add (scale a x) (scale a y);
  scale_sum : forall a b x, scale (a + b) x = add (scale a x) (scale b x);
  scale_scale : forall a b x, scale a (scale b x) = scale (a * b) x;
  scale_one : forall x, scale 1 x = x;
  mul_assoc : forall x y z, mul x (mul y z) = mul (mul x y) z;
  one_mul : forall x, mul one x = x;
  mul_one : forall x, mul x one = x;
  mul_add : forall x y z, mul x (add y z) = add (mul x y) (mul x z);
  sum_mul : forall x y z, mul (add x y) z = add (mul x z) (mul y z);
  mul_scale : forall a x y, mul x (scale a y) = scale a (mul x y);
  scale_mul : forall a x y, mul (scale a x) y = scale a (mul x y) }.

Declare Scope words_scope.
Delimit Scope words_scope with words.
Bind Scope words_scope with element.
Arguments zero {_}. Arguments one {_}. Arguments add {_} x%words y%words. Arguments opp {_} x%words.
Arguments scale {_} a%R x%words. Arguments mul {_} x%words y%words.
Notation "0" := zero : words_scope.
Notation "1" := one : words_scope.
Notation "x + y" := (add x y) : words_scope.
Notation "- x" := (opp x) : words_scope.
Notation "x - y" := (add x (opp y)) : words_scope.
Notation "x * y" := (mul x y) : words_scope.
Notation "a *: x" := (scale a x) (at level 40, left associativity) : words_scope.

(* An algebra acts on itself, from the left. *)
Section Regular.
  Variable W : Algebra.
  Lemma scale_nothing (x : W) : scale 0 x = zero.
  Proof.
    assert (twice : add (scale 0 x) (scale 0 x) = scale 0 x) by now rewrite <- scale_sum, Rplus_0_l.
    transitivity (add (add (scale 0 x) (scale 0 x)) (opp (scale 0 x))).
    - now rewrite <- add_assoc, add_opp, add_comm, add_zero.
    - now rewrite twice, add_opp.
  Qed.
  Lemma opp_is (x y : W) : add x y = zero -> y = opp x.
  Proof. intros none. rewrite <- (add_zero W y), <- (add_opp W x), (add_comm W x), <- add_assoc, none, add_comm, add_zero. reflexivity. Qed.
  Lemma zero_mul (x : W) : mul zero x = zero.
  Proof. rewrite <- (scale_nothing zero), scale_mul, !scale_nothing. reflexivity. Qed.
  Lemma opp_mul (x y : W) : mul (opp x) y = opp (mul x y).
  Proof. apply opp_is. rewrite <- sum_mul, add_opp. apply zero_mul. Qed.
  Definition regular : Linear := {|
    m_zero := @zero W; m_one := one; m_add := add; m_opp := opp; m_scale := scale; m_mul := mul;
    v_zero := @zero W; v_add := add; v_opp := opp; v_scale := scale; act := mul;
    v_add_comm := add_comm W; v_add_assoc := add_assoc W; v_add_zero := add_zero W; v_add_opp := add_opp W;
    v_scale_add := scale_add W; v_scale_sum := scale_sum W; v_scale_scale := scale_scale W; v_scale_one := scale_one W;
    act_add := mul_add W; act_scale := fun A a x => mul_scale W a A x; act_zero := zero_mul; act_one := one_mul W;
    act_sum := sum_mul W; act_opp := opp_mul; act_times := scale_mul W; act_mul := fun A B x => eq_sym (mul_assoc W A B x) |}.
  Lemma by_what_it_does (x y : W) : mul x one = mul y one -> x = y.
  Proof. rewrite !mul_one. trivial. Qed.
End Regular.

(* Reading an equation: which letters stand in it, and its text in their numbers. *)
Ltac seen_in x l :=
  lazymatch l with
  | x :: _ => l
  | ?y :: ?rest => let rest := seen_in x rest in constr:(y :: rest)
  | _ => constr:(x :: l)
  end.
Ltac number_in x l :=
  lazymatch l with
  | x :: _ => constr:(0%nat)
  | _ :: ?rest => let n := number_in x rest in constr:(S n)
  end.

(* What L calls its operations, given to k in the order of the record. *)
Ltac operations L k :=
  let whole := match L with _ => let whole := eval red in L in whole | _ => L end in
  lazymatch whole with
  | Build_Linear _ ?m0 ?m1 ?m_plus ?m_minus ?m_times ?m_dot _ ?v0 ?v_plus ?v_minus ?v_times ?dot _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ =>
      k m0 m1 m_plus m_minus m_times m_dot v0 v_plus v_minus v_times dot
  | _ =>
      k (m_zero L) (m_one L) (m_add L) (m_opp L) (m_scale L) (m_mul L) (v_zero L) (v_add L) (v_opp L) (v_scale L) (act L)
  end.

Ltac by_words L m0 m1 m_plus m_minus m_times m_dot v0 v_plus v_minus v_times dot :=
  let rec letters x ms :=
    lazymatch x with
    | m0 => ms
    | m1 => ms
    | m_plus ?a ?b => let ms := letters a ms in letters b ms
    | m_minus ?a => letters a ms
    | m_times _ ?a => letters a ms
    | m_dot ?a ?b => let ms := letters a ms in letters b ms
    | _ => seen_in x ms
    end in
  let rec matrix_text x ms :=
    lazymatch x with
    | m0 => constr:(Nought)
    | m1 => constr:(One)
    | m_plus ?a ?b => let a := matrix_text a ms in let b := matrix_text b ms in constr:(Sum a b)
    | m_minus ?a => let a := matrix_text a ms in constr:(Minus a)
    | m_times ?r ?a => let a := matrix_text a ms in constr:(Times r a)
    | m_dot ?a ?b => let a := matrix_text a ms in let b := matrix_text b ms in constr:(Product a b)
    | _ => let n := number_in x ms in constr:(Letter n)
    end in
  let rec both_letters x ms vs k :=
    lazymatch x with
    | v0 => k ms vs
    | v_plus ?u ?v => both_letters u ms vs ltac:(fun ms vs => both_letters v ms vs k)
    | v_minus ?u => both_letters u ms vs k
    | v_times _ ?u => both_letters u ms vs k
    | dot ?a ?u => let ms := letters a ms in both_letters u ms vs k
    | _ => let vs := seen_in x vs in k ms vs
    end in
  let rec text_of x ms vs :=
    lazymatch x with
    | v0 => constr:(Null)
    | v_plus ?u ?v => let u := text_of u ms vs in let v := text_of v ms vs in constr:(Plus u v)
    | v_minus ?u => let u := text_of u ms vs in constr:(Opposite u)
    | v_times ?r ?u => let u := text_of u ms vs in constr:(Scaled r u)
    | dot ?a ?u => let a := matrix_text a ms in let u := text_of u ms vs in constr:(Applied a u)
    | _ => let n := number_in x vs in constr:(Vector n)
    end in
  lazymatch goal with
  | |- ?u = ?v =>
      both_letters u (@nil (matrix L)) (@nil (vector L)) ltac:(fun ms vs =>
        both_letters v ms vs ltac:(fun ms vs =>
          let one := text_of u ms vs in let other := text_of v ms vs in
          change (meant L ms vs one = meant L ms vs other)))
  end;
  apply same_words;
  cbv [vanishes together gathered expanded applied scaled map app same Nat.eqb andb fst snd];
  repeat match goal with |- _ /\ _ => split end.

(* The numbers in front of one word agree. *)
Ltac numbers_agree :=
  lazymatch goal with
  | |- True => exact I
  | |- ?number = 0 => first [ring | identity | fail 1 "a word is left over, with this number in front:" number]
  end.

(* An equation between vectors of L, whose operations are read off L; and with L found, between elements of an algebra or vectors. *)
Ltac words_in L := operations L ltac:(by_words L); numbers_agree.
Ltac words :=
  intros;
  lazymatch goal with
  | |- @eq (element ?W) _ _ => apply (by_what_it_does W); words_in (regular W)
  | |- @eq (vector ?L) _ _ => words_in L
  end.

(* A combination of known equations: each is taken from both sides, times a number or with a matrix in front, and what is left is an
   identity. `less_in L c known. less_in L d another. words_in L.` *)
Ltac less_in L factor known :=
  let taken m0 m1 m_plus m_minus m_times m_dot v0 v_plus v_minus v_times dot :=
    lazymatch goal with
    | |- ?u = ?v =>
        lazymatch type of known with
        | ?l = ?r =>
            first
              [ refine (less_scaled L factor l r u v known _);
                change (v_plus u (v_minus (v_times factor l)) = v_plus v (v_minus (v_times factor r)))
              | refine (less_applied L factor l r u v known _);
                change (v_plus u (v_minus (dot factor l)) = v_plus v (v_minus (dot factor r))) ]
        end
    end in
  operations L taken.
