(* symfed-scafflsa-algorithm: With the control update's sign turned SCAFFLSA is Scaffold on the drifts A x - b, its control variates xi
   being Scaffold's -xi, and one step teaches a control variate the client's own drift less the mean of all.
   symfed, SCAFFLSA, as it must read. Printed:
     \theta_{t,h}=\theta_{t,h-1}^c-\eta(A^c(Z_{t,h}^c)\theta_{t,h-1}^c-b^c(Z_{t,h}^c)-\xi_t^c);\quad\xi_{t+1}^c=\xi_t^c+\frac1{\eta H}(\theta_{t+1}-\theta_{t,H}^c),\quad\xi_0^c=0
   Conditions:
     in words: the control variates have mean zero when they start, and so for ever
   Cross-checks, on which nothing rests and which are not here: rounds, stable. *)
From Symfed Require Import Prelude.

(* Scaffold *)
Theorem Scaffold :
  forall (H : nat) (g : R) (gamma : R) (x : R) (x_end : R) (x_next : R) (xi : R),
  (1 <= H)%nat ->
  0 < gamma ->
  (x - gamma * (g + xi)) + ((INR H + 1) * (- 1)) * ((x_next - x_end) / (gamma * INR H) - xi) = x + (INR H + 1) * (xi + (x_end - x_next) / (gamma * INR H)) - gamma * (g + xi).
Proof.
  intros H g gamma x x_end x_next xi given_1 given_2.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* learns *)
Theorem learns :
  forall (g : R) (gamma : R) (mean_g : R) (x : R) (xi : R),
  0 < gamma ->
  xi + ((x - gamma * mean_g) - (x - gamma * (g - xi))) / (gamma * 1) = g - mean_g.
Proof.
  intros g gamma mean_g x xi given_1.
  identity.
Qed.

Definition all_of_this_file := (Scaffold, learns).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
