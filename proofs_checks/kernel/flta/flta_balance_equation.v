(* flta-balance-equation: There is a real number of local steps at which the two branches of the bound are equal, for one falls with H and
   the other rises; no whole number of steps makes the bound smaller than it is there.
   flta, Acceleration and Optimal Local Steps. Printed:
     \text{Balancing the two regimes requires setting }(1-\gamma\mu)^H=1-\frac{1-1/e}{\gamma LH}
   Conditions:
     L*gamma <= 1
     mu <= L
   Cross-checks, on which nothing rests and which are not here: cases.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* q(mu) falls with H *)
Theorem q_mu_falls_with_H :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  (1 - gamma * mu) ^ (H + 1) <= (1 - gamma * mu) ^ H.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  powers_between (1 - gamma * mu) H.
  apply (by_certificate _ _ ((gamma * mu) * ((1 - gamma * mu) ^ H))); [identity | sign].
Qed.

(* the second branch rises with H *)
Theorem the_second_branch_rises_with_H :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  1 - (1 - exp (- 1)) / (L * gamma * INR H) <= 1 - (1 - exp (- 1)) / (L * gamma * (INR H + 1)).
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  assert (number_1 : 17 / 50 <= exp (- 1) <= 39 / 100) by exponential.
  apply (by_certificate _ _ ((1 / (L * gamma * INR H * (INR H + 1))) * (1 - exp (- 1)))); [identity | sign].
Qed.

Definition all_of_this_file := (q_mu_falls_with_H, the_second_branch_rises_with_H).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
