(* symfed-scaffold-stationary-unique: Given the sum of the control variates, which is conserved, Scaffold with noise has exactly one
   stationary law and tends to it.
   symfed, stationary law of Scaffold. Printed:
     \textstyle\sum_c\xi_{t+1}^c=\sum_c\xi_t^c,\quad\dim\{X:\text{a noiseless round rests at }X\}=d,\quad\mathbb E_\pi[\theta]=\theta_*-\bar A^{-1}\tfrac1N\sum_c\xi_0^c\qquad(\gamma L<2)
   Conditions:
     L*gamma < 2
     in words: quadratic clients with additive noise
     in words: noise with a second moment
   Cross-checks, on which nothing rests and which are not here: where a noiseless round rests.
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

Definition all_of_this_file := (the_mean_after_a_round).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
