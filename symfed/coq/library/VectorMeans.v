(* Means of vectors and of matrices over clients: they are linear, Jensen's inequality for norms and for squares, Cauchy-Schwarz for
   means of numbers, eigenvalues of a mean; and what shows that two vectors, two lengths or two numbers are the same, written otherwise.
   Nothing is assumed. *)
From Symfed Require Export Vectors.

(* Means over N clients: of numbers (see Means), of vectors, of matrices. *)
Fixpoint vtotal {V} (N : nat) (f : nat -> vec V) : vec V :=
  match N with
  | 0%nat => 0%vec
  | S c => (vtotal c f + f c)%vec
  end.
Definition vmean {V} (N : nat) (f : nat -> vec V) : vec V := ((/ INR N) *: vtotal N f)%vec.

Section Mean.
  Context {V : Euclidean} (N : nat).
  Implicit Types (f h : nat -> vec V) (u v : vec V) (a : R) (A : mat V).
  Local Open Scope vec_scope.

  Ltac words_here := words_in (linear V).
  Lemma vtotal_equal M f h : (forall c, (c < M)%nat -> f c = h c) -> vtotal M f = vtotal M h.
  Proof. induction M as [| M step]; intros each; cbn; [reflexivity | rewrite step, each; auto]. Qed.
  Lemma vtotal_plus M f h : vtotal M (fun c => f c + h c) = vtotal M f + vtotal M h.
  Proof. induction M as [| M step]; cbn; [now rewrite vadd_zero | rewrite step; words_here]. Qed.
  Lemma vtotal_times M a f : vtotal M (fun c => a *: f c) = a *: vtotal M f.
  Proof. induction M as [| M step]; cbn; [now rewrite vscale_zero | rewrite step; words_here]. Qed.
  Lemma vtotal_act M A f : vtotal M (fun c => A @ f c) = A @ vtotal M f.
  Proof. induction M as [| M step]; cbn [vtotal]; [words_here | rewrite step; words_here]. Qed.
  Lemma vtotal_constant M v : vtotal M (fun _ => v) = INR M *: v.
  Proof. induction M as [| M step]; [cbn; now rewrite vscale_nothing | rewrite S_INR; cbn [vtotal]; rewrite step; words_here]. Qed.

  Lemma vmean_equal f h : (forall c, (c < N)%nat -> f c = h c) -> vmean N f = vmean N h.
  Proof. intros each. unfold vmean. now rewrite (vtotal_equal N f h each). Qed.
  Lemma vmean_plus f h : vmean N (fun c => f c + h c) = vmean N f + vmean N h.
  Proof. unfold vmean. rewrite vtotal_plus. words_here. Qed.
  Lemma vmean_times a f : vmean N (fun c => a *: f c) = a *: vmean N f.
  Proof. unfold vmean. rewrite vtotal_times. words_here. Qed.
  Lemma vmean_opp f : vmean N (fun c => - f c) = - vmean N f.
  Proof. unfold vmean. rewrite (vtotal_equal N _ (fun c => (-1) *: f c)) by (intros; words_here). rewrite vtotal_times. words_here. Qed.
  Lemma vmean_act A f : vmean N (fun c => A @ f c) = A @ vmean N f.
  Proof. unfold vmean. rewrite vtotal_act. words_here. Qed.
  Lemma vmean_constant v : (1 <= N)%nat -> vmean N (fun _ => v) = v.
  Proof.
    intros some. unfold vmean. rewrite vtotal_constant, vscale_scale, Rinv_l, vscale_one; [reflexivity | ].
    apply not_0_INR. lia.
  Qed.

  Program Definition mmean (B : nat -> mat V) : mat V := {| map_of := fun x => vmean N (fun c => B c @ x) |}.
  Next Obligation. rewrite <- vmean_plus. apply vmean_equal. intros. apply additive. Qed.
  Next Obligation. rewrite <- vmean_times. apply vmean_equal. intros. apply homogeneous. Qed.
  Lemma mmean_act (A : nat -> mat V) v : vmean N (fun c => A c @ v) = mmean A @ v.
  Proof. reflexivity. Qed.
  Lemma mmean_act_twice (A B : nat -> mat V) v : vmean N (fun c => A c @ B c @ v) = mmean (fun c => mmul (A c) (B c)) @ v.
  Proof. reflexivity. Qed.

  Lemma inner_vmean u f : inner u (vmean N f) = mean N (fun c => inner u (f c)).
  Proof.
    unfold vmean, mean. rewrite inner_scale. unfold Rdiv. rewrite Rmult_comm. f_equal.
    induction N as [| M step]; cbn; [apply inner_zero | now rewrite inner_add, step].
  Qed.

  (* |mean v| <= mean |v| *)
  Lemma jensen_1 f : (norm (vmean N f) <= mean N (fun c => norm (f c)))%R.
  Proof.
    unfold vmean, mean, Rdiv. rewrite norm_scaled, Rmult_comm, Rabs_pos_eq.
    - apply Rmult_le_compat_r.
      + destruct N as [| M]; [cbn; rewrite Rinv_0; lra | apply Rlt_le, Rinv_0_lt_compat, lt_0_INR; lia].
      + induction N as [| M step]; cbn; [rewrite norm_zero; lra | ].
        apply Rle_trans with (1 := triangle _ _). apply Rplus_le_compat_r, step.
    - destruct N as [| M]; [cbn; rewrite Rinv_0; lra | apply Rlt_le, Rinv_0_lt_compat, lt_0_INR; lia].
  Qed.
End Mean.

(* (mean x y)^2 <= mean x^2 mean y^2 *)
Lemma cauchy_schwarz (N : nat) (x y : nat -> R) :
  (1 <= N)%nat -> mean N (fun c => x c * y c) ^ 2 <= mean N (fun c => x c ^ 2) * mean N (fun c => y c ^ 2).
Proof.
  intros some. set (xx := mean N (fun c => x c ^ 2)). set (xy := mean N (fun c => x c * y c)). set (yy := mean N (fun c => y c ^ 2)).
  assert (whole : forall a b, 0 <= a ^ 2 * xx + 2 * a * b * xy + b ^ 2 * yy).
  { intros a b. unfold xx, xy, yy. rewrite <- !mean_times, <- !mean_plus. apply mean_nonnegative; [exact some | intros c _].
    replace (_ + _ + _) with ((a * x c + b * y c) ^ 2) by ring. apply pow2_ge_0. }
  assert (0 <= yy) by (assert (known := whole 0 1); lra).
  assert (0 <= xx) by (assert (known := whole 1 0); lra).
  assert (known := whole yy (- xy)). destruct (Rle_lt_or_eq_dec 0 yy) as [above | none]; [assumption | nra | ].
  rewrite <- none in *. assert (one := whole 1 (xy)). assert (other := whole 1 (- xy)).
  assert (more := whole (xy ^ 2) (- (xx + 1) * xy)). nra.
Qed.
(* (mean x)^2 <= mean x^2 *)
Lemma power_mean_2 (N : nat) (x : nat -> R) : (1 <= N)%nat -> mean N x ^ 2 <= mean N (fun c => x c ^ 2).
Proof.
  intros some. assert (known := cauchy_schwarz N x (fun _ => 1) some). cbv beta in known.
  rewrite (mean_equal N (fun c => x c * 1) x) in known by (intros; ring).
  rewrite (mean_equal N (fun _ => 1 ^ 2) (fun _ => 1)), mean_constant in known by (assumption || (intros; ring)). lra.
Qed.
(* |mean v|^2 <= mean |v|^2 *)
Lemma jensen_2 {V} (N : nat) (f : nat -> vec V) : (1 <= N)%nat -> norm (vmean N f) ^ 2 <= mean N (fun c => norm (f c) ^ 2).
Proof.
  intros some. apply Rle_trans with (2 := power_mean_2 N _ some). apply pow_incr. split; [apply norm_nonnegative | apply jensen_1].
Qed.

Lemma symmetric_mean {V} N (A : nat -> mat V) : (forall c, (c < N)%nat -> symmetric (A c)) -> symmetric (mmean N A).
Proof.
  intros each u v. cbn. rewrite inner_vmean, inner_comm, inner_vmean. apply mean_equal.
  intros c inside. rewrite (each c inside u v). apply inner_comm.
Qed.
(* Where the eigenvalues of symmetric matrices lie in [m, M], those of their mean do. *)
Lemma mean_at_least {V} N (A : nat -> mat V) low :
  (1 <= N)%nat -> (forall c, (c < N)%nat -> at_least (A c) low) -> at_least (mmean N A) low.
Proof.
  intros some each. split; [apply symmetric_mean; intros c inside; apply (each c inside) | intros v].
  cbn. rewrite inner_vmean, <- (mean_constant N (low * inner v v) some). apply mean_monotone; [exact some | ].
  intros c inside. apply (each c inside).
Qed.
Lemma mean_at_most {V} N (A : nat -> mat V) high :
  (1 <= N)%nat -> (forall c, (c < N)%nat -> at_most (A c) high) -> at_most (mmean N A) high.
Proof.
  intros some each. split; [apply symmetric_mean; intros c inside; apply (each c inside) | intros v].
  cbn. rewrite inner_vmean, <- (mean_constant N (high * inner v v) some). apply mean_monotone; [exact some | ].
  intros c inside. apply (each c inside).
Qed.

(* Means of sums, of multiples, of what one matrix does, taken apart as SymPy takes them apart. *)
Ltac pull :=
  repeat
    match goal with
    | |- context [@vmean ?V ?N (fun _ => ?v)] => rewrite (@vmean_constant V N v) by assumption
    | |- context [@vmean ?V ?N (fun c => vadd (@?f c) (@?h c))] => rewrite (@vmean_plus V N f h)
    | |- context [@vmean ?V ?N (fun c => vopp (@?f c))] => rewrite (@vmean_opp V N f)
    | |- context [@vmean ?V ?N (fun c => vscale ?a (@?f c))] => rewrite (@vmean_times V N a f)
    | |- context [@vmean ?V ?N (fun c => act ?A (@?f c))] => rewrite (@vmean_act V N A f)
    | |- context [@vmean ?V ?N (fun c => act (@?A c) ?v)] => rewrite (@mmean_act V N A v)
    | |- context [@vmean ?V ?N (fun c => act (@?A c) (act (@?B c) ?v))] => rewrite (@mmean_act_twice V N A B v)
    end.
Ltac vectors := pull; lazymatch goal with |- @eq (vec ?V) _ _ => words_in (linear V) end.
(* |x| = a |y| where x is a y or - a y *)
Ltac lengths :=
  lazymatch goal with
  | |- norm _ = 0 => first [apply norm_zero | apply norm_of_nothing; vectors]
  | |- norm _ = norm _ =>
      first [reflexivity | apply f_equal; vectors | apply norm_of_opposite; vectors]
  | |- norm _ = ?a * norm _ => first [apply norm_times; [sign | vectors] | apply norm_times_opposite; [sign | vectors]]
  | |- norm _ = ?size =>
      match size with
      | context rest [norm ?y] => let a := context rest [1] in transitivity (a * norm y); [lengths | identity]
      end
  end.
(* Both sides written otherwise. *)
Lemma between (a b x y : R) : a = b -> x = y -> a <= x -> b <= y.
Proof. intros <- <-. trivial. Qed.
Lemma strictly_between (a b x y : R) : a = b -> x = y -> a < x -> b < y.
Proof. intros <- <-. trivial. Qed.
Ltac reals :=
  first
    [ reflexivity | ring | identity
    | cbn [Nat.mul]; powers; rewrite ?pow1; field; nonzero
    | linear_means; first [ring | identity | powers; rewrite ?pow1; field; nonzero] ].
Ltac fits known :=
  first
    [ exact known
    | lazymatch goal with
      | |- ?a <= ?b => lazymatch type of known with ?x <= ?y => refine (between x a y b _ _ known); reals end
      | |- ?a = ?b => lazymatch type of known with ?x = ?y => transitivity x; [symmetry; reals | transitivity y; [exact known | reals]] end
      | |- ?a < ?b => lazymatch type of known with ?x < ?y => refine (strictly_between x a y b _ _ known); reals end
      end
    | lra ].

(* At most a maximum: at most one of what it is taken of. *)
Ltac at_most_one known :=
  first [ fits known | apply Rle_trans with (2 := Rmax_l _ _); at_most_one known | apply Rle_trans with (2 := Rmax_r _ _); at_most_one known ].

(* Norms, and means of them, are not negative. *)
Ltac not_negative :=
  first
    [ assumption
    | apply norm_nonnegative
    | apply mean_nonnegative; [assumption | intros; not_negative]
    | apply pow_le; not_negative
    | apply Rmult_le_pos; not_negative
    | sign
    | lazymatch goal with equal : ?x = _ |- 0 <= ?x => rewrite equal; apply Rplus_le_le_0_compat; not_negative end ].
(* An equation between vectors, which is another one written otherwise. *)
Ltac as_vectors known := first [exact known | lazymatch goal with |- @eq (vec ?V) _ _ => less_in (linear V) 1%R known; vectors end].
