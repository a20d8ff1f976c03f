(* symfed-fedavg-many-clients-second-order: As N grows the bias tends to the fixed point of the mean round. It is not free of noise:
   -gamma^2 (H-1) <bC>/(4<a>) remains.
   symfed, second order, many clients, d = 1. Printed:
     \lim_{N\to\infty}\bar\theta_{sto}-\theta^\star=\gamma y_1+\frac{\gamma^2}{\langle a\rangle}\Big(\tfrac{H-1}2\langle a^2+bg\rangle y_1-\tfrac{(H-1)(H-2)}6\langle a^2g\rangle-\tfrac{(H-1)(2H-1)}{12}\langle bg^2\rangle-\tfrac{H-1}4\langle bC\rangle-\tfrac12\langle b\rangle y_1^2\Big)+O(\gamma^3),\quad y_1=\frac{(H-1)\langle ag\rangle}{2\langle a\rangle}
   Conditions:
     in words: the averages over clients stay as they are while N grows
     in words: the mean loss is strongly convex
     in words: sample losses whose gradients have all moments, with bounded derivatives of the orders two to seven
     in words: every step draws its sample anew
     in words: clients draw independently of each other
   Not here, or not whole:
     statement: the terms without the remainder alone
     symfed-expansion-remainder: a premise, of which nothing is here
     symfed-fedavg-second-order-bias: a premise, of which nothing is here *)
From Symfed Require Import Prelude.

(* As N grows the bias tends to the fixed point of the mean round. It is not free of noise: -gamma^2 (H-1) <bC>/(4<a>) remains. *)
Theorem symfed_fedavg_many_clients_second_order :
  forall (N : nat) (C : nat -> R) (a : nat -> R) (b : nat -> R) (g : nat -> R) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N g = 0 ->
  (1 <= H)%nat ->
  0 < gamma ->
  gamma ^ 2 * ((INR H - 1) ^ 2 * (mean N (fun c => b c * g c) + mean N (fun c => (a c) ^ 2)) * mean N (fun c => a c * g c) / (4 * mean N a) - (INR H - 1) * (INR H - 2) * mean N (fun c => (a c) ^ 2 * g c) / 6 - (INR H - 1) ^ 2 * (mean N (fun c => a c * g c)) ^ 2 * mean N b / (8 * (mean N a) ^ 2) - (INR H - 1) * (2 * INR H - 1) * mean N (fun c => (g c) ^ 2 * b c) / 12 - (INR H - 1) * mean N (fun c => C c * b c) / 4) / mean N a + gamma * (INR H - 1) * mean N (fun c => a c * g c) / (2 * mean N a) = gamma ^ 2 * ((INR H) ^ 2 * mean N (fun c => a c * g c) * mean N (fun c => b c * g c) / (4 * (mean N a) ^ 2) + (INR H) ^ 2 * mean N (fun c => (a c) ^ 2) * mean N (fun c => a c * g c) / (4 * (mean N a) ^ 2) + INR H * (mean N (fun c => a c * g c)) ^ 2 * mean N b / (4 * (mean N a) ^ 3) + INR H * mean N (fun c => (a c) ^ 2 * g c) / (2 * mean N a) + INR H * mean N (fun c => (g c) ^ 2 * b c) / (4 * mean N a) + mean N (fun c => C c * b c) / (4 * mean N a) + mean N (fun c => a c * g c) * mean N (fun c => b c * g c) / (4 * (mean N a) ^ 2) + mean N (fun c => (a c) ^ 2) * mean N (fun c => a c * g c) / (4 * (mean N a) ^ 2) - (INR H) ^ 2 * (mean N (fun c => a c * g c)) ^ 2 * mean N b / (8 * (mean N a) ^ 3) - (INR H) ^ 2 * mean N (fun c => (a c) ^ 2 * g c) / (6 * mean N a) - (INR H) ^ 2 * mean N (fun c => (g c) ^ 2 * b c) / (6 * mean N a) - INR H * mean N (fun c => C c * b c) / (4 * mean N a) - INR H * mean N (fun c => a c * g c) * mean N (fun c => b c * g c) / (2 * (mean N a) ^ 2) - INR H * mean N (fun c => (a c) ^ 2) * mean N (fun c => a c * g c) / (2 * (mean N a) ^ 2) - (mean N (fun c => a c * g c)) ^ 2 * mean N b / (8 * (mean N a) ^ 3) - mean N (fun c => (a c) ^ 2 * g c) / (3 * mean N a) - mean N (fun c => (g c) ^ 2 * b c) / (12 * mean N a)) + gamma * (INR H * mean N (fun c => a c * g c) / (2 * mean N a) - mean N (fun c => a c * g c) / (2 * mean N a)).
Proof.
  intros N C a b g H gamma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (real_5 := at_least_one _ given_5).
  rewrite ?given_4.
  identity.
Qed.

Definition all_of_this_file := (symfed_fedavg_many_clients_second_order).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
