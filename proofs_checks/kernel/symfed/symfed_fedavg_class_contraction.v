(* symfed-fedavg-class-contraction: What a round of FedAvg with exact gradients multiplies the distance of two points by, for every step, H,
   N and d: over all smooth, strongly convex clients nothing is worse than equal quadratics of curvature mu or L. For gamma <= 2/(L + mu)
   that is (1 - gamma mu)^H.
   symfed, FedAvg beyond quadratics, contraction. Printed:
     |\theta_1^+-\theta_2^+|\le\max\{|1-\gamma\mu|,|1-\gamma L|\}^H|\theta_1-\theta_2|
   Conditions:
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
   Cross-checks, on which nothing rests and which are not here: exact rounds.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* a short step *)
Theorem a_short_step :
  forall (L : R) (d : R) (g : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  (L * d - g) * (g - mu * d) >= 0 ->
  (g - mu * d) * d >= 0 ->
  (L * d - g) * d >= 0 ->
  gamma * (L + mu) <= 2 ->
  (d - gamma * g) ^ 2 <= (1 - gamma * mu) ^ 2 * d ^ 2.
Proof.
  intros L d g gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  apply (by_certificate _ _ ((gamma ^ 2) * ((L * d - g) * (g - mu * d)) + (gamma * (2 - gamma * (L + mu))) * ((g - mu * d) * d))); [identity | sign].
Qed.

(* a long step *)
Theorem a_long_step :
  forall (L : R) (d : R) (g : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  (L * d - g) * (g - mu * d) >= 0 ->
  (g - mu * d) * d >= 0 ->
  (L * d - g) * d >= 0 ->
  gamma * (L + mu) >= 2 ->
  (d - gamma * g) ^ 2 <= (1 - L * gamma) ^ 2 * d ^ 2.
Proof.
  intros L d g gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  apply (by_certificate _ _ ((gamma ^ 2) * ((L * d - g) * (g - mu * d)) + (gamma * (gamma * (L + mu) - 2)) * ((L * d - g) * d))); [identity | sign].
Qed.

Definition all_of_this_file := (a_short_step, a_long_step).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
