(* aistats-eq26-odd: (26): odd powers between even ones. A quarter of its right side is enough.
   aistats, Equation (26). Printed:
     \|x\|^{5-2\ell}(\gamma\tau)^{2\ell+1}\le\|x\|^{4-2\ell}(\gamma\tau)^{2\ell}(2\|x\|^2+2\gamma^2\tau^2),\ \ell\in\{1,2\} *)
From Symfed Require Import Prelude.

(* l = 1 *)
Theorem l_1 :
  forall (gamma : R) (sixth_far : R) (tau : R),
  0 < gamma ->
  0 <= sixth_far ->
  0 <= tau ->
  tau ^ 3 * gamma ^ 3 * sixth_far ^ 3 <= tau ^ 2 * gamma ^ 2 * sixth_far ^ 2 * (2 * sixth_far ^ 2 + 2 * tau ^ 2 * gamma ^ 2).
Proof.
  intros gamma sixth_far tau given_1 given_2 given_3.
  apply (by_certificate _ _ ((tau ^ 2 * gamma ^ 2 * sixth_far ^ 2) * (2 * (sixth_far - tau * gamma) ^ 2) + (tau ^ 2 * gamma ^ 2 * sixth_far ^ 2) * (3 * tau * gamma * sixth_far))); [identity | sign].
Qed.

(* l = 2 *)
Theorem l_2 :
  forall (gamma : R) (sixth_far : R) (tau : R),
  0 < gamma ->
  0 <= sixth_far ->
  0 <= tau ->
  tau ^ 5 * gamma ^ 5 * sixth_far <= tau ^ 4 * gamma ^ 4 * (2 * sixth_far ^ 2 + 2 * tau ^ 2 * gamma ^ 2).
Proof.
  intros gamma sixth_far tau given_1 given_2 given_3.
  apply (by_certificate _ _ ((tau ^ 4 * gamma ^ 4) * (2 * (sixth_far - tau * gamma) ^ 2) + (tau ^ 4 * gamma ^ 4) * (3 * tau * gamma * sixth_far))); [identity | sign].
Qed.

Definition all_of_this_file := (l_1, l_2).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
