(* symfed-scaffold-against-fedavg-equal-clients: For equal clients, small gamma and H, N > 1 Scaffold's bias is larger than FedAvg's: equal
   at order gamma, further out at gamma^2.
   symfed, equal clients, d = 1. Printed:
     \beta_S-\beta_F=-\gamma^2\frac{(H-1)(2H-1)}{12H}\Big(1-\frac1N\Big)\frac{bC}a+O(\gamma^3),\quad\beta_F=-\frac{\gamma bC}{4Na^2}+O(\gamma^2)
   Conditions:
     in words: equal clients
     in words: the mean loss is strongly convex
     in words: sample losses whose gradients have all moments, with bounded derivatives of the orders two to seven
     in words: every step draws its sample anew
     in words: clients draw independently of each other
     in words: the control variates have mean zero when they start, and so for ever
   Not here, or not whole:
     difference: remainder at fixed H is not exported
     first order: remainder at fixed H is not exported
     symfed-expansion-remainder: a premise, of which nothing is here
     symfed-expansion-remainder-controls: a premise, of which nothing is here
     symfed-scaffold-second-order-bias: a premise, of which nothing is here
     symfed-fedavg-equal-clients-bias: a premise, of which nothing is here *)
From Symfed Require Import Prelude.

(* outwards *)
Theorem outwards :
  forall (C : R) (H : nat) (N : nat) (a : R) (b : R) (gamma : R),
  0 <= C ->
  (1 <= H)%nat ->
  (1 <= N)%nat ->
  0 < a ->
  0 < gamma ->
  0 <= b ^ 2 * C ^ 2 * gamma ^ 3 * (1 - 1 / INR N) * (INR H - 1) * (2 * INR H - 1) / (48 * a ^ 3 * INR H * INR N).
Proof.
  intros C H N a b gamma given_1 given_2 given_3 given_4 given_5.
  assert (real_2 := at_least_one _ given_2).
  assert (real_3 := at_least_one _ given_3).
  apply (by_certificate _ _ ((b ^ 2 * C ^ 2 * gamma ^ 3 * (INR H - 1) * (INR N - 1) * (2 * INR H - 1) / (48 * a ^ 3 * INR H * (INR N) ^ 2)))); [identity | sign].
Qed.

Definition all_of_this_file := (outwards).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
