(* aistats-prop4-8L-check: 8 gamma^2 L - 2 gamma is at most -gamma where gamma <= 1/(8 L).
   aistats, proof of Proposition 4, after equation (45). Printed:
     8\gamma^2L-2\gamma\le-\gamma\text{ for }\gamma\le1/(8L)
   Conditions:
     8*L*gamma <= 1 *)
From Symfed Require Import Prelude.

(* if *)
Theorem if_ :
  forall (L : R) (gamma : R),
  0 < L ->
  0 < gamma ->
  8 * L * gamma <= 1 ->
  8 * L * gamma ^ 2 - 2 * gamma <= - gamma.
Proof.
  intros L gamma given_1 given_2 given_3.
  apply (by_certificate _ _ ((gamma * (1 - 8 * L * gamma)))); [identity | sign].
Qed.

Definition all_of_this_file := (if_).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
