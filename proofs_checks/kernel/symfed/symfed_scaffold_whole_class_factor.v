(* symfed-scaffold-whole-class-factor: The factor of a round over all smooth, strongly convex clients, for every H, N and d: with q and r at
   mu and r_1 = 1 - 1/H the largest of the three numbers, unless the triangle with these sides is acute: then the diameter of the circle
   around it, a little more. At gamma L = 1 it cannot be smaller for all N: quadratic clients of the two end curvatures attain it in the
   right proportions.
   symfed, Scaffold beyond quadratics, the factor. Printed:
     V^+\le\rho^2V:\quad\rho=q\ (q^2\ge r_1^2+r^2),\quad\rho=r_1\ (r_1^2\ge q^2+r^2),\quad\rho^2=\frac{4q^2r^2r_1^2}{4q^2r^2-(q^2+r^2-r_1^2)^2}\text{ else};\quad q=(1-\gamma\mu)^H,\ r=1-\frac{1-q}{\gamma\mu H},\ r_1=1-\frac1H
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Cross-checks, on which nothing rests and which are not here: rounds of exact clients.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* C in an acute triangle *)
Theorem C_in_an_acute_triangle :
  forall (H : nat) (L : R) (gamma : R) (k : R) (mu : R) (q : R) (r : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  1 - k ^ 2 <> 0 ->
  (INR H) ^ 2 * (q ^ 2 + r ^ 2 - 2 * k * q * r) - (INR H * r - INR H * k * q) ^ 2 <> 0 ->
  ((q ^ 2 + r ^ 2) - ((2 * q) * r) * k) / (1 - k ^ 2) = (INR H) ^ 2 * q ^ 2 * (q ^ 2 + r ^ 2 - 2 * k * q * r) / ((INR H) ^ 2 * (q ^ 2 + r ^ 2 - 2 * k * q * r) - (INR H * r - INR H * k * q) ^ 2).
Proof.
  intros H L gamma k mu q r given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* the coefficient of |y|^2 is the same *)
Theorem the_coefficient_of_y_to_the_2_is_the_same :
  forall (H : nat) (L : R) (gamma : R) (k : R) (mu : R) (q : R) (r : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  1 - k ^ 2 <> 0 ->
  (((q ^ 2 + r ^ 2) - ((2 * q) * r) * k) / (1 - k ^ 2)) * k ^ 2 + ((q ^ 2 + r ^ 2) - ((2 * q) * r) * k) = (q ^ 2 + r ^ 2 - 2 * k * q * r) / (1 - k ^ 2).
Proof.
  intros H L gamma k mu q r given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* it is the circle's *)
Theorem it_is_the_circle_s :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (q : R) (r : R) (r1 : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  q <> 0 ->
  r <> 0 ->
  1 - (q ^ 2 + r ^ 2 - r1 ^ 2) ^ 2 / (4 * q ^ 2 * r ^ 2) <> 0 ->
  (4 * q ^ 2) * r ^ 2 - ((q ^ 2 + r ^ 2) - r1 ^ 2) ^ 2 <> 0 ->
  (((4 * q ^ 2) * r ^ 2) * r1 ^ 2) / ((4 * q ^ 2) * r ^ 2 - ((q ^ 2 + r ^ 2) - r1 ^ 2) ^ 2) = r1 ^ 2 / (1 - (q ^ 2 + r ^ 2 - r1 ^ 2) ^ 2 / (4 * q ^ 2 * r ^ 2)).
Proof.
  intros H L gamma mu q r r1 given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* H r <= (H-1)(1 - q) *)
Theorem H_r_at_most_H_1_1_minus_q :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) <= - (1 - gamma * mu) ^ H * (INR H - 1) - 1.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) <= - (1 - gamma * mu) ^ H * (INR H - 1) - 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => - (1 - (1 - gamma * mu) ^ H) / (gamma * mu)) (fun H => - (1 - gamma * mu) ^ H * (INR H - 1) - 1) (fun H => 1 - gamma * mu) (fun H => - 1)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    assert (written_2 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
    apply (by_certificate _ _ ((1 - (1 - gamma * mu) ^ H) * (1 - gamma * mu))); [identity | sign].
Qed.

(* H r <= q if q >= r_1 *)
Theorem H_r_at_most_q_if_q_at_least_r_1 :
  forall (H : nat) (q : R) (r : R),
  (1 <= H)%nat ->
  INR H * r <= (1 - q) * (INR H - 1) ->
  q >= 1 - 1 / INR H ->
  INR H * r <= q.
Proof.
  intros H q r given_1 given_2 given_3.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ (((1 - q) * (INR H - 1) - INR H * r) + (INR H) * (q + 1 / INR H - 1))); [identity | sign].
Qed.

(* q is not small in the corner *)
Theorem q_is_not_small_in_the_corner :
  forall (H : nat) (q : R) (r : R),
  (1 <= H)%nat ->
  INR H * r <= (1 - q) * (INR H - 1) ->
  INR H >= 2 ->
  r >= 0 ->
  q ^ 2 + r ^ 2 >= (1 - 1 / INR H) ^ 2 ->
  INR H * r + (1 - q) * (INR H - 1) >= 0 ->
  2 * (1 - 1 / INR H) ^ 2 * q <= q ^ 2 * ((1 - 1 / INR H) ^ 2 + 1).
Proof.
  intros H q r given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((q ^ 2 + r ^ 2 - (1 - 1 / INR H) ^ 2) + (1 / (INR H) ^ 2) * ((INR H * r + (1 - q) * (INR H - 1)) * ((1 - q) * (INR H - 1) - INR H * r)))); [identity | sign].
Qed.

(* H r <= 2 q in the corner *)
Theorem H_r_at_most_2_q_in_the_corner :
  forall (H : nat) (q : R) (r : R),
  (1 <= H)%nat ->
  INR H >= 2 ->
  INR H * r <= (1 - q) * (INR H - 1) ->
  q >= 2 * (INR H - 1) ^ 2 / ((INR H) ^ 2 + (INR H - 1) ^ 2) ->
  INR H * r <= 2 * q.
Proof.
  intros H q r given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ (((1 - q) * (INR H - 1) - INR H * r) + (INR H + 1) * (q - 2 * (INR H - 1) ^ 2 / ((INR H) ^ 2 + (INR H - 1) ^ 2)) + ((INR H - 1) / ((INR H) ^ 2 + (INR H - 1) ^ 2)) * (2 * INR H - 3))); [identity | sign].
Qed.

(* c <= 1 in the corner *)
Theorem c_at_most_1_in_the_corner :
  forall (H : nat) (q : R) (r : R),
  (1 <= H)%nat ->
  r >= 0 ->
  INR H * r <= 2 * q ->
  q ^ 2 <= (1 - 1 / INR H) ^ 2 ->
  INR H * (q ^ 2 + r ^ 2 - (1 - 1 / INR H) ^ 2) <= 2 * q * r.
Proof.
  intros H q r given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((r) * (2 * q - INR H * r) + (INR H) * ((1 - 1 / INR H) ^ 2 - q ^ 2))); [identity | sign].
Qed.

(* at c = 0 the second regime *)
Theorem at_c_0_the_second_regime :
  forall (q : R) (r : R) (r1 : R),
  q ^ 2 + r ^ 2 <= r1 ^ 2 ->
  q ^ 2 <= r1 ^ 2 - r ^ 2.
Proof.
  intros q r r1 given_1.
  apply (by_certificate _ _ ((r1 ^ 2 - q ^ 2 - r ^ 2))); [identity | sign].
Qed.

(* both end quadratics are tight *)
Theorem both_end_quadratics_are_tight :
  forall (H : nat) (Hr : R) (L : R) (g : R) (gamma : R) (mu : R) (n : R) (q : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  n ^ 2 - g ^ 2 <> 0 ->
  n ^ 2 - Hr * g <> 0 ->
  ((q * n ^ 2) / (n ^ 2 - Hr * g)) ^ 2 = g ^ 2 * n ^ 2 * q ^ 2 / (n ^ 2 - Hr * g) ^ 2 + ((Hr - g) * g / (n ^ 2 - Hr * g) + 1) ^ 2 * n ^ 2 * q ^ 2 / (n ^ 2 - g ^ 2).
Proof.
  intros H Hr L g gamma mu n q given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

Definition all_of_this_file := (C_in_an_acute_triangle, the_coefficient_of_y_to_the_2_is_the_same, it_is_the_circle_s, H_r_at_most_H_1_1_minus_q, H_r_at_most_q_if_q_at_least_r_1, q_is_not_small_in_the_corner, H_r_at_most_2_q_in_the_corner, c_at_most_1_in_the_corner, at_c_0_the_second_regime, both_end_quadratics_are_tight).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
