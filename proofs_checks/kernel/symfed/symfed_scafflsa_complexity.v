(* symfed-scafflsa-complexity: SCAFFLSA's cost: the error falls to the order of epsilon², at most 20 of it, in a number of rounds that grows
   with the logarithm of epsilon alone, which no other choice of eta and H betters under these conditions. H and T are real, not rounded;
   sigma² is the noise at theta*.
   symfed, ARGO slide 'Communication Complexity', with the logarithm of squares. Printed:
     \eta=\frac{Na\epsilon^2}{\sigma^2},\quad H=\frac{\sigma^2}{N\epsilon^2L^2},\quad T=\frac{2L^2}{a^2}\log\frac{\psi_0}{\epsilon^2},\quad HT=\frac{2\sigma^2}{Na^2\epsilon^2}\log\frac{\psi_0}{\epsilon^2}
   Conditions:
     decay*gamma <= 1
     H*L**2*gamma <= decay
     2*decay**2 <= L**2
     sigma**2 >= L**2*N*epsilon**2
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: E|A^c(Z) u|² <= L²|u|² for all u and c
     in words: the control variates have mean zero when they start, and so for ever
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: enough.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude Exponents.

(* the noise is at most epsilon² (What was derived reads as what is printed.) *)
Theorem eta :
  forall (H : nat) (L : R) (N : nat) (decay : R) (epsilon : R) (gamma : R) (sigma : R),
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < decay ->
  0 < epsilon ->
  0 < gamma ->
  0 < sigma ->
  gamma * decay <= 1 ->
  gamma * INR H * L ^ 2 <= decay ->
  2 * decay ^ 2 <= L ^ 2 ->
  sigma ^ 2 >= INR N * L ^ 2 * epsilon ^ 2 ->
  INR N * epsilon ^ 2 * decay / sigma ^ 2 = INR N * epsilon ^ 2 * decay / sigma ^ 2.
Proof.
  intros H L N decay epsilon gamma sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11.
  assert (real_1 := at_least_one _ given_1).
  assert (real_3 := at_least_one _ given_3).
  reflexivity.
Qed.

(* the most local steps (What was derived reads as what is printed.) *)
Theorem H :
  forall (H : nat) (L : R) (N : nat) (decay : R) (epsilon : R) (gamma : R) (sigma : R),
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < decay ->
  0 < epsilon ->
  0 < gamma ->
  0 < sigma ->
  gamma * decay <= 1 ->
  gamma * INR H * L ^ 2 <= decay ->
  2 * decay ^ 2 <= L ^ 2 ->
  sigma ^ 2 >= INR N * L ^ 2 * epsilon ^ 2 ->
  sigma ^ 2 / (L ^ 2 * epsilon ^ 2 * INR N) = sigma ^ 2 / (L ^ 2 * epsilon ^ 2 * INR N).
Proof.
  intros H L N decay epsilon gamma sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11.
  assert (real_1 := at_least_one _ given_1).
  assert (real_3 := at_least_one _ given_3).
  reflexivity.
Qed.

(* the start is forgotten (What was derived reads as what is printed.) *)
Theorem T :
  forall (H : nat) (L : R) (N : nat) (decay : R) (epsilon : R) (gamma : R) (psi0 : R) (sigma : R),
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < decay ->
  0 < epsilon ->
  0 < gamma ->
  0 < psi0 ->
  0 < sigma ->
  gamma * decay <= 1 ->
  gamma * INR H * L ^ 2 <= decay ->
  2 * decay ^ 2 <= L ^ 2 ->
  sigma ^ 2 >= INR N * L ^ 2 * epsilon ^ 2 ->
  2 * L ^ 2 * ln (psi0 / epsilon ^ 2) / decay ^ 2 = 2 * L ^ 2 * ln (psi0 / epsilon ^ 2) / decay ^ 2.
Proof.
  intros H L N decay epsilon gamma psi0 sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11 given_12.
  assert (real_1 := at_least_one _ given_1).
  assert (real_3 := at_least_one _ given_3).
  reflexivity.
Qed.

(* H T, of one client (What was derived reads as what is printed.) *)
Theorem steps :
  forall (H : nat) (L : R) (N : nat) (decay : R) (epsilon : R) (gamma : R) (psi0 : R) (sigma : R),
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < decay ->
  0 < epsilon ->
  0 < gamma ->
  0 < psi0 ->
  0 < sigma ->
  gamma * decay <= 1 ->
  gamma * INR H * L ^ 2 <= decay ->
  2 * decay ^ 2 <= L ^ 2 ->
  sigma ^ 2 >= INR N * L ^ 2 * epsilon ^ 2 ->
  2 * sigma ^ 2 * ln (psi0 / epsilon ^ 2) / (epsilon ^ 2 * INR N * decay ^ 2) = 2 * sigma ^ 2 * ln (psi0 / epsilon ^ 2) / (epsilon ^ 2 * INR N * decay ^ 2).
Proof.
  intros H L N decay epsilon gamma psi0 sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11 given_12.
  assert (real_1 := at_least_one _ given_1).
  assert (real_3 := at_least_one _ given_3).
  reflexivity.
Qed.

(* eta, 1/H and 1/T in powers of epsilon: no choice has fewer rounds *)
Theorem fewest :
  within (2) (2) (0) (1) (0) (0) (2) /\ within (2) (2) (0) (1) (1) (0) (0) /\ within (2) (2) (0) (- 1) (- 1) (- 1) (0) /\ within (2) (2) (0) (0) (- 1) (0) (0) /\ within (2) (2) (0) (0) (0) (- 1) (0) /\ (forall p h t, within p h t (1) (0) (0) (2) -> within p h t (1) (1) (0) (0) -> within p h t (- 1) (- 1) (- 1) (0) -> within p h t (0) (- 1) (0) (0) -> within p h t (0) (0) (- 1) (0) -> 0 <= t).
Proof.
  repeat split; intros; rewrite within_exponents in *; lra.
Qed.

Definition all_of_this_file := (eta, H, T, steps, fewest).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
