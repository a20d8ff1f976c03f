(* hal-eq22: (22) with the cube's 6 for 12, hence 14 for 20: false, as at b = -a c the left side is (a + gamma c)^6, where 20 is exact. The
   published version has 20. What the lemma needs of it holds all the same, up to 1/(8L) (hal-lemma6-sum-prefactor).
   hal, Equation (22). Printed:
     |b|\le ac:\ (a^2-2\gamma b+\gamma^2c^2)^3\le a^6-6\gamma a^4b+3\gamma^2a^4c^2+12\gamma^2a^4c^2+6\gamma^3a^3c^3+3\gamma^4a^2c^4+8\gamma^3a^3c^3+12\gamma^4a^2c^4+6\gamma^5ac^5+\gamma^6c^6=a^6-6\gamma a^4b+15\gamma^2a^4c^2+14\gamma^3a^3c^3+15\gamma^4a^2c^4+6\gamma^5ac^5+\gamma^6c^6
   Conditions:
     b_lemma6 <= a_lemma6*c_lemma6
     -a_lemma6*c_lemma6 <= b_lemma6 *)
From Symfed Require Import Prelude.

(* (22) with the cube's 6 for 12, hence 14 for 20: false, as at b = -a c the left side is (a + gamma c)^6, where 20 is exact. The published version has 20. What the lemma needs of it holds all the same, up to 1/(8L) (hal-lemma6-sum-prefactor). *)
Theorem hal_eq22_is_false :
  ~ (forall (a_lemma6 : R) (b_lemma6 : R) (c_lemma6 : R) (gamma : R),
  0 < gamma ->
  b_lemma6 <= a_lemma6 * c_lemma6 ->
  - a_lemma6 * c_lemma6 <= b_lemma6 ->
  a_lemma6 ^ 6 + 3 * gamma ^ 2 * a_lemma6 ^ 4 * c_lemma6 ^ 2 + 12 * gamma ^ 2 * a_lemma6 ^ 2 * b_lemma6 ^ 2 + 3 * gamma ^ 4 * a_lemma6 ^ 2 * c_lemma6 ^ 4 + 12 * gamma ^ 4 * b_lemma6 ^ 2 * c_lemma6 ^ 2 + gamma ^ 6 * c_lemma6 ^ 6 - 6 * gamma * a_lemma6 ^ 4 * b_lemma6 - 12 * gamma ^ 3 * a_lemma6 ^ 2 * c_lemma6 ^ 2 * b_lemma6 - 8 * gamma ^ 3 * b_lemma6 ^ 3 - 6 * gamma ^ 5 * c_lemma6 ^ 4 * b_lemma6 <= a_lemma6 ^ 6 + 15 * gamma ^ 2 * a_lemma6 ^ 4 * c_lemma6 ^ 2 + 14 * gamma ^ 3 * a_lemma6 ^ 3 * c_lemma6 ^ 3 + 15 * gamma ^ 4 * a_lemma6 ^ 2 * c_lemma6 ^ 4 + 6 * gamma ^ 5 * c_lemma6 ^ 5 * a_lemma6 + gamma ^ 6 * c_lemma6 ^ 6 - 6 * gamma * a_lemma6 ^ 4 * b_lemma6).
Proof.
  intros printed. pose proof (printed (1) (- 1) (1) (1)) as point.
  inside point.
  contradiction_at point (- 6).
Qed.

Definition all_of_this_file := (hal_eq22_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
