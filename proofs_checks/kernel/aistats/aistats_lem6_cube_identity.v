(* aistats-lem6-cube-identity: The cube that the proof starts from. The preprint prints 6 for 12 before gamma^3 a^2 b c^2, and carries it
   on.
   aistats, Appendix B.2, proof of Lemma 6. Printed:
     (a^2-2\gamma b+\gamma^2c^2)^3=a^6-6\gamma a^4b+3\gamma^2a^4c^2+12\gamma^2a^2b^2-12\gamma^3a^2bc^2+3\gamma^4a^2c^4-8\gamma^3b^3+12\gamma^4b^2c^2-6\gamma^5bc^4+\gamma^6c^6 *)
From Symfed Require Import Prelude.

(* The cube that the proof starts from. The preprint prints 6 for 12 before gamma^3 a^2 b c^2, and carries it on. *)
Theorem aistats_lem6_cube_identity :
  forall (a_lemma6 : R) (b_lemma6 : R) (c_lemma6 : R) (gamma : R),
  0 < gamma ->
  a_lemma6 ^ 6 + 3 * gamma ^ 2 * a_lemma6 ^ 4 * c_lemma6 ^ 2 + 12 * gamma ^ 2 * a_lemma6 ^ 2 * b_lemma6 ^ 2 + 3 * gamma ^ 4 * a_lemma6 ^ 2 * c_lemma6 ^ 4 + 12 * gamma ^ 4 * b_lemma6 ^ 2 * c_lemma6 ^ 2 + gamma ^ 6 * c_lemma6 ^ 6 - 6 * gamma * a_lemma6 ^ 4 * b_lemma6 - 12 * gamma ^ 3 * a_lemma6 ^ 2 * c_lemma6 ^ 2 * b_lemma6 - 8 * gamma ^ 3 * b_lemma6 ^ 3 - 6 * gamma ^ 5 * c_lemma6 ^ 4 * b_lemma6 = (a_lemma6 ^ 2 + gamma ^ 2 * c_lemma6 ^ 2 - 2 * gamma * b_lemma6) ^ 3.
Proof.
  intros a_lemma6 b_lemma6 c_lemma6 gamma given_1.
  identity.
Qed.

Definition all_of_this_file := (aistats_lem6_cube_identity).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
