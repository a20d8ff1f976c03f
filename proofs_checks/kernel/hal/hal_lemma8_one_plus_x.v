(* hal-lemma8-one-plus-x: False for every gamma mu > 0, by gamma^2 mu^2/12 + gamma^3 mu^3/216: the cube lies above its tangent. The
   published version leaves it out.
   hal, Appendix B.2, proof of Lemma 8, after the definition of c. Printed:
     (1+\gamma\mu/6)^3\le(1+\gamma\mu/2)
   Conditions:
     25*L*gamma <= 1
     mu <= L *)
From Symfed Require Import Prelude.

(* False for every gamma mu > 0, by gamma^2 mu^2/12 + gamma^3 mu^3/216: the cube lies above its tangent. The published version leaves it out. *)
Theorem hal_lemma8_one_plus_x_is_false :
  ~ (forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  25 * L * gamma <= 1 ->
  mu <= L ->
  mu <= L ->
  (gamma * mu / 6 + 1) ^ 3 <= gamma * mu / 2 + 1).
Proof.
  intros printed. pose proof (printed (1 / 2) (1 / 20) (1 / 2)) as point.
  inside point.
  contradiction_at point (- 721 / 13824000).
Qed.

Definition all_of_this_file := (hal_lemma8_one_plus_x_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
