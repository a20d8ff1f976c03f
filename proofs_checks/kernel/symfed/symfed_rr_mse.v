(* symfed-rr-mse: Equation (64) with tau~^2 and its constants: braces 60, 576, 576, floor 72 gamma tau~^2/mu, and three times the squared
   bias.
   symfed, equation (64), corrected. Printed:
     \mathbb E\|\vartheta_t-\theta^\star\|^2=O\Big((1-\gamma\mu)^{Ht}\Big\{\|\theta_0-\theta^\star\|^2+\frac{H^2\gamma^2L^2\zeta_{\star,1}^2}{\mu^2}+\frac\gamma\mu\tau^2\Big\}+\gamma^4H^4+\gamma^3H^2+\frac\gamma\mu\tilde\tau^{2}\Big)
   Conditions:
     90*L*gamma <= 1
     2*H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
     in words: every f_c has Lipschitz third derivatives near theta*
     in words: A4: E|grad F_c^Z(theta) - grad f_c(theta)|^2 <= tau~^2 for every theta
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* units *)
Theorem units :
  forall (gamma : R) (gram_xx : R) (k : R) (mu : R) (tau_uniform : R),
  0 < gamma ->
  0 <= gram_xx ->
  0 < k ->
  0 < mu ->
  0 <= tau_uniform ->
  ((tau_uniform * k ^ 1) ^ 4 * (gamma / k) ^ 2 / (mu ^ 2 * k ^ 2)) * gram_xx ^ 2 = (tau_uniform ^ 4 * gamma ^ 2 / mu ^ 2) * (gram_xx * k ^ 0) ^ 2.
Proof.
  intros gamma gram_xx k mu tau_uniform given_1 given_2 given_3 given_4 given_5.
  identity.
Qed.

(* sum *)
Theorem lemma_sum :
  forall (bias : R) (fast : R) (heterogeneity : R) (level : R) (noise : R) (slow : R) (start : R),
  0 <= bias ->
  0 <= fast ->
  0 <= heterogeneity ->
  0 <= level ->
  0 <= noise ->
  0 <= slow ->
  0 <= start ->
  fast <= slow ->
  3 * bias + 3 * (96 * heterogeneity + 64 * noise + 4 * start) * fast + 72 * level + 3 * (96 * heterogeneity + 128 * noise + 16 * start) * slow <= 3 * bias + 72 * level + (576 * heterogeneity + 576 * noise + 60 * start) * slow.
Proof.
  intros bias fast heterogeneity level noise slow start given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  apply (by_certificate _ _ ((288 * heterogeneity + 192 * noise + 12 * start) * (slow - fast))); [identity | sign].
Qed.

Definition all_of_this_file := (units, lemma_sum).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
