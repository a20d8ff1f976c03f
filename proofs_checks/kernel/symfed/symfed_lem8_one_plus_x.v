(* symfed-lem8-one-plus-x: The cube of 1 + gamma mu/6 for gamma mu up to 1/25, where the two are equal: no smaller constant serves.
   symfed, Lemma 8's proof, the cube of a slope. Printed:
     (1+\gamma\mu/6)^3\le1+\frac{67951}{135000}\gamma\mu,\ \gamma\le1/(25L)
   Conditions:
     25*L*gamma <= 1
     mu <= L *)
From Symfed Require Import Prelude.

(* The cube of 1 + gamma mu/6 for gamma mu up to 1/25, where the two are equal: no smaller constant serves. *)
Theorem symfed_lem8_one_plus_x :
  forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  25 * L * gamma <= 1 ->
  mu <= L ->
  (gamma * mu / 6 + 1) ^ 3 <= 67951 * gamma * mu / 135000 + 1.
Proof.
  intros L gamma mu given_1 given_2 given_3 given_4 given_5.
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  assert (written_1 : 0 <= 1 - 25 * gamma * mu). { apply (by_certificate _ _ (((25 * L * gamma) * (L - mu) + (1 - 25 * L * gamma) * (mu) + (1 - 25 * L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
  apply (by_certificate _ _ ((gamma * mu * (1 - 25 * gamma * mu) * (25 * gamma * mu + 451) / 135000))); [identity | sign].
Qed.

Definition all_of_this_file := (symfed_lem8_one_plus_x).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
