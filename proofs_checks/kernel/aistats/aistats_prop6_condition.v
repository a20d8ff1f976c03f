(* aistats-prop6-condition: Proposition 6 asks for gamma <= 1/L and gamma H <= 1. The second compares with a pure number; Theorem 2, of
   which this is a part, prints gamma mu H <= 1. The bias needs neither; of the second moment gamma H has to be bounded only to have
   gamma^3 H^3 below gamma^2 H^2.
   aistats, Proposition 6. Printed:
     \gamma\le1/L\text{ and }\gamma H\le1 *)
From Symfed Require Import Prelude.

(* Proposition 6 asks for gamma <= 1/L and gamma H <= 1. The second compares with a pure number; Theorem 2, of which this is a part, prints gamma mu H <= 1. The bias needs neither; of the second moment gamma H has to be bounded only to have gamma^3 H^3 below gamma^2 H^2. *)
Theorem aistats_prop6_condition_is_false :
  ~ (forall (H : nat) (gamma : R) (k : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < k ->
  gamma * INR H <= 1 ->
  (gamma / k) * (INR H * k ^ 0) <= 1).
Proof.
  intros printed. pose proof (printed 1%nat (1) (1 / 64)) as point.
  inside point. contradiction_at point (- 63).
Qed.

Definition all_of_this_file := (aistats_prop6_condition_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
