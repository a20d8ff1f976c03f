(* Instances: a few clients on the line with numbers, and one round of any algorithm on them. Nothing is assumed here.

   An algorithm is what a client does in a local step, and how it renews its control variate. A client is its gradient, which may depend
   on the number h of the local step, counted from zero: so it says what is drawn in each. *)
Require Export List.
Export ListNotations.
From Symfed Require Export Prelude.

Record algorithm := {
  local_step : R -> R -> R -> R -> R; (* iterate, gradient there, control variate, start of the round *)
  control_update : R -> R -> R -> R -> R (* control variate, client's end, start of the round, mean of the ends *)
}.

Definition client := nat -> R -> R.

(* A client with the loss A (x - c)^2 / 2, without noise. *)
Definition quadratic (A c : R) : client := fun _ x => A * (x - c).

Definition sum (l : list R) : R := fold_right Rplus 0 l.
Definition mean (l : list R) : R := sum l / INR (length l).

Fixpoint after_steps (H : nat) (step : nat -> R -> R) (x : R) : R :=
  match H with 0%nat => x | S h => step h (after_steps h step x) end.

(* The server's point and the clients' control variates. *)
Definition state : Type := R * list R.

(* Where a client ends that starts a round at x with the control variate xi. *)
Definition client_end (a : algorithm) (H : nat) (x : R) (one : client * R) : R :=
  let (grad, xi) := one in after_steps H (fun h y => local_step a y (grad h y) xi x) x.

(* A round: H local steps of every client, the mean of the ends, and the control variates anew. *)
Definition round (a : algorithm) (H : nat) (clients : list client) (s : state) : state :=
  let (x, xis) := s in
  let ends := map (client_end a H x) (combine clients xis) in
  let next := mean ends in
  (next, map (fun one => control_update a (fst one) (snd one) x next) (combine xis ends)).

(* A state that a round keeps. With noise of mean zero, and rules and gradients that are affine, the mean of a stationary law is kept by
   the round without noise. *)
Definition kept (a : algorithm) (H : nat) (clients : list client) (s : state) : Prop := round a H clients s = s.

(* Second moments of a deviation from what is kept, for rules without constants on quadratic clients of these curvatures, whose gradients
   have noise of these variances, drawn anew in every step by every client. A round is then linear in the deviation and in what is drawn:
   `moved k` is what it makes of a deviation by one in coordinate k (0: the server's point, k: control variate k), and `kicked c h` what
   one unit of noise of client c in step h adds. *)
Definition coordinates (s : state) : list R := fst s :: snd s.
Definition unit (size k : nat) : list R := map (fun i => if Nat.eqb i k then 1 else 0) (seq 0 size).

Definition moved (a : algorithm) (H : nat) (curvatures : list R) (k : nat) : list R :=
  let e := unit (S (length curvatures)) k in
  coordinates (round a H (map (fun A => quadratic A 0) curvatures) (hd 0 e, tl e)).

Definition kicked (a : algorithm) (H : nat) (curvatures : list R) (c h : nat) : list R :=
  let pulse j (A : R) : client := fun step x => A * x + (if Nat.eqb j c then if Nat.eqb step h then 1 else 0 else 0) in
  let numbered := combine (seq 0 (length curvatures)) curvatures in
  coordinates (round a H (map (fun one => pulse (fst one) (snd one)) numbered) (0, map (fun _ => 0) curvatures)).

Definition entry (M : list (list R)) (i j : nat) : R := nth j (nth i M []) 0.
Definition conjunction (l : list Prop) : Prop := fold_right and True l.
Definition everywhere (size : nat) (at_place : nat -> Prop) : Prop := conjunction (map at_place (seq 0 size)).
Definition total (size : nat) (at_place : nat -> R) : R := sum (map at_place (seq 0 size)).

(* Second moments S before and after a round are the same, coordinate by coordinate: `columns` says what a round makes of each coordinate,
   `kicks` what a unit of noise adds, by client and step. *)
Definition carried_over (columns : list (list R)) (kicks : list (list (list R))) (variances : list R) (S_ : list (list R)) : Prop :=
  let size := length columns in
  everywhere size (fun i => everywhere size (fun j =>
    entry S_ i j =
      total size (fun k => total size (fun l => entry columns k i * entry columns l j * entry S_ k l))
      + sum (map (fun one => fst one * sum (map (fun kick => nth i kick 0 * nth j kick 0) (snd one))) (combine variances kicks)))).

Definition columns_of (a : algorithm) (H : nat) (curvatures : list R) : list (list R) :=
  map (moved a H curvatures) (seq 0 (S (length curvatures))).
Definition kicks_of (a : algorithm) (H : nat) (curvatures : list R) : list (list (list R)) :=
  map (fun c => map (kicked a H curvatures c) (seq 0 H)) (seq 0 (length curvatures)).

(* Second moments that a round keeps, the control variates' deviations adding up to zero. *)
Definition stationary_moments (a : algorithm) (H : nat) (curvatures variances : list R) (S_ : list (list R)) : Prop :=
  everywhere (length S_) (fun i => sum (tl (nth i S_ [])) = 0) /\
  carried_over (columns_of a H curvatures) (kicks_of a H curvatures) variances S_.

(* Clients that draw: each has samples (A, b) with their probabilities, and follows A x - b of one of them in every step, drawn anew. *)
Definition sample : Type := R * (R * R).

(* All that a client may draw in H steps, and all that clients may draw together, with probabilities. *)
Fixpoint draws (H : nat) (samples : list sample) : list (R * list (R * R)) :=
  match H with
  | 0%nat => [(1, [])]
  | S h => flat_map (fun others => map (fun one => (fst one * fst others, snd one :: snd others)) samples) (draws h samples)
  end.

Definition following (drawn : list (R * R)) : client := fun h x => fst (nth h drawn (0, 0)) * x - snd (nth h drawn (0, 0)).

Fixpoint jointly (H : nat) (clients : list (list sample)) : list (R * list client) :=
  match clients with
  | [] => [(1, [])]
  | own :: rest =>
      flat_map (fun others => map (fun one => (fst one * fst others, following (snd one) :: snd others)) (draws H own)) (jointly H rest)
  end.

(* A round is affine in the state: what it makes of the number 1, and of every coordinate, in coordinates of which the first is 1. *)
Definition less (u v : list R) : list R := map (fun p => fst p - snd p) (combine u v).

Definition affine_columns (a : algorithm) (H : nat) (clients : list client) : list (list R) :=
  let size := S (length clients) in
  let zero := coordinates (round a H clients (0, map (fun _ => 0) clients)) in
  (1 :: zero) :: map (fun k => let e := unit size k in 0 :: less (coordinates (round a H clients (hd 0 e, tl e))) zero) (seq 0 size).

Definition drawn_columns (a : algorithm) (H : nat) (clients : list (list sample)) : list (R * list (list R)) :=
  map (fun one => (fst one, affine_columns a H (snd one))) (jointly H clients).

(* Moments S of products of two coordinates, the first of which is 1, that are the same after a round, on average over what is drawn. *)
Definition carried_on_average (drawn : list (R * list (list R))) (S_ : list (list R)) : Prop :=
  let size := length S_ in
  everywhere size (fun i => everywhere size (fun j =>
    entry S_ i j =
      sum (map (fun one => fst one *
             total size (fun k => total size (fun l => entry (snd one) k i * entry (snd one) l j * entry S_ k l))) drawn))).

(* A stationary law's means (row 0) and second moments, the control variates adding up to zero. *)
Definition stationary_law (a : algorithm) (H : nat) (clients : list (list sample)) (S_ : list (list R)) : Prop :=
  entry S_ 0 0 = 1 /\ everywhere (length S_) (fun i => sum (tl (tl (nth i S_ []))) = 0) /\
  carried_on_average (drawn_columns a H clients) S_.

(* Everything that is defined here, written out. *)
Ltac written_out := cbv -[Rplus Rmult Rminus Rdiv Rinv Ropp IZR Rle Rlt Rge Rgt pow].
Ltac written_out_in h := cbv -[Rplus Rmult Rminus Rdiv Rinv Ropp IZR Rle Rlt Rge Rgt pow] in h.

(* What is known of states, entry by entry. *)
Ltac entries :=
  repeat
    match goal with
    | h : (_, _) = (_, _) |- _ => injection h; clear h; repeat match goal with |- @eq R _ _ -> _ => intro end
    | h : _ /\ _ |- _ => destruct h
    end.

(* What has been used up. *)
Ltac equations_forgotten := repeat match goal with h : @eq R _ _ |- _ => clear h end.

(* Lists and states are equal if their entries are. *)
Ltac same_entries :=
  repeat
    match goal with
    | |- _ /\ _ => split
    | |- True => exact I
    | |- (_, _) = (_, _) => apply (f_equal2 pair)
    | |- _ :: _ = _ :: _ => apply (f_equal2 cons)
    | |- [] = [] => reflexivity
    end.

(* Rational arithmetic decides what is left when everything is written out. *)
Ltac at_instance := written_out; same_entries; try (intros ?; entries); lra.
