(* Means over N clients, numbered from 0, and what is used of them: they are linear, positive on positive numbers, monotone, and a
   constant's mean is the constant. Nothing is assumed here. *)
Require Export Reals Lra Lia.
Global Open Scope R_scope.

(* f 0 + f 1 + ... + f (N - 1) *)
Fixpoint total (N : nat) (f : nat -> R) : R :=
  match N with
  | 0%nat => 0
  | S c => total c f + f c
  end.

Definition mean (N : nat) (f : nat -> R) : R := total N f / INR N.

Lemma total_equal (N : nat) (f h : nat -> R) : (forall c, (c < N)%nat -> f c = h c) -> total N f = total N h.
Proof. induction N as [| N step]; intros each; cbn; [reflexivity | rewrite step, each; auto]. Qed.

Lemma total_plus (N : nat) (f h : nat -> R) : total N (fun c => f c + h c) = total N f + total N h.
Proof. induction N as [| N step]; cbn; [lra | rewrite step; lra]. Qed.

Lemma total_times (N : nat) (k : R) (f : nat -> R) : total N (fun c => k * f c) = k * total N f.
Proof. induction N as [| N step]; cbn; [lra | rewrite step; lra]. Qed.

Lemma total_constant (N : nat) (k : R) : total N (fun _ => k) = INR N * k.
Proof. induction N as [| N step]; [cbn; lra | rewrite S_INR; cbn [total]; rewrite step; lra]. Qed.

Lemma total_nonnegative (N : nat) (f : nat -> R) : (forall c, (c < N)%nat -> 0 <= f c) -> 0 <= total N f.
Proof. induction N as [| N step]; intros each; cbn; [lra | apply Rplus_le_le_0_compat; auto]. Qed.

Lemma total_positive (N : nat) (f : nat -> R) : (1 <= N)%nat -> (forall c, (c < N)%nat -> 0 < f c) -> 0 < total N f.
Proof.
  intros some each. destruct N as [| N]; [lia | cbn].
  apply Rplus_le_lt_0_compat; [apply total_nonnegative; intros c inside; apply Rlt_le | ]; auto.
Qed.

Lemma mean_equal (N : nat) (f h : nat -> R) : (forall c, (c < N)%nat -> f c = h c) -> mean N f = mean N h.
Proof. intros each. unfold mean. rewrite (total_equal N f h each). reflexivity. Qed.

Lemma mean_plus (N : nat) (f h : nat -> R) : mean N (fun c => f c + h c) = mean N f + mean N h.
Proof. unfold mean. rewrite total_plus. unfold Rdiv. ring. Qed.

Lemma mean_times (N : nat) (k : R) (f : nat -> R) : mean N (fun c => k * f c) = k * mean N f.
Proof. unfold mean. rewrite total_times. unfold Rdiv. ring. Qed.

Lemma mean_constant (N : nat) (k : R) : (1 <= N)%nat -> mean N (fun _ => k) = k.
Proof. intros some. unfold mean. rewrite total_constant. field. apply not_0_INR. lia. Qed.

Lemma mean_nonnegative (N : nat) (f : nat -> R) : (1 <= N)%nat -> (forall c, (c < N)%nat -> 0 <= f c) -> 0 <= mean N f.
Proof. intros some each. apply Rmult_le_pos; [apply total_nonnegative, each | apply Rlt_le, Rinv_0_lt_compat, lt_0_INR; lia]. Qed.

Lemma mean_positive (N : nat) (f : nat -> R) : (1 <= N)%nat -> (forall c, (c < N)%nat -> 0 < f c) -> 0 < mean N f.
Proof. intros some each. apply Rdiv_lt_0_compat; [apply total_positive; assumption | apply lt_0_INR; lia]. Qed.

Lemma mean_monotone (N : nat) (f h : nat -> R) : (1 <= N)%nat -> (forall c, (c < N)%nat -> f c <= h c) -> mean N f <= mean N h.
Proof.
  intros some each. assert (0 <= mean N (fun c => h c + -1 * f c)) as gap.
  { apply mean_nonnegative; [exact some | intros c inside; specialize (each c inside); lra]. }
  rewrite mean_plus, mean_times in gap. lra.
Qed.

(* Means of sums, of products with a constant, and of constants, as far as they are spelt so. *)
Ltac linear_means :=
  repeat
    match goal with
    | |- context [mean ?N (fun c => @?f c + @?h c)] => rewrite (mean_plus N f h)
    | |- context [mean ?N (fun c => ?k * @?f c)] => rewrite (mean_times N k f)
    | |- context [mean ?N (fun _ => ?k)] => rewrite (mean_constant N k) by assumption
    end;
  repeat match goal with |- context [mean ?N (fun c => ?f c)] => change (mean N (fun c => f c)) with (mean N f) end.

(* The setting is not empty: two clients with different curvatures, whose gradients cancel without being zero. *)
Example two_clients :
  exists (N : nat) (a g : nat -> R),
    (1 <= N)%nat /\ (forall c, (c < N)%nat -> 0 < a c) /\ mean N g = 0 /\ a 0%nat <> a 1%nat /\ mean N (fun c => a c * g c) <> 0.
Proof.
  exists 2%nat, (fun c => INR c + 1), (fun c => 1 - 2 * INR c). unfold mean. cbn [total INR].
  repeat split; try lia; try lra. intros c _. pose proof (pos_INR c). lra.
Qed.
