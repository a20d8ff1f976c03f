(* symfed-scaffold-regimes: r - q is 1 - q times 1 - 1/(gamma a H): both factors are equal at gamma a H = 1, for every H. (Only where q < 1,
   as for gamma a < 2, has r - q the sign of gamma a H - 1: at gamma a = 3, H = 2 it is -5/2.)
   symfed, the two factors. Printed:
     r(a)-q(a)=(1-q(a))\Big(1-\frac1{\gamma aH}\Big) *)
From Symfed Require Import Prelude.

(* r - q is 1 - q times 1 - 1/(gamma a H): both factors are equal at gamma a H = 1, for every H. (Only where q < 1, as for gamma a < 2, has r - q the sign of gamma a H - 1: at gamma a = 3, H = 2 it is -5/2.) *)
Theorem symfed_scaffold_regimes :
  forall (H : nat) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < lambda ->
  (1 - (1 - gamma * lambda) ^ H) * (1 - 1 / (gamma * lambda * INR H)) = 1 - (1 - gamma * lambda) ^ H - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda * INR H).
Proof.
  intros H gamma lambda given_1 given_2 given_3.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

Definition all_of_this_file := (symfed_scaffold_regimes).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
