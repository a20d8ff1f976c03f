(* symfed-scaffold-second-order-bias: Scaffold's bias to order gamma^2 is SGD's and one term more, in which H stands: noise that clients see
   by themselves. Clients' gradients and Hessians enter by their means alone; <bC> tells whether noisy clients are the bent ones.
   symfed, second order, bias of Scaffold, d = 1. Printed:
     \bar\theta_{sto}-\theta^\star=\Big[\text{the bias of SGD to order }\gamma^2\Big]-\frac{\gamma^2}{\langle a\rangle}\frac{(H-1)(5H-1)}{12H}\Big(\big(1-\tfrac2N\big)\langle bC\rangle+\tfrac1N\langle b\rangle\langle C\rangle\Big)+O(\gamma^3)
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

(* Scaffold's bias to order gamma^2 is SGD's and one term more, in which H stands: noise that clients see by themselves. Clients' gradients and Hessians enter by their means alone; <bC> tells whether noisy clients are the bent ones. *)
Theorem symfed_scaffold_second_order_bias :
  forall (N : nat) (C : nat -> R) (C1 : nat -> R) (C2 : nat -> R) (K3 : nat -> R) (a : nat -> R) (b : nat -> R) (q : nat -> R) (r : nat -> R) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  (1 <= H)%nat ->
  0 < gamma ->
  gamma ^ 2 * ((INR H - 1) * (mean N (fun c => C c * b c) - mean N C * mean N b / 2) / (2 * INR N) - (INR H / 2 - 1 / 2) * mean N (fun c => C c * b c) / 2 - ((3 * mean N C * mean N C1 / (2 * INR N * mean N a) - 3 * (mean N C) ^ 2 * mean N b / (4 * INR N * (mean N a) ^ 2)) / INR N - 9 * (mean N C) ^ 2 * mean N b / (8 * (INR N) ^ 2 * (mean N a) ^ 2) - mean N K3 / (INR N) ^ 2) * mean N q / (18 * mean N a) - ((mean N C * mean N C2 / (4 * INR N * mean N a) - mean N C * mean N C1 * mean N b / (4 * INR N * (mean N a) ^ 2)) / INR N + mean N C * mean N a / (2 * INR N) - ((3 * mean N C * mean N C1 / (2 * INR N * mean N a) - 3 * (mean N C) ^ 2 * mean N b / (4 * INR N * (mean N a) ^ 2)) / INR N - 9 * (mean N C) ^ 2 * mean N b / (8 * (INR N) ^ 2 * (mean N a) ^ 2) - mean N K3 / (INR N) ^ 2) * mean N b / (3 * mean N a) - (mean N C) ^ 2 * mean N q / (4 * (INR N) ^ 2 * (mean N a) ^ 2)) * mean N b / (4 * mean N a) - (mean N C) ^ 2 * mean N r / (32 * (INR N) ^ 2 * (mean N a) ^ 2) - (INR H - 1) * (2 * INR H - 1) * ((1 - 2 / INR N) * mean N (fun c => C c * b c) + mean N C * mean N b / INR N) / (12 * INR H)) / mean N a - gamma * mean N C * mean N b / (4 * INR N * (mean N a) ^ 2) = gamma ^ 2 * ((mean N C) ^ 2 * mean N b * mean N q / (6 * (INR N) ^ 2 * (mean N a) ^ 4) + 3 * (mean N b) ^ 2 * mean N C * mean N C1 / (16 * (INR N) ^ 2 * (mean N a) ^ 4) + mean N K3 * mean N q / (18 * (INR N) ^ 2 * (mean N a) ^ 2) - mean N C * mean N b / (8 * INR N * mean N a) - (mean N C) ^ 2 * mean N r / (32 * (INR N) ^ 2 * (mean N a) ^ 3) - 5 * (mean N C) ^ 2 * (mean N b) ^ 3 / (32 * (INR N) ^ 2 * (mean N a) ^ 5) - mean N C * mean N C1 * mean N q / (12 * (INR N) ^ 2 * (mean N a) ^ 3) - mean N C * mean N C2 * mean N b / (16 * (INR N) ^ 2 * (mean N a) ^ 3) - (mean N b) ^ 2 * mean N K3 / (12 * (INR N) ^ 2 * (mean N a) ^ 3)) - gamma * mean N C * mean N b / (4 * INR N * (mean N a) ^ 2) - gamma ^ 2 * (INR H - 1) * (5 * INR H - 1) * ((1 - 2 / INR N) * mean N (fun c => C c * b c) + mean N C * mean N b / INR N) / (12 * INR H * mean N a).
Proof.
  intros N C C1 C2 K3 a b q r H gamma given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  assert (real_4 := at_least_one _ given_4).
  identity.
Qed.

Definition all_of_this_file := (symfed_scaffold_second_order_bias).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
