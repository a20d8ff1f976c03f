(* aistats-prop5-geometric: The geometric series over rounds is 1/(1 - (1 - gamma mu)^H), which is more than the 1/(gamma mu H) that the
   equality puts for it as soon as H > 1. With this the proof's bound is Theorem 2's, and not Proposition 5's. (H (H-1)/2 counts pairs
   with h from 1; from 0 they are H (H+1)/2.)
   aistats, proof of Proposition 5, last display. Printed:
     \sum_{t=0}^\infty(1-\gamma\mu)^{Ht}\gamma^2\frac{H(H-1)}2\zeta_{\star,2}\zeta_{\star,1}=\frac{\gamma(H-1)\zeta_{\star,2}\zeta_{\star,1}}{2\mu}
   Conditions:
     gamma*mu <= 1
     H*gamma*mu <= 1 *)
From Symfed Require Import Prelude.

(* The geometric series over rounds is 1/(1 - (1 - gamma mu)^H), which is more than the 1/(gamma mu H) that the equality puts for it as soon as H > 1. With this the proof's bound is Theorem 2's, and not Proposition 5's. (H (H-1)/2 counts pairs with h from 1; from 0 they are H (H+1)/2.) *)
Theorem aistats_prop5_geometric_is_false :
  ~ (forall (H : nat) (gamma : R) (mu : R) (zeta1 : R) (zeta2 : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  0 <= zeta1 ->
  0 <= zeta2 ->
  gamma * mu <= 1 ->
  gamma * mu * INR H <= 1 ->
  zeta1 * zeta2 * gamma * (INR H - 1) / (2 * mu) = zeta1 * zeta2 * INR H * gamma ^ 2 * (INR H - 1) / (2 * (1 - (1 - gamma * mu) ^ H))).
Proof.
  intros printed. pose proof (printed 2%nat (1) (1 / 2) (1) (1)) as point.
  inside point.
  contradiction_at point (1 / 3).
Qed.

Definition all_of_this_file := (aistats_prop5_geometric_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
