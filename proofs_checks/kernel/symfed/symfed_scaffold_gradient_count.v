(* symfed-scaffold-gradient-count: With three bounds on N the slides' rate, where it holds, gives their count: gamma = N mu eps^2/sigma^2
   makes every term that stays O(eps^2), and gamma H L <= 1. H = 1 meets the bounds with the most clients: local steps save rounds, not
   gradients.
   symfed, the slides' count of gradients, from their rate. Printed:
     \gamma=\frac{N\mu\epsilon^2}{\sigma_\star^2},\ HT=\frac4{\gamma\mu}\log\frac{\|x^{(0)}-x^\star\|^2+2\gamma^2H^2\zeta^2+\sigma_\star^2/(L\mu)}{\epsilon^2}\quad\text{if}\quad N^3\le\frac{\mu^2}{Q^2\epsilon^2},\ N^3\le\frac{\sigma_\star^2}{Q^2H\epsilon^4},\ N\le\frac{\sigma_\star^2}{L\mu H\epsilon^2}
   Conditions:
     _Q**2*_epsilon**2*N**3 <= mu**2
     _Q**2*_epsilon**4*H*N**3 <= _sigma**2
     _epsilon**2*H*L*N*mu <= _sigma**2
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* first term *)
Theorem first_term :
  forall (H : nat) (L : R) (N : nat) (Q : R) (epsilon : R) (mu : R) (sigma : R),
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < mu ->
  (INR N) ^ 3 * Q ^ 2 * epsilon ^ 2 <= mu ^ 2 ->
  INR H * (INR N) ^ 3 * Q ^ 2 * epsilon ^ 4 <= sigma ^ 2 ->
  L * mu * INR H * INR N * epsilon ^ 2 <= sigma ^ 2 ->
  sigma <> 0 ->
  (mu * INR N * epsilon ^ 2 / sigma ^ 2) * sigma ^ 2 / (mu * INR N) = epsilon ^ 2.
Proof.
  intros H L N Q epsilon mu sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  assert (real_3 := at_least_one _ given_3).
  identity.
Qed.

(* its square *)
Theorem second_term :
  forall (H : nat) (L : R) (N : nat) (Q : R) (epsilon : R) (mu : R) (sigma : R),
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < mu ->
  (INR N) ^ 3 * Q ^ 2 * epsilon ^ 2 <= mu ^ 2 ->
  INR H * (INR N) ^ 3 * Q ^ 2 * epsilon ^ 4 <= sigma ^ 2 ->
  L * mu * INR H * INR N * epsilon ^ 2 <= sigma ^ 2 ->
  (INR N) ^ 3 * Q ^ 2 * epsilon ^ 6 / mu ^ 2 <= epsilon ^ 4.
Proof.
  intros H L N Q epsilon mu sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (real_1 := at_least_one _ given_1).
  assert (real_3 := at_least_one _ given_3).
  apply (by_certificate _ _ ((epsilon ^ 4 * (mu ^ 2 - (INR N) ^ 3 * Q ^ 2 * epsilon ^ 2) / mu ^ 2))); [identity | sign].
Qed.

(* as it stands *)
Theorem third_term :
  forall (H : nat) (L : R) (N : nat) (Q : R) (epsilon : R) (mu : R) (sigma : R),
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < mu ->
  (INR N) ^ 3 * Q ^ 2 * epsilon ^ 2 <= mu ^ 2 ->
  INR H * (INR N) ^ 3 * Q ^ 2 * epsilon ^ 4 <= sigma ^ 2 ->
  L * mu * INR H * INR N * epsilon ^ 2 <= sigma ^ 2 ->
  sigma <> 0 ->
  INR H * (INR N) ^ 3 * Q ^ 2 * epsilon ^ 6 / sigma ^ 2 <= epsilon ^ 2.
Proof.
  intros H L N Q epsilon mu sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  assert (real_3 := at_least_one _ given_3).
  apply (by_certificate _ _ ((epsilon ^ 2 * (sigma ^ 2 - INR H * (INR N) ^ 3 * Q ^ 2 * epsilon ^ 4) / sigma ^ 2))); [identity | sign].
Qed.

(* the rate's own condition *)
Theorem step_size :
  forall (H : nat) (L : R) (N : nat) (Q : R) (epsilon : R) (mu : R) (sigma : R),
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < mu ->
  (INR N) ^ 3 * Q ^ 2 * epsilon ^ 2 <= mu ^ 2 ->
  INR H * (INR N) ^ 3 * Q ^ 2 * epsilon ^ 4 <= sigma ^ 2 ->
  L * mu * INR H * INR N * epsilon ^ 2 <= sigma ^ 2 ->
  sigma <> 0 ->
  L * mu * INR H * INR N * epsilon ^ 2 / sigma ^ 2 <= 1.
Proof.
  intros H L N Q epsilon mu sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  assert (real_3 := at_least_one _ given_3).
  apply (by_certificate _ _ (((sigma ^ 2 - L * mu * INR H * INR N * epsilon ^ 2) / sigma ^ 2))); [identity | sign].
Qed.

(* H T, but for the logarithm *)
Theorem steps :
  forall (H : nat) (L : R) (N : nat) (Q : R) (epsilon : R) (mu : R) (sigma : R),
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < mu ->
  (INR N) ^ 3 * Q ^ 2 * epsilon ^ 2 <= mu ^ 2 ->
  INR H * (INR N) ^ 3 * Q ^ 2 * epsilon ^ 4 <= sigma ^ 2 ->
  L * mu * INR H * INR N * epsilon ^ 2 <= sigma ^ 2 ->
  epsilon <> 0 ->
  sigma <> 0 ->
  (mu * INR N * epsilon ^ 2 / sigma ^ 2) * mu <> 0 ->
  4 * sigma ^ 2 / (mu ^ 2 * INR N * epsilon ^ 2) = 4 / ((mu * INR N * epsilon ^ 2 / sigma ^ 2) * mu).
Proof.
  intros H L N Q epsilon mu sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10.
  assert (real_1 := at_least_one _ given_1).
  assert (real_3 := at_least_one _ given_3).
  identity.
Qed.

Definition all_of_this_file := (first_term, second_term, third_term, step_size, steps).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
