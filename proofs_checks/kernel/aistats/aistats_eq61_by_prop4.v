(* aistats-eq61-by-prop4: The inference: Proposition 4 at step size 2 gamma is said to give the braces 4, 24, 32 and the floor 8 (it gives
   4, 96, 64 and 8, and where 2 gamma mu H > 1 nothing). Nothing is known against the inequality itself: aistats-eq61-prop4-2gamma.
   aistats, equation (61), the words before it. Printed:
     \text{By Proposition 4: }\mathbb E\|\theta_t^{(2\gamma)}-\bar\theta_{sto}^{(2\gamma,H)}\|^2\le(1-2\gamma\mu)^{Ht}\Big\{4\|\theta_0-\theta^\star\|^2+\frac{24 H^2\gamma^2L^2\zeta_{\star,1}^2}{\mu^2}+\frac{32\gamma}\mu\tau^2\Big\}+\frac{8\gamma}\mu\tilde\tau^2
   Conditions:
     45*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A4: E|grad F_c^Z(theta) - grad f_c(theta)|^2 <= tau~^2 for every theta
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Prelude.

(* The inference: Proposition 4 at step size 2 gamma is said to give the braces 4, 24, 32 and the floor 8 (it gives 4, 96, 64 and 8, and where 2 gamma mu H > 1 nothing). Nothing is known against the inequality itself: aistats-eq61-prop4-2gamma. *)
Theorem braces_is_false :
  ~ (forall (H : nat) (L : R) (gamma : R) (gram_xx : R) (mu : R) (tau : R) (zeta1 : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 <= gram_xx ->
  0 < mu ->
  0 <= tau ->
  0 <= zeta1 ->
  45 * L * gamma <= 1 ->
  gamma * mu * INR H <= 1 ->
  mu <= L ->
  96 * zeta1 ^ 2 * L ^ 2 * gamma ^ 2 * (INR H) ^ 2 / mu ^ 2 + 64 * gamma * tau ^ 2 / mu + 4 * gram_xx <= 24 * zeta1 ^ 2 * L ^ 2 * gamma ^ 2 * (INR H) ^ 2 / mu ^ 2 + 32 * gamma * tau ^ 2 / mu + 4 * gram_xx).
Proof.
  intros printed. pose proof (printed 1%nat (1 / 3) (1 / 20) (1) (1 / 3) (0) (1)) as point.
  inside point.
  contradiction_at point (- 9 / 50).
Qed.

Definition all_of_this_file := (braces_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
