(* symfed-mean-of-powers: The mean of (1-b)^j over j < H lies between 1 - b H/2 and 1 - b H/4 if H >= 2 and b H <= 1; above, to second order
   in b.
   symfed, a step behind the rate of Scaffold. Printed:
     1-\tfrac{bH}2\le\frac1H\sum_{j<H}(1-jb),\qquad\frac1H\sum_{j<H}\big(1-jb+\tfrac{j(j-1)}2b^2\big)\le1-\tfrac{bH}4\qquad(b=\gamma\mu,\ bH\le1,\ H\ge2) *)
From Symfed Require Import Prelude.

(* below *)
Theorem below :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  gamma * mu * INR H <= 1 ->
  INR H >= 2 ->
  1 - gamma * mu * INR H / 2 <= 1 - gamma * mu * (INR H - 1) / 2.
Proof.
  intros H gamma mu given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((gamma * mu / 2))); [identity | sign].
Qed.

(* above *)
Theorem above :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  gamma * mu * INR H <= 1 ->
  INR H >= 2 ->
  gamma ^ 2 * mu ^ 2 * (INR H - 1) * (INR H - 2) / 6 + 1 - gamma * mu * (INR H - 1) / 2 <= 1 - gamma * mu * INR H / 4.
Proof.
  intros H gamma mu given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  assert (written_1 : 0 <= 2 * gamma * mu + 3 - 2 * gamma * mu * INR H). { apply (by_certificate _ _ (((INR H - 2) * (gamma * mu * INR H) + 3 * (INR H - 2) * (1 - gamma * mu * INR H) + 4 * (gamma * mu * INR H) + 6 * (1 - gamma * mu * INR H)) / ((INR H)))); [identity | sign]. }
  apply (by_certificate _ _ ((gamma * mu * (INR H - 2) * (2 * gamma * mu + 3 - 2 * gamma * mu * INR H) / 12))); [identity | sign].
Qed.

Definition all_of_this_file := (below, above).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
