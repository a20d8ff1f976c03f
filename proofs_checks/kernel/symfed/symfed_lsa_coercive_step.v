(* symfed-lsa-coercive-step: A step on a matrix without symmetry: 1 - gamma mu (2 - gamma L) in mean square, if the symmetric part bounds
   lengths. Turns attain it, so that it is the square of 1 - gamma mu for no gamma > 0 and mu < L.
   symfed, one step on matrices without symmetry. Printed:
     \mathbb E\langle u,Au\rangle\ge\mu|u|^2,\ \mathbb E|Au|^2\le L\,\mathbb E\langle u,Au\rangle,\ \gamma L\le2:\quad \mathbb E|u-\gamma Au|^2\le(1-\gamma\mu(2-\gamma L))|u|^2
   Conditions:
     L*gamma <= 2
     gram_xg >= gram_xx*mu
     gram_gg <= L*gram_xg *)
From Symfed Require Import Prelude.

(* a step *)
Theorem a_step :
  forall (L : R) (gamma : R) (gram_gg : R) (gram_xg : R) (gram_xx : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 <= gram_gg ->
  0 <= gram_xx ->
  0 < mu ->
  gram_xg ^ 2 <= gram_gg * gram_xx ->
  L * gamma <= 2 ->
  gram_xg >= gram_xx * mu ->
  gram_gg <= gram_xg * L ->
  gram_gg * gamma ^ 2 + gram_xx - 2 * gram_xg * gamma <= gram_xx * (1 - gamma * mu * (2 - L * gamma)).
Proof.
  intros L gamma gram_gg gram_xg gram_xx mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  apply (by_certificate _ _ ((gamma ^ 2) * (gram_xg * L - gram_gg) + (gamma * (2 - L * gamma)) * (gram_xg - gram_xx * mu))); [identity | sign].
Qed.

(* turns attain it *)
Theorem turns_attain_it :
  forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  1 - gamma * mu * (2 - L * gamma) = gamma ^ 2 * (L * mu - mu ^ 2) + (1 - gamma * mu) ^ 2.
Proof.
  intros L gamma mu given_1 given_2 given_3.
  identity.
Qed.

Definition all_of_this_file := (a_step, turns_attain_it).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
