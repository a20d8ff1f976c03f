(* symfed-local-contraction-exact-gradients: One exact gradient step contracts distances by 1 - gamma mu as long as gamma (mu + L) <= 2.
   symfed, the slides' fixed-point iteration with its step size. Printed:
     \|x-\gamma g\|\le(1-\gamma\mu)\|x\|\ \text{if}\ \gamma(\mu+L)\le2,\ (\mu+L)\langle x,g\rangle\ge\mu L\|x\|^2+\|g\|^2,\ \langle x,g\rangle\ge\mu\|x\|^2
   Conditions:
     gamma*(L + mu) <= 2
     L*gram_xx*mu + gram_gg <= gram_xg*(L + mu)
     gram_xx*mu <= gram_xg *)
From Symfed Require Import Prelude.

(* One exact gradient step contracts distances by 1 - gamma mu as long as gamma (mu + L) <= 2. *)
Theorem symfed_local_contraction_exact_gradients :
  forall (L : R) (gamma : R) (gram_gg : R) (gram_xg : R) (gram_xx : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 <= gram_gg ->
  0 <= gram_xx ->
  0 < mu ->
  gram_xg ^ 2 <= gram_gg * gram_xx ->
  gamma * (L + mu) <= 2 ->
  gram_xx * L * mu + gram_gg <= gram_xg * (L + mu) ->
  gram_xx * mu <= gram_xg ->
  gram_gg * gamma ^ 2 + gram_xx - 2 * gram_xg * gamma <= gram_xx * (1 - gamma * mu) ^ 2.
Proof.
  intros L gamma gram_gg gram_xg gram_xx mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  apply (by_certificate _ _ ((gamma ^ 2) * (gram_xg * (L + mu) - gram_xx * L * mu - gram_gg) + (gamma * (2 - gamma * (L + mu))) * (gram_xg - gram_xx * mu))); [identity | sign].
Qed.

Definition all_of_this_file := (symfed_local_contraction_exact_gradients).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
