(* aistats-eq22-cubic: (22): the cube where |b| <= a c. With b = -a c both sides are (a + gamma c)^6, so that none of its coefficients can
   be smaller.
   aistats, Equation (22). Printed:
     |b|\le ac:\ (a^2-2\gamma b+\gamma^2c^2)^3\le a^6-6\gamma a^4b+3\gamma^2a^4c^2+12\gamma^2a^4c^2+12\gamma^3a^3c^3+3\gamma^4a^2c^4+8\gamma^3a^3c^3+12\gamma^4a^2c^4+6\gamma^5ac^5+\gamma^6c^6=a^6-6\gamma a^4b+15\gamma^2a^4c^2+20\gamma^3a^3c^3+15\gamma^4a^2c^4+6\gamma^5ac^5+\gamma^6c^6
   Conditions:
     b_lemma6 <= a_lemma6*c_lemma6
     -a_lemma6*c_lemma6 <= b_lemma6
   Cross-checks, on which nothing rests and which are not here: reached. *)
From Symfed Require Import Prelude.

(* inequality *)
Theorem inequality :
  forall (a_lemma6 : R) (b_lemma6 : R) (c_lemma6 : R) (gamma : R),
  0 < gamma ->
  b_lemma6 <= a_lemma6 * c_lemma6 ->
  - a_lemma6 * c_lemma6 <= b_lemma6 ->
  (a_lemma6 ^ 2 + gamma ^ 2 * c_lemma6 ^ 2 - 2 * gamma * b_lemma6) ^ 3 <= a_lemma6 ^ 6 + 15 * gamma ^ 2 * a_lemma6 ^ 4 * c_lemma6 ^ 2 + 20 * gamma ^ 3 * a_lemma6 ^ 3 * c_lemma6 ^ 3 + 15 * gamma ^ 4 * a_lemma6 ^ 2 * c_lemma6 ^ 4 + 6 * gamma ^ 5 * c_lemma6 ^ 5 * a_lemma6 + gamma ^ 6 * c_lemma6 ^ 6 - 6 * gamma * a_lemma6 ^ 4 * b_lemma6.
Proof.
  intros a_lemma6 b_lemma6 c_lemma6 gamma given_1 given_2 given_3.
  assert (written_1 : 0 <= a_lemma6 ^ 2 * c_lemma6 ^ 2 - b_lemma6 ^ 2). { apply (by_certificate _ _ (((a_lemma6 * c_lemma6 - b_lemma6) * (a_lemma6 * c_lemma6 + b_lemma6)))); [identity | sign]. }
  assert (written_2 : 0 <= 6 * gamma ^ 3 * a_lemma6 ^ 2 * c_lemma6 ^ 2 + 3 * gamma ^ 5 * c_lemma6 ^ 4 + 4 * gamma ^ 3 * (a_lemma6 ^ 2 * c_lemma6 ^ 2 + b_lemma6 ^ 2 - a_lemma6 * b_lemma6 * c_lemma6)). { apply (by_certificate _ _ ((3 * (c_lemma6 ^ 4) * (gamma ^ 5) + 6 * (a_lemma6 ^ 2) * (c_lemma6 ^ 2) * (gamma ^ 3) + 3 * (gamma ^ 3) * (a_lemma6 * c_lemma6 - b_lemma6) * (a_lemma6 * c_lemma6 - b_lemma6) + (gamma ^ 3) * (a_lemma6 * c_lemma6 + b_lemma6) * (a_lemma6 * c_lemma6 + b_lemma6)))); [identity | sign]. }
  apply (by_certificate _ _ ((12 * gamma ^ 2 * a_lemma6 ^ 2 + 12 * gamma ^ 4 * c_lemma6 ^ 2) * (a_lemma6 ^ 2 * c_lemma6 ^ 2 - b_lemma6 ^ 2) + (12 * gamma ^ 3 * a_lemma6 ^ 2 * c_lemma6 ^ 2 + 6 * gamma ^ 5 * c_lemma6 ^ 4 + 8 * gamma ^ 3 * (a_lemma6 ^ 2 * c_lemma6 ^ 2 + b_lemma6 ^ 2 - a_lemma6 * b_lemma6 * c_lemma6)) * (a_lemma6 * c_lemma6 + b_lemma6))); [identity | sign].
Qed.

(* collected *)
Theorem collected :
  forall (a_lemma6 : R) (b_lemma6 : R) (c_lemma6 : R) (gamma : R),
  0 < gamma ->
  a_lemma6 ^ 6 + 15 * gamma ^ 2 * a_lemma6 ^ 4 * c_lemma6 ^ 2 + 20 * gamma ^ 3 * a_lemma6 ^ 3 * c_lemma6 ^ 3 + 15 * gamma ^ 4 * a_lemma6 ^ 2 * c_lemma6 ^ 4 + 6 * gamma ^ 5 * c_lemma6 ^ 5 * a_lemma6 + gamma ^ 6 * c_lemma6 ^ 6 - 6 * gamma * a_lemma6 ^ 4 * b_lemma6 = (((((((a_lemma6 ^ 6 - ((6 * gamma) * a_lemma6 ^ 4) * b_lemma6) + ((6 * gamma ^ 5) * a_lemma6) * c_lemma6 ^ 5) + gamma ^ 6 * c_lemma6 ^ 6) + ((15 * gamma ^ 2) * a_lemma6 ^ 4) * c_lemma6 ^ 2) + ((12 * gamma ^ 3) * a_lemma6 ^ 3) * c_lemma6 ^ 3) + ((3 * gamma ^ 4) * a_lemma6 ^ 2) * c_lemma6 ^ 4) + ((8 * gamma ^ 3) * a_lemma6 ^ 3) * c_lemma6 ^ 3) + ((12 * gamma ^ 4) * a_lemma6 ^ 2) * c_lemma6 ^ 4.
Proof.
  intros a_lemma6 b_lemma6 c_lemma6 gamma given_1.
  identity.
Qed.

Definition all_of_this_file := (inequality, collected).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
