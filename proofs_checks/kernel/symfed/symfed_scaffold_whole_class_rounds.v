(* symfed-scaffold-whole-class-rounds: How many rounds an accuracy of V takes over the whole class: with gamma = 1/L and H =
   floor(sqrt(kappa)) local steps at most (sqrt(kappa)/2 + 1) log(1/epsilon), rounded up, and in all as many gradients, kappa/2
   log(1/epsilon), as gradient descent. No H and no shorter step does with fewer than (sqrt(kappa) - 1)/2 log(1/epsilon), not even on
   quadratics.
   symfed, Scaffold beyond quadratics, rounds to an accuracy. Printed:
     \gamma=\tfrac1L,\ H=\lfloor\sqrt\kappa\rfloor,\ T\ge\frac\kappa{2H}\log\frac1\varepsilon:\quad V_T\le\varepsilon V_0,\qquad\frac\kappa{2H}\le\frac{\sqrt\kappa}2+1
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     H**2*gamma*mu <= 1
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* few enough rounds *)
Theorem few_enough_rounds :
  forall (H : nat) (rootkappa : R),
  (1 <= H)%nat ->
  rootkappa >= INR H ->
  rootkappa <= INR H + 1 ->
  rootkappa ^ 2 / (2 * INR H) <= rootkappa / 2 + 1.
Proof.
  intros H rootkappa given_1 given_2 given_3.
  assert (real_1 := at_least_one _ given_1).
  assert (written_1 : 0 <= rootkappa + 1). { apply (by_certificate _ _ ((2 + (rootkappa - INR H) + (INR H - 1)))); [identity | sign]. }
  apply (by_certificate _ _ (((rootkappa + 1) / (2 * INR H)) * (INR H + 1 - rootkappa) + (1 / (2 * INR H)) * (INR H - 1))); [identity | sign].
Qed.

(* few enough steps *)
Theorem few_enough_steps :
  forall (H : nat) (gamma : R) (mu : R) (rootkappa : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  rootkappa >= INR H ->
  rootkappa <= INR H + 1 ->
  gamma * mu * rootkappa ^ 2 <= 1 ->
  gamma * mu * (INR H) ^ 2 <= 1.
Proof.
  intros H gamma mu rootkappa given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((gamma * mu * (rootkappa + INR H)) * (rootkappa - INR H) + (1 - gamma * mu * rootkappa ^ 2))); [identity | sign].
Qed.

Definition all_of_this_file := (few_enough_rounds, few_enough_steps).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
