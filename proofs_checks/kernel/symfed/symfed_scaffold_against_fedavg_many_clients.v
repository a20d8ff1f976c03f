(* symfed-scaffold-against-fedavg-many-clients: However many the clients, noise leaves a bias of order gamma^2; control variates make it
   (5H-1)/(3H) times FedAvg's: 3/2 to 5/3.
   symfed, many clients, d = 1. Printed:
     \lim_{N\to\infty}\beta_S=-\gamma^2\frac{(H-1)(5H-1)}{12H}\frac{\langle bC\rangle}{\langle a\rangle}+O(\gamma^3),\quad\text{of FedAvg's }\lim_{N\to\infty}\beta_F\text{ noise makes }-\gamma^2\frac{H-1}4\frac{\langle bC\rangle}{\langle a\rangle}
   Conditions:
     H >= 2
     in words: the mean loss is strongly convex
     in words: sample losses whose gradients have all moments, with bounded derivatives of the orders two to seven
     in words: every step draws its sample anew
     in words: clients draw independently of each other
     in words: the control variates have mean zero when they start, and so for ever
     in words: the averages over clients stay as they are while N grows
   Not here, or not whole:
     limit: remainder at fixed H is not exported
     symfed-expansion-remainder-controls: a premise, of which nothing is here
     symfed-scaffold-second-order-bias: a premise, of which nothing is here *)
From Symfed Require Import Prelude.

(* ratio *)
Theorem ratio :
  forall (N : nat) (C : nat -> R) (a : nat -> R) (b : nat -> R) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  (1 <= H)%nat ->
  0 < gamma ->
  INR H >= 2 ->
  - gamma ^ 2 * (INR H - 1) * mean N (fun c => C c * b c) / (4 * mean N a) = gamma ^ 2 * mean N (fun c => C c * b c) / (4 * mean N a) - INR H * gamma ^ 2 * mean N (fun c => C c * b c) / (4 * mean N a).
Proof.
  intros N C a b H gamma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (real_4 := at_least_one _ given_4).
  identity.
Qed.

(* least *)
Theorem least :
  forall (H : nat),
  (1 <= H)%nat ->
  INR H >= 2 ->
  3 / 2 <= (5 * INR H - 1) / (3 * INR H).
Proof.
  intros H given_1 given_2.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ (((INR H - 2) / (6 * INR H)))); [identity | sign].
Qed.

(* most *)
Theorem most :
  forall (H : nat),
  (1 <= H)%nat ->
  INR H >= 2 ->
  (5 * INR H - 1) / (3 * INR H) <= 5 / 3.
Proof.
  intros H given_1 given_2.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((1 / (3 * INR H)))); [identity | sign].
Qed.

Definition all_of_this_file := (ratio, least, most).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
