(* The square matrices of every size are an algebra, so that what Words.v says of algebras holds of them; from size two on they do not
   commute. Nothing is assumed but that functions are equal where all their values are. *)
From Symfed Require Export Words.
Require Import FunctionalExtensionality.
Require Fin.

(* Sums over the numbers below n. *)
Fixpoint total {n : nat} : (Fin.t n -> R) -> R :=
  match n with
  | O => fun _ => 0
  | S n => fun f => f Fin.F1 + total (fun k => f (Fin.FS k))
  end.

Lemma total_ext {n} (f g : Fin.t n -> R) : (forall k, f k = g k) -> total f = total g.
Proof. intros each. f_equal. extensionality k. apply each. Qed.
Lemma total_zero {n} : total (fun _ : Fin.t n => 0) = 0.
Proof. induction n as [| n known]; cbn; [reflexivity | rewrite known; ring]. Qed.
Lemma total_add {n} (f g : Fin.t n -> R) : total (fun k => f k + g k) = total f + total g.
Proof. induction n as [| n known]; cbn; [ring | rewrite known; ring]. Qed.
Lemma total_scale {n} (a : R) (f : Fin.t n -> R) : total (fun k => a * f k) = a * total f.
Proof. induction n as [| n known]; cbn; [ring | rewrite known; ring]. Qed.
Lemma total_exchange {m n} (f : Fin.t m -> Fin.t n -> R) :
  total (fun j => total (fun k => f j k)) = total (fun k => total (fun j => f j k)).
Proof.
  induction m as [| m known]; cbn; [now rewrite total_zero | ]. rewrite known, <- total_add. reflexivity.
Qed.

(* One on the diagonal. *)
Definition delta {n} (i j : Fin.t n) : R := if Fin.eqb i j then 1 else 0.
Lemma delta_same {n} (i : Fin.t n) : delta i i = 1.
Proof. unfold delta. now rewrite (proj2 (Fin.eqb_eq n i i)). Qed.
Lemma delta_swap {n} (i j : Fin.t n) : delta i j = delta j i.
Proof.
  assert (apart : forall k l : Fin.t n, k <> l -> Fin.eqb k l = false).
  { intros k l differ. destruct (Fin.eqb k l) eqn:same; [apply Fin.eqb_eq in same; contradiction | reflexivity]. }
  destruct (Fin.eq_dec i j) as [-> | differ]; unfold delta; [reflexivity | rewrite !apart; auto].
Qed.
Lemma total_delta {n} (i : Fin.t n) (f : Fin.t n -> R) : total (fun k => delta i k * f k) = f i.
Proof.
  induction i as [n | n i known]; cbn.
  - rewrite delta_same, (total_ext _ (fun _ => 0)), total_zero; [ring | ]. intros k. unfold delta. cbn. ring.
  - rewrite (total_ext _ (fun k => delta i k * f (Fin.FS k))), known by reflexivity. unfold delta. cbn. ring.
Qed.

Definition square (n : nat) := Fin.t n -> Fin.t n -> R.
Definition product {n} (A B : square n) : square n := fun i j => total (fun k => A i k * B k j).

Ltac entries := intros; unfold product; extensionality i; extensionality j.

Definition matrices_of_size (n : nat) : Algebra.
Proof.
  refine {|
    element := square n; zero := fun _ _ => 0; one := delta; add := fun A B i j => A i j + B i j; opp := fun A i j => - A i j;
    scale := fun a A i j => a * A i j; mul := product |}; try (entries; ring).
  - entries.
    transitivity (total (fun k => total (fun l => x i k * (y k l * z l j)))).
    { apply total_ext. intros k. now rewrite total_scale. }
    rewrite total_exchange. apply total_ext. intros l. rewrite Rmult_comm, <- total_scale. apply total_ext. intros k. ring.
  - entries. now rewrite total_delta.
  - entries. rewrite (total_ext _ (fun k => delta j k * x i k)), total_delta; [reflexivity | ]. intros k. rewrite (delta_swap k j). ring.
  - entries. rewrite <- total_add. apply total_ext. intros k. ring.
  - entries. rewrite <- total_add. apply total_ext. intros k. ring.
  - entries. rewrite <- total_scale. apply total_ext. intros k. ring.
  - entries. rewrite <- total_scale. apply total_ext. intros k. ring.
Defined.

Definition numbers : Algebra.
Proof.
  refine {| element := R; zero := 0; one := 1; add := Rplus; opp := Ropp; scale := Rmult; mul := Rmult |}; intros; ring.
Defined.

(* Two by two, row by row. *)
Definition rows (a b c d : R) : square 2 :=
  fun i j => Fin.caseS' i (fun _ => R) (Fin.caseS' j (fun _ => R) a (fun _ => b)) (fun _ => Fin.caseS' j (fun _ => R) c (fun _ => d)).
Definition at_first : Fin.t 2 := Fin.F1.
Definition at_second : Fin.t 2 := Fin.FS Fin.F1.

(* An equation between such matrices, by what it says of one entry. *)
Ltac look_at i j equation :=
  apply (f_equal (fun matrix : square 2 => matrix i j)) in equation;
  cbn [matrices_of_size element zero one add opp scale mul product total delta rows at_first at_second Fin.caseS' Fin.eqb Nat.eqb andb] in equation.

Example matrices_do_not_commute : exists A B : matrices_of_size 2, (A * B <> B * A)%words.
Proof. exists (rows 0 1 0 0), (rows 0 0 1 0). intros equal. look_at at_first at_first equal. lra. Qed.
