(* symfed-scaffold-second-order-second-moment: To order gamma^2 Scaffold's second moment about theta* is that of SGD on N clients: neither H
   nor heterogeneity enters.
   symfed, second order, second moment of Scaffold, d = 1. Printed:
     \bar\Sigma_{sto}=\big[\text{the second moment of SGD}\big]+O(\gamma^3),\quad\text{any }H
   Conditions:
     in words: the mean loss is strongly convex
     in words: sample losses whose gradients have all moments, with bounded derivatives of the orders two to seven
     in words: every step draws its sample anew
     in words: clients draw independently of each other
     in words: the control variates have mean zero when they start, and so for ever
   Not here, or not whole:
     statement: the terms without the remainder alone
     symfed-expansion-remainder-controls: a premise, of which nothing is here *)
From Symfed Require Import Prelude.

(* To order gamma^2 Scaffold's second moment about theta* is that of SGD on N clients: neither H nor heterogeneity enters. *)
Theorem symfed_scaffold_second_order_second_moment :
  forall (N : nat) (C : nat -> R) (C1 : nat -> R) (C2 : nat -> R) (K3 : nat -> R) (a : nat -> R) (b : nat -> R) (q : nat -> R) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  0 < gamma ->
  gamma ^ 2 * ((mean N C * mean N C2 / (4 * INR N * mean N a) - mean N C * mean N C1 * mean N b / (4 * INR N * (mean N a) ^ 2)) / INR N + mean N C * mean N a / (2 * INR N) - ((3 * mean N C * mean N C1 / (2 * INR N * mean N a) - 3 * (mean N C) ^ 2 * mean N b / (4 * INR N * (mean N a) ^ 2)) / INR N - 9 * (mean N C) ^ 2 * mean N b / (8 * (INR N) ^ 2 * (mean N a) ^ 2) - mean N K3 / (INR N) ^ 2) * mean N b / (3 * mean N a) - (mean N C) ^ 2 * mean N q / (4 * (INR N) ^ 2 * (mean N a) ^ 2)) / (2 * mean N a) + gamma * mean N C / (2 * INR N * mean N a) = gamma ^ 2 * (mean N C / (4 * INR N) + 5 * (mean N C) ^ 2 * (mean N b) ^ 2 / (16 * (INR N) ^ 2 * (mean N a) ^ 4) + mean N C * mean N C2 / (8 * (INR N) ^ 2 * (mean N a) ^ 2) + mean N K3 * mean N b / (6 * (INR N) ^ 2 * (mean N a) ^ 2) - (mean N C) ^ 2 * mean N q / (8 * (INR N) ^ 2 * (mean N a) ^ 3) - 3 * mean N C * mean N C1 * mean N b / (8 * (INR N) ^ 2 * (mean N a) ^ 3)) + gamma * mean N C / (2 * INR N * mean N a).
Proof.
  intros N C C1 C2 K3 a b q gamma given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

Definition all_of_this_file := (symfed_scaffold_second_order_second_moment).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
