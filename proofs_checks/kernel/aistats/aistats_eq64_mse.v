(* aistats-eq64-mse: The sum of (60) to (63), in which the noise level enters as tau~^(1/2): not a squared length like the other terms.
   aistats, equation (64). Printed:
     \mathbb E\|\vartheta_t-\theta^\star\|^2=O\Big((1-\gamma\mu)^{Ht}\Big\{\|\theta_0-\theta^\star\|^2+\frac{H^2\gamma^2L^2\zeta_{\star,1}^2}{\mu^2}+\frac\gamma\mu\tau^2\Big\}+\gamma^4H^4+\gamma^3H^2+\frac\gamma\mu\tilde\tau^{1/2}\Big)
   Conditions:
     45*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A4: E|grad F_c^Z(theta) - grad f_c(theta)|^2 <= tau~^2 for every theta *)
From Symfed Require Import Prelude.

(* The sum of (60) to (63), in which the noise level enters as tau~^(1/2): not a squared length like the other terms. *)
Theorem aistats_eq64_mse_is_false :
  ~ (forall (gamma : R) (gram_xx : R) (k : R) (mu : R) (tau_uniform : R),
  0 < gamma ->
  0 <= gram_xx ->
  0 < k ->
  0 < mu ->
  0 <= tau_uniform ->
  tau_uniform * gamma ^ 2 / mu ^ 2 <= gram_xx ^ 2 ->
  (tau_uniform * k ^ 1) * (gamma / k) ^ 2 / (mu ^ 2 * k ^ 2) <= (gram_xx * k ^ 0) ^ 2).
Proof.
  intros printed. pose proof (printed (1) (1) (1 / 64) (1) (1)) as point.
  inside point. contradiction_at point (- 262143).
Qed.

Definition all_of_this_file := (aistats_eq64_mse_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
