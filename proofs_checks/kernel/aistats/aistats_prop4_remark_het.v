(* aistats-prop4-remark-het: Heterogeneity does not enter the rate of Proposition 4.
   aistats, remark after Proposition 4. Printed:
     \text{in this rate, heterogeneity does not appear}
   Conditions:
     8*L*gamma <= 1
     H*gamma*mu <= 1 *)
From Symfed Require Import Prelude.

(* Heterogeneity does not enter the rate of Proposition 4. *)
Theorem aistats_prop4_remark_het_is_false :
  ~ (forall (H : nat) (L : R) (gamma : R) (mu : R) (t : nat) (tau : R) (tau_uniform : R) (zeta1 : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  0 <= tau ->
  0 <= tau_uniform ->
  0 <= zeta1 ->
  8 * L * gamma <= 1 ->
  gamma * mu * INR H <= 1 ->
  mu <= L ->
  32 * gamma * tau ^ 2 * (1 - gamma * mu) ^ (t * H) / mu + 4 * gamma * tau_uniform ^ 2 / mu = 4 * gamma * tau_uniform ^ 2 / mu + (1 - gamma * mu) ^ (t * H) * (24 * zeta1 ^ 2 * L ^ 2 * gamma ^ 2 * (INR H) ^ 2 / mu ^ 2 + 32 * gamma * tau ^ 2 / mu)).
Proof.
  intros printed. pose proof (printed 1%nat (1) (1 / 40) (1) 0%nat (0) (1) (1)) as point.
  inside point.
  contradiction_at point (3 / 200).
Qed.

Definition all_of_this_file := (aistats_prop4_remark_het_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
