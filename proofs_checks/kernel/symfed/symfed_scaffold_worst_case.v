(* symfed-scaffold-worst-case: The worst case of a round is rho = max(q(mu), r(L)), not for gamma L <= 1 only but up to gamma L = 3/2, if
   gamma (mu + L) <= 2: a bound for all clients that equal clients attain, proved by a certificate that needs no computer algebra to be
   read.
   symfed, Scaffold on quadratics, exact worst case, certificate. Printed:
     \gamma L\le\tfrac32,\ \gamma(\mu+L)\le2:\quad\rho=\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-(1-\gamma L)^H}{\gamma LH}\Big\}
   Conditions:
     2*L*gamma <= 3
     gamma*(L + mu) <= 2
     in words: quadratic clients
     in words: the control variates have mean zero when they start, and so for ever
   Cross-checks, on which nothing rests and which are not here: rounds by the rule.
   Not here, or not whole:
     the theorem's lemmas: certificate of a contraction is not exported
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* the formula scaffold_contraction (What was derived reads as what is printed.) *)
Theorem the_formula_scaffold_contraction :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  2 * L * gamma <= 3 ->
  gamma * (L + mu) <= 2 ->
  Rmax (1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) ((1 - gamma * mu) ^ H) = Rmax (1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) ((1 - gamma * mu) ^ H).
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  reflexivity.
Qed.

Definition all_of_this_file := (the_formula_scaffold_contraction).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
