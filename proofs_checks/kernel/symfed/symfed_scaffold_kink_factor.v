(* symfed-scaffold-kink-factor: How much a kink makes of V at worst, for every H and gamma L < 1: a share of clients with a kink and a share
   of quadratic ones of curvature L multiply V by rho^2 > r(L)^2. No factor of the class is smaller; for H = 2 it is the factor (symfed-
   scaffold-whole-class-two-steps). By solver it is the class's for H = 2 to 6 in the second regime, away from the crossing, to seven
   digits.
   symfed, Scaffold beyond quadratics, a kink at worst. Printed:
     \sup V^+/V\ge\rho^2=\frac{4r^2(r^2-q_1q_2)}{4r^2-(q_1+q_2)^2},\quad r=1-\frac{1-(1-\gamma L)^H}{\gamma LH},\ q_1=(1-\gamma\mu)(1-\gamma L)^{H-1},\ q_2=(1-\gamma L)^H
   Conditions:
     L*gamma < 1
     mu < L
     H >= 2
     2*(1 - (1 - (-L*gamma + 1)**H)/(H*L*gamma))**2 - 2*(-L*gamma + 1)*(-L*gamma + 1)**(2*H - 2)*(-gamma*mu + 1) >= (-(-L*gamma + 1)*(-L*gamma + 1)**(H - 1) + (-L*gamma + 1)**(H - 1)*(-gamma*mu + 1))*(H*(1 - (1 - (-L*gamma + 1)**H)/(H*L*gamma))*(-gamma*mu + 1) + (-L*gamma + 1)**(H - 1)*(-gamma*mu + 1))
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Not here, or not whole:
     the path: is not a natural number that Coq can count with
     its end: refused by Coq: Tactic failure: not a valid field equation.
     V after it: refused by Coq: No applicable tactic.
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* V before the round *)
Theorem V_before_the_round :
  forall (y1 : R) (y2 : R),
  y1 - y2 <> 0 ->
  1 - y1 * y2 = y2 ^ 2 * (y2 / (y1 - y2) + 1) + 1 - y1 ^ 2 * y2 / (y1 - y2).
Proof.
  intros y1 y2 given_1.
  identity.
Qed.

(* no o does more *)
Theorem no_o_does_more :
  forall (o : R) (q1 : R) (q2 : R) (r : R),
  r <> 0 ->
  o ^ 2 * (4 * r ^ 2 - (q1 + q2) ^ 2) <= 4 * r ^ 2 * (1 + (o - q1) * (o + q2) / r ^ 2) * (r ^ 2 - q1 * q2).
Proof.
  intros o q1 q2 r given_1.
  apply (by_certificate _ _ (((2 * r ^ 2 - (q1 - q2) * o - 2 * q1 * q2) ^ 2))); [identity | sign].
Qed.

(* far enough *)
Theorem far_enough :
  forall (q1 : R) (q2 : R) (r : R) (s : R) (u : R),
  q1 > q2 ->
  2 * r ^ 2 - 2 * q1 * q2 >= (q1 - q2) * (q1 + s * u) ->
  q1 + s * u <= (2 * r ^ 2 - 2 * q1 * q2) / (q1 - q2).
Proof.
  intros q1 q2 r s u given_1 given_2.
  apply (by_certificate _ _ ((1 / (q1 - q2)) * (2 * r ^ 2 - 2 * q1 * q2 - (q1 - q2) * (q1 + s * u)))); [identity | sign].
Qed.

(* the condition *)
Theorem the_condition :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  2 * (1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) ^ 2 - 2 * (1 - L * gamma) ^ (H * 2 - 2) * (1 - L * gamma) * (1 - gamma * mu) >= ((1 - L * gamma) ^ (H - 1) * (1 - gamma * mu) - (1 - L * gamma) ^ (H - 1) * (1 - L * gamma)) * (INR H * (1 - gamma * mu) * (1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) + (1 - L * gamma) ^ (H - 1) * (1 - gamma * mu)) ->
  ((1 - L * gamma) ^ (H - 1) * (1 - gamma * mu) - (1 - L * gamma) ^ (H - 1) * (1 - L * gamma)) * (INR H * (1 - gamma * mu) * (1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) + (1 - L * gamma) ^ (H - 1) * (1 - gamma * mu)) <= 2 * (1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) ^ 2 - 2 * (1 - L * gamma) ^ (H * 2 - 2) * (1 - L * gamma) * (1 - gamma * mu).
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  powers_between (1 - L * gamma) H.
  apply (by_certificate _ _ ((2 * (1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) ^ 2 - 2 * (1 - L * gamma) ^ (H * 2 - 2) * (1 - L * gamma) * (1 - gamma * mu) - ((1 - L * gamma) ^ (H - 1) * (1 - gamma * mu) - (1 - L * gamma) ^ (H - 1) * (1 - L * gamma)) * (INR H * (1 - gamma * mu) * (1 - (1 - (1 - L * gamma) ^ H) / (L * gamma * INR H)) + (1 - L * gamma) ^ (H - 1) * (1 - gamma * mu))))); [identity | sign].
Qed.

(* t >= 0 *)
Theorem t_at_least_0 :
  forall (L : R) (gamma : R),
  0 < L ->
  0 < gamma ->
  L * gamma < 1 ->
  0 <= 1 - L * gamma.
Proof.
  intros L gamma given_1 given_2 given_3.
  apply (by_certificate _ _ ((1 - L * gamma))); [identity | sign].
Qed.

(* t <= s *)
Theorem t_at_most_s :
  forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mu < L ->
  1 - L * gamma <= 1 - gamma * mu.
Proof.
  intros L gamma mu given_1 given_2 given_3 given_4.
  apply (by_certificate _ _ ((gamma) * (L - mu))); [identity | sign].
Qed.

Definition all_of_this_file := (V_before_the_round, no_o_does_more, far_enough, the_condition, t_at_least_0, t_at_most_s).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
