(* aistats-lem6-trinomial: The cube of a sum of three numbers.
   aistats, Appendix B.2, proof of Lemma 6. Printed:
     (u+v+w)^3=u^3+3u^2v+3uv^2+v^3+3u^2w+6uvw+3v^2w+3uw^2+3vw^2+w^3 *)
From Symfed Require Import Prelude.

(* The cube of a sum of three numbers. *)
Theorem aistats_lem6_trinomial :
  forall (u_lemma6 : R) (v_lemma6 : R) (w_lemma6 : R),
  u_lemma6 ^ 3 + 3 * u_lemma6 ^ 2 * v_lemma6 + 3 * u_lemma6 ^ 2 * w_lemma6 + 3 * v_lemma6 ^ 2 * u_lemma6 + 6 * u_lemma6 * v_lemma6 * w_lemma6 + 3 * w_lemma6 ^ 2 * u_lemma6 + v_lemma6 ^ 3 + 3 * v_lemma6 ^ 2 * w_lemma6 + 3 * w_lemma6 ^ 2 * v_lemma6 + w_lemma6 ^ 3 = (u_lemma6 + v_lemma6 + w_lemma6) ^ 3.
Proof.
  intros u_lemma6 v_lemma6 w_lemma6.
  identity.
Qed.

Definition all_of_this_file := (aistats_lem6_trinomial).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
