(* flta-regime-2-bound: Once gamma a H > 1 the larger factor of a curvature is r(a), at most 1 - (1-1/e)/(gamma a H), and that at most the
   same with L.
   flta, Interpretation of the Contraction Rate. Printed:
     \gamma aH>1:\ \text{algebraic decay }1-\frac{1-1/e}{\gamma aH}\le1-\frac{1-1/e}{\gamma LH}\to\text{ slower with larger }H
   Conditions:
     L*gamma <= 1 *)
From Symfed Require Import Prelude.

(* the larger factor *)
Theorem the_larger_factor :
  forall (H : nat) (L : R) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= lambda ->
  lambda <= L ->
  gamma * lambda * INR H >= 1 ->
  (1 - gamma * lambda) ^ H <= 1 - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda * INR H).
Proof.
  intros H L gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  assert (chain_2 : 0 <= gamma * INR H * (lambda - mu)) by sign.
  assert (chain_3 : 0 <= gamma * (lambda - mu)) by sign.
  powers_between (1 - gamma * lambda) H.
  apply (by_certificate _ _ ((1 / (gamma * lambda * INR H)) * ((1 - (1 - gamma * lambda) ^ H) * (gamma * lambda * INR H - 1)))); [identity | sign].
Qed.

(* its decay *)
Theorem its_decay :
  forall (H : nat) (L : R) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= lambda ->
  lambda <= L ->
  gamma * lambda * INR H >= 1 ->
  1 - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda * INR H) <= 1 - (1 - exp (- 1)) / (gamma * lambda * INR H).
Proof.
  intros H L gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  assert (chain_2 : 0 <= gamma * INR H * (lambda - mu)) by sign.
  assert (chain_3 : 0 <= gamma * (lambda - mu)) by sign.
  powers_between (1 - gamma * lambda) H.
  assert (below_1 : (1 - gamma * lambda) ^ H <= exp (- 1)) by (apply power_at_most_exp; [sign | lra]).
  apply (by_certificate _ _ (((exp (- 1) - (1 - gamma * lambda) ^ H) / (gamma * lambda * INR H)))); [identity | sign].
Qed.

(* L for a *)
Theorem L_for_a :
  forall (H : nat) (L : R) (gamma : R) (lambda : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= lambda ->
  lambda <= L ->
  1 - (1 - exp (- 1)) / (gamma * lambda * INR H) <= 1 - (1 - exp (- 1)) / (L * gamma * INR H).
Proof.
  intros H L gamma lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  assert (chain_2 : 0 <= gamma * (lambda - mu)) by sign.
  assert (number_1 : 17 / 50 <= exp (- 1) <= 39 / 100) by exponential.
  apply (by_certificate _ _ ((1 / (L * gamma * lambda * INR H)) * ((1 - exp (- 1)) * (L - lambda)))); [identity | sign].
Qed.

Definition all_of_this_file := (the_larger_factor, its_decay, L_for_a).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
