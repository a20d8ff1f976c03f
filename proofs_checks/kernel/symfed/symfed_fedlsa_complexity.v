(* symfed-fedlsa-complexity: Noise, bias and what is left of the start are each at most epsilon with these eta, H and T, real and not
   rounded; psi0 stands for |theta_0 - theta_inf|², sigma for sigma~. By the triangle inequality the root mean squared error is then at
   most 3 epsilon.
   symfed, ARGO slide 'Problem: heterogeneity requires lots of communications', with its constants. Printed:
     \eta=\frac{Na\epsilon^2}{\sigma^2},\quad H=\frac{\sigma^2}{2NL^2\epsilon\Delta_{\mathrm{het}}},\quad T=\frac{4L^2\Delta_{\mathrm{het}}}{a^2\epsilon}\log\frac{\|\theta_0-\theta_\infty\|}\epsilon,\quad HT=\frac{2\sigma^2}{Na^2\epsilon^2}\log\frac{\|\theta_0-\theta_\infty\|}\epsilon
   Conditions:
     decay*gamma <= 1
     H*decay*gamma <= 2
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: E|A^c(Z) u|² <= L²|u|² for all u and c
     in words: theta_c* solves client c's mean system, and theta* the mean of these
     in words: theta* + bias is the mean of a stationary law, so that a round of mean steps leaves it where it is
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* the noise is at most epsilon² (What was derived reads as what is printed.) *)
Theorem eta :
  forall (H : nat) (N : nat) (decay : R) (epsilon : R) (gamma : R) (sigma : R),
  (1 <= H)%nat ->
  (1 <= N)%nat ->
  0 < decay ->
  0 < epsilon ->
  0 < gamma ->
  0 < sigma ->
  gamma * decay <= 1 ->
  gamma * INR H * decay <= 2 ->
  INR N * epsilon ^ 2 * decay / sigma ^ 2 = INR N * epsilon ^ 2 * decay / sigma ^ 2.
Proof.
  intros H N decay epsilon gamma sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  assert (real_2 := at_least_one _ given_2).
  reflexivity.
Qed.

(* the bias is at most epsilon (What was derived reads as what is printed.) *)
Theorem H :
  forall (Delta_het : R) (H : nat) (L : R) (N : nat) (decay : R) (epsilon : R) (gamma : R) (sigma : R),
  0 < Delta_het ->
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < decay ->
  0 < epsilon ->
  0 < gamma ->
  0 < sigma ->
  gamma * decay <= 1 ->
  gamma * INR H * decay <= 2 ->
  sigma ^ 2 / (2 * L ^ 2 * epsilon * INR N * Delta_het) = sigma ^ 2 / (2 * L ^ 2 * epsilon * INR N * Delta_het).
Proof.
  intros Delta_het H L N decay epsilon gamma sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10.
  assert (real_2 := at_least_one _ given_2).
  assert (real_4 := at_least_one _ given_4).
  reflexivity.
Qed.

(* the start is forgotten (What was derived reads as what is printed.) *)
Theorem T :
  forall (Delta_het : R) (H : nat) (L : R) (decay : R) (epsilon : R) (gamma : R) (psi0 : R),
  0 < Delta_het ->
  (1 <= H)%nat ->
  0 < L ->
  0 < decay ->
  0 < epsilon ->
  0 < gamma ->
  0 < psi0 ->
  gamma * decay <= 1 ->
  gamma * INR H * decay <= 2 ->
  2 * L ^ 2 * Delta_het * ln (psi0 / epsilon ^ 2) / (epsilon * decay ^ 2) = 2 * L ^ 2 * Delta_het * ln (psi0 / epsilon ^ 2) / (epsilon * decay ^ 2).
Proof.
  intros Delta_het H L decay epsilon gamma psi0 given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_2 := at_least_one _ given_2).
  reflexivity.
Qed.

(* H T, of one client (What was derived reads as what is printed.) *)
Theorem steps :
  forall (H : nat) (N : nat) (decay : R) (epsilon : R) (gamma : R) (psi0 : R) (sigma : R),
  (1 <= H)%nat ->
  (1 <= N)%nat ->
  0 < decay ->
  0 < epsilon ->
  0 < gamma ->
  0 < psi0 ->
  0 < sigma ->
  gamma * decay <= 1 ->
  gamma * INR H * decay <= 2 ->
  sigma ^ 2 * ln (psi0 / epsilon ^ 2) / (epsilon ^ 2 * INR N * decay ^ 2) = sigma ^ 2 * ln (psi0 / epsilon ^ 2) / (epsilon ^ 2 * INR N * decay ^ 2).
Proof.
  intros H N decay epsilon gamma psi0 sigma given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
  assert (real_2 := at_least_one _ given_2).
  reflexivity.
Qed.

Definition all_of_this_file := (eta, H, T, steps).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
