(* symfed-fedavg-expansion-needs: The coefficient of gamma^j, j up to 3, depends on all derivatives of the f_c to order 2j+1 (2j in the
   second moment), on cumulants to j+1.
   symfed, what occurs in the first three orders. Printed:
     [\gamma^j](\bar\theta_{sto}-\theta^\star)\text{ depends on }f_c^{(m)},\;m\le2j+1,\text{ and on }\partial^iK_k,\;2\le k\le j+1,\;i\le2j+2-2k,\text{ on each of them and on nothing else; }[\gamma^j]\bar\Sigma_{sto}\text{ on the same save }f_c^{(2j+1)},\text{ and at }j=1\text{ on }f_c''\text{ and }K_2=C\text{ alone}
   Conditions:
     in words: the mean loss is strongly convex
     in words: sample losses whose gradients have all moments, with bounded derivatives of the orders two to nine
   Not here, or not whole:
     symfed-fedavg-third-order: a premise, of which nothing is here *)
From Symfed Require Import Prelude.

(* bias (What was derived reads as what is printed.) *)
Theorem bias :
  forall (C : R) (C1 : R) (C2 : R) (C3 : R) (C4 : R) (K3 : R) (K3_1 : R) (K3_2 : R) (K4 : R) (a : R) (b : R) (f6 : R) (f7 : R) (g : R) (gamma : R) (q : R) (r : R),
  0 <= C ->
  0 < a ->
  0 < gamma ->
  gamma ^ 3 * (C + C1 + C2 + C3 + C4 + K3 + K3_1 + K3_2 + K4 + a + b + f6 + f7 + g + q + r) + gamma ^ 2 * (C + C1 + C2 + K3 + a + b + g + q + r) + gamma * (C + a + b + g) = gamma ^ 3 * (C + C1 + C2 + C3 + C4 + K3 + K3_1 + K3_2 + K4 + a + b + f6 + f7 + g + q + r) + gamma ^ 2 * (C + C1 + C2 + K3 + a + b + g + q + r) + gamma * (C + a + b + g).
Proof.
  intros C C1 C2 C3 C4 K3 K3_1 K3_2 K4 a b f6 f7 g gamma q r given_1 given_2 given_3.
  reflexivity.
Qed.

(* second moment (What was derived reads as what is printed.) *)
Theorem second_moment :
  forall (C : R) (C1 : R) (C2 : R) (C3 : R) (C4 : R) (K3 : R) (K3_1 : R) (K3_2 : R) (K4 : R) (a : R) (b : R) (f6 : R) (g : R) (gamma : R) (q : R) (r : R),
  0 <= C ->
  0 < a ->
  0 < gamma ->
  gamma ^ 3 * (C + C1 + C2 + C3 + C4 + K3 + K3_1 + K3_2 + K4 + a + b + f6 + g + q + r) + gamma ^ 2 * (C + C1 + C2 + K3 + a + b + g + q) + gamma * (C + a) = gamma ^ 3 * (C + C1 + C2 + C3 + C4 + K3 + K3_1 + K3_2 + K4 + a + b + f6 + g + q + r) + gamma ^ 2 * (C + C1 + C2 + K3 + a + b + g + q) + gamma * (C + a).
Proof.
  intros C C1 C2 C3 C4 K3 K3_1 K3_2 K4 a b f6 g gamma q r given_1 given_2 given_3.
  reflexivity.
Qed.

Definition all_of_this_file := (bias, second_moment).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
