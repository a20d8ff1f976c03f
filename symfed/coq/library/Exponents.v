(* What powers of a small number satisfy: gamma = eps^p, H = eps^-h and T = eps^-t, for every eps between 0 and 1. Constants and logarithms,
   which "up to" leaves out, change no exponent. Nothing is assumed here. *)
Require Export Reals Lra.
Global Open Scope R_scope.

(* gamma^i H^j T^k <= eps^m *)
Definition within (p h t i j k m : R) : Prop :=
  forall eps, 0 < eps < 1 -> Rpower (Rpower eps p) i * Rpower (Rpower eps (- h)) j * Rpower (Rpower eps (- t)) k <= Rpower eps m.

Lemma within_exponents (p h t i j k m : R) : within p h t i j k m <-> m <= i * p - j * h - k * t.
Proof.
  assert (forall eps, Rpower (Rpower eps p) i * Rpower (Rpower eps (- h)) j * Rpower (Rpower eps (- t)) k = Rpower eps (i * p - j * h - k * t))
    as joined by (intros eps; rewrite !Rpower_mult, <- !Rpower_plus; f_equal; ring).
  unfold within. split.
  - intros every. assert (0 < exp (-1) < 1) as between by (split; [apply exp_pos | rewrite <- exp_0; apply exp_increasing; lra]).
    specialize (every (exp (-1)) between). rewrite joined in every. unfold Rpower in every. rewrite ln_exp in every.
    apply Rnot_lt_le. intros less. assert (m * -1 < (i * p - j * h - k * t) * -1) as more by lra. apply exp_increasing in more. lra.
  - intros large eps [positive below]. rewrite joined. unfold Rpower.
    assert (ln eps < 0) as negative by (rewrite <- ln_1; apply ln_increasing; lra).
    assert ((i * p - j * h - k * t) * ln eps <= m * ln eps) as [less | same] by (apply Rmult_le_compat_neg_l with (r := ln eps) in large; lra).
    + apply Rlt_le, exp_increasing, less.
    + rewrite same. lra.
Qed.
