(* symfed-scaffold-whole-class-proxskip: With H = 1/p, a fixed number, a round of Scaffold shrinks V over the whole class at least as much
   as ProxSkip's bound (1 - min(gamma mu, p^2)) shrinks its own in the 1/p steps that lie between two communications in the mean; and for
   H^2 gamma mu <= 1 by the square of it, so that half the rounds do. ProxSkip: Mishchenko, Malinovsky, Stich and Richtarik, ICML 2022,
   whose abstract says of Scaffold's theory that it does no better than gradient descent; a bound of order p a step is in Hu and Huang,
   ICML 2023.
   symfed, Scaffold beyond quadratics and ProxSkip. Printed:
     V^+\le\big(1-\min\{\gamma\mu,H^{-2}\}\big)^HV
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     lambda <= mu
     H**2*gamma*lambda <= 1
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Not here, or not whole:
     1 - H gamma lambda <= (1 - gamma lambda)^H: holds only from a later step on: its induction is not written out
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* a local step *)
Theorem a_local_step :
  forall (gamma : R) (lambda : R) (mu : R),
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  lambda <= mu ->
  gamma * mu <= 1 ->
  (1 - gamma * mu) ^ 2 <= 1 - gamma * lambda.
Proof.
  intros gamma lambda mu given_1 given_2 given_3 given_4 given_5.
  assert (chain_1 : 0 <= gamma * (mu - lambda)) by sign.
  assert (written_1 : 0 <= 2 * mu - gamma * mu ^ 2 - lambda). { apply (by_certificate _ _ (((mu)) * ((gamma * mu) * (mu - lambda) + (1 - gamma * mu) * (lambda) + 2 * (1 - gamma * mu) * (mu - lambda)) / ((mu)))); [identity | sign]. }
  apply (by_certificate _ _ ((gamma * (2 * mu - gamma * mu ^ 2 - lambda)))); [identity | sign].
Qed.

(* (H-1)/(H+1) <= 1 - H gamma lambda *)
Theorem H_1_over_H_plus_1_at_most_1_minus_H_gamma_lambda :
  forall (H : nat) (L : R) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  lambda <= mu ->
  gamma * lambda * (INR H) ^ 2 <= 1 ->
  (INR H - 1) / (INR H + 1) <= 1 - gamma * lambda * INR H.
Proof.
  intros H L gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((1 / INR H) * (1 - gamma * lambda * (INR H) ^ 2) + ((INR H - 1) / (INR H * (INR H + 1))) * (1))); [identity | sign].
Qed.

Definition all_of_this_file := (a_local_step, H_1_over_H_plus_1_at_most_1_minus_H_gamma_lambda).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
