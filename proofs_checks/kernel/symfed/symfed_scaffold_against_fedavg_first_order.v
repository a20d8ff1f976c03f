(* symfed-scaffold-against-fedavg-first-order: At order gamma Scaffold's bias is the noise's part of FedAvg's. It is the larger one exactly
   where heterogeneity takes away some of it.
   symfed, whose bias is larger, d = 1. Printed:
     \beta_F^2-\beta_S^2=\frac{\gamma^2}{4\langle a\rangle^2}(H-1)\langle ag\rangle\Big((H-1)\langle ag\rangle-\frac{\langle b\rangle\langle C\rangle}{N\langle a\rangle}\Big),\quad\text{so }|\beta_S|>|\beta_F|\text{ iff }(H-1)\langle ag\rangle\text{ lies between }0\text{ and }\tfrac{\langle b\rangle\langle C\rangle}{N\langle a\rangle}
   Conditions:
     in words: smooth losses
     in words: every step draws its sample anew
     in words: clients draw independently of each other
     in words: the control variates have mean zero when they start, and so for ever *)
From Symfed Require Import Prelude.

(* difference *)
Theorem difference :
  forall (N : nat) (a : nat -> R) (g : nat -> R) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N g = 0 ->
  (1 <= H)%nat ->
  0 < gamma ->
  gamma * (INR H - 1) * mean N (fun c => a c * g c) / (2 * mean N a) = gamma * INR H * mean N (fun c => a c * g c) / (2 * mean N a) - gamma * mean N (fun c => a c * g c) / (2 * mean N a).
Proof.
  intros N a g H gamma given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  assert (real_4 := at_least_one _ given_4).
  rewrite ?given_3.
  identity.
Qed.

(* squares *)
Theorem squares :
  forall (N : nat) (C : nat -> R) (a : nat -> R) (b : nat -> R) (g : nat -> R) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N g = 0 ->
  (1 <= H)%nat ->
  0 < gamma ->
  gamma ^ 2 * (INR H - 1) * ((INR H - 1) * mean N (fun c => a c * g c) - mean N C * mean N b / (INR N * mean N a)) * mean N (fun c => a c * g c) / (4 * (mean N a) ^ 2) = gamma ^ 2 * (INR H) ^ 2 * (mean N (fun c => a c * g c)) ^ 2 / (4 * (mean N a) ^ 2) + gamma ^ 2 * (mean N (fun c => a c * g c)) ^ 2 / (4 * (mean N a) ^ 2) + gamma ^ 2 * mean N (fun c => a c * g c) * mean N C * mean N b / (4 * INR N * (mean N a) ^ 3) - INR H * gamma ^ 2 * (mean N (fun c => a c * g c)) ^ 2 / (2 * (mean N a) ^ 2) - INR H * gamma ^ 2 * mean N (fun c => a c * g c) * mean N C * mean N b / (4 * INR N * (mean N a) ^ 3).
Proof.
  intros N C a b g H gamma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (real_5 := at_least_one _ given_5).
  rewrite ?given_4.
  identity.
Qed.

(* steps: (H-1)<ag>, noise: <b><C>/(N <a>) *)
Theorem between :
  forall (noise : R) (steps : R),
  steps >= Rmin 0 noise ->
  steps <= Rmax 0 noise ->
  (steps - noise) * steps <= 0.
Proof.
  intros noise steps given_1 given_2.
  extremes; (apply (by_certificate _ _ (((noise - steps) * steps))); [identity | sign]).
Qed.

(* above *)
Theorem above :
  forall (noise : R) (steps : R),
  steps >= Rmax 0 noise ->
  0 <= (steps - noise) * steps.
Proof.
  intros noise steps given_1.
  extremes; (apply (by_certificate _ _ (((steps - noise) * steps))); [identity | sign]).
Qed.

(* below *)
Theorem below :
  forall (noise : R) (steps : R),
  steps <= Rmin 0 noise ->
  0 <= (steps - noise) * steps.
Proof.
  intros noise steps given_1.
  extremes; (apply (by_certificate _ _ ((- (noise - steps) * steps))); [identity | sign]).
Qed.

Definition all_of_this_file := (difference, squares, between, above, below).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
