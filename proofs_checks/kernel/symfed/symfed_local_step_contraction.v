(* symfed-local-step-contraction: One gradient step contracts squared distances by 1 - gamma mu; in expectation too, for a stochastic
   gradient.
   symfed, the step behind Propositions 1 and 3. Printed:
     \|x-\gamma g\|^2\le(1-\gamma\mu)\|x\|^2\ \text{if}\ \|g\|^2\le L\langle x,g\rangle,\ \langle x,g\rangle\ge\mu\|x\|^2
   Conditions:
     L*gamma <= 1
     gram_gg <= L*gram_xg
     gram_xx*mu <= gram_xg *)
From Symfed Require Import Prelude.

(* One gradient step contracts squared distances by 1 - gamma mu; in expectation too, for a stochastic gradient. *)
Theorem symfed_local_step_contraction :
  forall (L : R) (gamma : R) (gram_gg : R) (gram_xg : R) (gram_xx : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 <= gram_gg ->
  0 <= gram_xx ->
  0 < mu ->
  gram_xg ^ 2 <= gram_gg * gram_xx ->
  L * gamma <= 1 ->
  gram_gg <= gram_xg * L ->
  gram_xx * mu <= gram_xg ->
  gram_gg * gamma ^ 2 + gram_xx - 2 * gram_xg * gamma <= gram_xx * (1 - gamma * mu).
Proof.
  intros L gamma gram_gg gram_xg gram_xx mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (written_1 : 0 <= 2 * gram_xg - gram_gg * gamma - gram_xx * mu). { apply (by_certificate _ _ (((gram_xx) * (mu) * (1 - L * gamma) + (gamma) * (gram_xg * L - gram_gg) + (gram_xg - gram_xx * mu) + (1 - L * gamma) * (gram_xg - gram_xx * mu)))); [identity | sign]. }
  apply (by_certificate _ _ ((gamma * (2 * gram_xg - gram_gg * gamma - gram_xx * mu)))); [identity | sign].
Qed.

Definition all_of_this_file := (symfed_local_step_contraction).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
