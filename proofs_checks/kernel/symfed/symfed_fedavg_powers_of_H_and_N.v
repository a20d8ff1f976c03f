(* symfed-fedavg-powers-of-H-and-N: The coefficient of gamma^j is a polynomial in H and 1/N: of degree j in H without noise, j - 1 with it,
   j in 1/N; j up to 3.
   symfed, third order, powers of H and N. Printed:
     [\gamma^j]\,(\bar\theta_{sto}-\theta^\star)\in\mathrm{span}\{H^i,\;i\le j\}+\mathrm{span}\{\tau\,H^iN^{-m},\;i\le j-1,\;m\le j\},\quad\text{the same for }\bar\Sigma_{sto},\text{ whose coefficient of }\gamma\text{ has no }H;\text{ all these powers occur}
   Conditions:
     in words: the mean loss is strongly convex
     in words: sample losses whose gradients have all moments, with bounded derivatives of the orders two to nine
   Not here, or not whole:
     symfed-fedavg-third-order: a premise, of which nothing is here *)
From Symfed Require Import Prelude.

(* bias (What was derived reads as what is printed.) *)
Theorem bias :
  forall (H : nat) (N : nat) (gamma : R) (tau : R),
  (1 <= H)%nat ->
  (1 <= N)%nat ->
  0 < gamma ->
  0 <= tau ->
  gamma ^ 3 * ((INR H) ^ 3 + tau * (INR H) ^ 2 + 1 / (INR N) ^ 3) + gamma ^ 2 * ((INR H) ^ 2 + tau * INR H + 1 / (INR N) ^ 2) + gamma * (INR H + tau + 1 / INR N) = gamma ^ 3 * ((INR H) ^ 3 + tau * (INR H) ^ 2 + 1 / (INR N) ^ 3) + gamma ^ 2 * ((INR H) ^ 2 + tau * INR H + 1 / (INR N) ^ 2) + gamma * (INR H + tau + 1 / INR N).
Proof.
  intros H N gamma tau given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  assert (real_2 := at_least_one _ given_2).
  reflexivity.
Qed.

(* second moment (What was derived reads as what is printed.) *)
Theorem second_moment :
  forall (H : nat) (N : nat) (gamma : R) (tau : R),
  (1 <= H)%nat ->
  (1 <= N)%nat ->
  0 < gamma ->
  0 <= tau ->
  gamma ^ 3 * ((INR H) ^ 3 + tau * (INR H) ^ 2 + 1 / (INR N) ^ 3) + gamma ^ 2 * ((INR H) ^ 2 + tau * INR H + 1 / (INR N) ^ 2) + gamma * (tau + 1 / INR N) = gamma ^ 3 * ((INR H) ^ 3 + tau * (INR H) ^ 2 + 1 / (INR N) ^ 3) + gamma ^ 2 * ((INR H) ^ 2 + tau * INR H + 1 / (INR N) ^ 2) + gamma * (tau + 1 / INR N).
Proof.
  intros H N gamma tau given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  assert (real_2 := at_least_one _ given_2).
  reflexivity.
Qed.

Definition all_of_this_file := (bias, second_moment).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
