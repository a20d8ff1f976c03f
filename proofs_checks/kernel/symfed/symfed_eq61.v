(* symfed-eq61: Equation (61) with the constants that Proposition 4 gives at 2 gamma: 4, 96, 64 and 8; looked at on quadratics.
   symfed, equation (61), corrected. Printed:
     \mathbb E\|\theta_t^{(2\gamma)}-\bar\theta_{sto}^{(2\gamma,H)}\|^2\le(1-2\gamma\mu)^{Ht}\Big\{4\|\theta_0-\theta^\star\|^2+\frac{96 H^2\gamma^2L^2\zeta_{\star,1}^2}{\mu^2}+\frac{64\gamma}\mu\tau^2\Big\}+\frac{8\gamma}\mu\tilde\tau^2
   Conditions:
     16*L*gamma <= 1
     2*H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A4: E|grad F_c^Z(theta) - grad f_c(theta)|^2 <= tau~^2 for every theta
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
   Not here, or not whole:
     runs: searched or simulated, which proves nothing
     aistats-prop4-neighborhood: a premise, of which nothing is here *)
From Symfed Require Import Prelude.

(* braces *)
Theorem braces :
  forall (H : nat) (L : R) (gamma : R) (gram_xx : R) (mu : R) (tau : R) (zeta1 : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 <= gram_xx ->
  0 < mu ->
  0 <= tau ->
  0 <= zeta1 ->
  96 * zeta1 ^ 2 * L ^ 2 * gamma ^ 2 * (INR H) ^ 2 / mu ^ 2 + 64 * gamma * tau ^ 2 / mu + 4 * gram_xx = (4 * gram_xx + ((((24 * (INR H) ^ 2) * (2 * gamma) ^ 2) * L ^ 2) * zeta1 ^ 2) / mu ^ 2) + ((32 * 2 * gamma) / mu) * tau ^ 2.
Proof.
  intros H L gamma gram_xx mu tau zeta1 given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* floor *)
Theorem floor :
  forall (gamma : R) (mu : R) (tau_uniform : R),
  0 < gamma ->
  0 < mu ->
  0 <= tau_uniform ->
  8 * gamma * tau_uniform ^ 2 / mu = ((4 * 2 * gamma) / mu) * tau_uniform ^ 2.
Proof.
  intros gamma mu tau_uniform given_1 given_2 given_3.
  identity.
Qed.

Definition all_of_this_file := (braces, floor).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
