(* symfed-scaffold-whole-class-two-steps: The exact factor of a round of two local steps in the second regime, for steps shorter than 1/L,
   over all smooth, strongly convex clients: a little more than r^2, r = gamma L/2. A share of clients of curvature L and a share with a
   kink (curvature mu where they start, L where they go) attain it, on the line; no quadratics do. Near the crossing of both regimes, and
   for short steps, others are worse.
   symfed, Scaffold beyond quadratics, two steps in the second regime. Printed:
     H=2:\ V^+\le\rho^2V,\quad\rho^2=\frac{4r^2(r^2-st^3)}{4r^2-t^2(s+t)^2},\quad s=1-\gamma\mu,\ t=1-\gamma L>0,\ r=\tfrac{1-t}2;\quads+2t\le1,\ s\le\tfrac23,\ (1-t)^2\ge2(s-t)(s+t+st)+4st^3
   Conditions:
     L*gamma < 1
     mu < L
     H >= 2
     H <= 2
     gamma*(2*L + mu) >= 2
     3*gamma*mu >= 1
     L**2*gamma**2 >= (-L*gamma + 1)**3*(-4*gamma*mu + 4) + (2*L*gamma - 2*gamma*mu)*(-L*gamma - gamma*mu + (-L*gamma + 1)*(-gamma*mu + 1) + 2)
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Cross-checks, on which nothing rests and which are not here: rounds of exact clients.
   Not here, or not whole:
     the proof: 3 steps in words *)
From Symfed Require Import Prelude.

(* interpolation, shifted *)
Theorem interpolation_shifted :
  forall (f_i : R) (f_j : R) (g_i : R) (g_j : R) (s : R) (t : R) (x_i : R) (x_j : R),
  1 - t <> 0 ->
  s - t <> 0 ->
  2 * (s - t) <> 0 ->
  2 - 2 * (1 - s) / (1 - t) <> 0 ->
  (((f_i - ((1 - s) * x_i ^ 2) / 2) - (g_i - (1 - s) * x_i) ^ 2 / (2 * (s - t))) - ((f_j - ((1 - s) * x_j ^ 2) / 2) - (g_j - (1 - s) * x_j) ^ 2 / (2 * (s - t)))) - (g_j - (1 - s) * x_j) * ((x_i - (g_i - (1 - s) * x_i) / (s - t)) - (x_j - (g_j - (1 - s) * x_j) / (s - t))) = f_i - f_j - (x_i - x_j) * g_j - ((x_i - x_j) ^ 2 * (1 - s) + (g_i - g_j) ^ 2 / (1 - t) - (2 - 2 * s) * (g_i - g_j) * (x_i - x_j) / (1 - t)) / (2 - 2 * (1 - s) / (1 - t)).
Proof.
  intros f_i f_j g_i g_j s t x_i x_j given_1 given_2 given_3 given_4.
  identity.
Qed.

(* what five inequalities give *)
Theorem what_five_inequalities_give :
  forall (A : R) (B : R) (alpha : R) (beta : R) (chi : R) (k0 : R) (k1 : R) (m0 : R) (m1 : R),
  m0 >= 0 ->
  m1 >= 0 ->
  m0 <= A * k0 ->
  m1 <= B * k1 ->
  (B - A) * k0 + m0 <= m1 ->
  alpha >= 0 ->
  chi >= 0 ->
  beta >= alpha ->
  - A * chi * k0 <= B * beta * k1 + (A - B) * alpha * k0.
Proof.
  intros A B alpha beta chi k0 k1 m0 m1 given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  apply (by_certificate _ _ ((alpha) * (m1 - (B - A) * k0 - m0) + (chi) * (A * k0 - m0) + (beta) * (B * k1 - m1) + (alpha + chi) * (m0) + (beta - alpha) * (m1))); [identity | sign].
Qed.

(* the dual *)
Theorem the_dual :
  forall (A : R) (B : R) (o : R) (p : R) (s : R) (t : R) (w : R),
  1 - t <> 0 ->
  2 * o - t * (s - t) <> 0 ->
  o - s <> 0 ->
  (((((s * t) * (p + w) + (1 - t) * (p * ((o - s * t) / (1 - t)) - w * ((o + t ^ 2) / (1 - t)))) ^ 2 + ((((1 - t) ^ 2 * t) * (s - t)) / (2 * o - t * (s - t))) * ((p * ((o - s * t) / (1 - t)) - w * ((o + t ^ 2) / (1 - t))) - ((o - s * t) / (1 - t)) * (p + w)) ^ 2) - ((t * ((t * (p + w) + (s - t) * A) - (p * ((o - s * t) / (1 - t)) - w * ((o + t ^ 2) / (1 - t)))) + (s - t) * B) + (p * ((o - s * t) / (1 - t)) - w * ((o + t ^ 2) / (1 - t)))) ^ 2) - ((((2 * (((s - t) * o) * (1 - t)) / (o - s)) * (((t * (p + w) + (s - t) * A) - (p * ((o - s * t) / (1 - t)) - w * ((o + t ^ 2) / (1 - t)))) - B)) * B + ((2 * (((s - t) * o) * (s + t)) / (o - s)) * ((p + w) - A)) * (A - B)) + ((2 * ((t * (s - t)) * o - (((s - t) * o) * (s + t)) / (o - s))) * ((p + w) - A)) * A)) - ((((t * (s - t)) * (2 * o - t * (s - t))) * (A - p) ^ 2 - ((2 * (((((s - t) * o) * (s + t)) / (o - s) + ((((s - t) * o) * (1 - t)) / (o - s)) * (s - t)) + t * (s - t) ^ 2)) * (A - p)) * B) + (2 * (((s - t) * o) * (1 - t)) / (o - s) - (s - t) ^ 2) * B ^ 2) = 0.
Proof.
  intros A B o p s t w given_1 given_2 given_3.
  identity.
Qed.

(* alpha <= beta *)
Theorem alpha_at_most_beta :
  forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  gamma * (2 * L + mu) >= 2 ->
  2 - L * gamma - gamma * mu <= L * gamma.
Proof.
  intros L gamma mu given_1 given_2 given_3 given_4.
  apply (by_certificate _ _ ((gamma * (2 * L + mu) - 2))); [identity | sign].
Qed.

(* chi >= 0 *)
Theorem chi_at_least_0 :
  forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L ^ 2 * gamma ^ 2 >= (1 - L * gamma) ^ 3 * (4 - 4 * gamma * mu) + (2 * L * gamma - 2 * gamma * mu) * ((1 - L * gamma) * (1 - gamma * mu) + 2 - L * gamma - gamma * mu) ->
  (2 * L * gamma - 2 * gamma * mu) * ((1 - L * gamma) * (1 - gamma * mu) + 2 - L * gamma - gamma * mu) <= L ^ 2 * gamma ^ 2 - (1 - L * gamma) ^ 3 * (4 - 4 * gamma * mu).
Proof.
  intros L gamma mu given_1 given_2 given_3 given_4.
  apply (by_certificate _ _ ((L ^ 2 * gamma ^ 2 - (1 - L * gamma) ^ 3 * (4 - 4 * gamma * mu) - (2 * L * gamma - 2 * gamma * mu) * ((1 - L * gamma) * (1 - gamma * mu) + 2 - L * gamma - gamma * mu)))); [identity | sign].
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

(* s >= t *)
Theorem s_at_least_t :
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

(* s <= 2/3 *)
Theorem s_at_most_2_over_3 :
  forall (gamma : R) (mu : R),
  0 < gamma ->
  0 < mu ->
  3 * gamma * mu >= 1 ->
  3 - 3 * gamma * mu <= 2.
Proof.
  intros gamma mu given_1 given_2 given_3.
  apply (by_certificate _ _ ((3 * gamma * mu - 1))); [identity | sign].
Qed.

(* the determinant of the rest *)
Theorem the_determinant_of_the_rest :
  forall (X : R) (s : R) (t : R),
  t <> 0 ->
  (X - s * t) ^ 2 <> 0 ->
  X / t - s <> 0 ->
  ((s - t) ^ 2 * (((2 * X - t ^ 2 * (s - t)) * ((2 * (1 - t)) * X - (s - t) * (X - s * t))) * (X - s * t) - (X * ((s + t) + (1 - t) * (s - t)) + (t * (s - t)) * (X - s * t)) ^ 2)) / (X - s * t) ^ 2 = (2 * (1 - t) * (s - t) * X / ((X / t - s) * t) - (s - t) ^ 2) * (s - t) * (2 * X / t - (s - t) * t) * t - ((s - t) ^ 2 * (1 - t) * X / ((X / t - s) * t) + (s - t) * (s + t) * X / ((X / t - s) * t) + (s - t) ^ 2 * t) ^ 2.
Proof.
  intros X s t given_1 given_2 given_3.
  identity.
Qed.

(* it is not negative *)
Theorem it_is_not_negative :
  forall (s : R) (t : R) (z : R),
  t >= 0 ->
  s >= t ->
  3 * s <= 2 ->
  z >= 0 ->
  ((s - t) * (s + t + z) * t + (s + t + (1 - t) * (s - t)) * (s * t + s + t + z)) ^ 2 - ((2 - 2 * t) * (s * t + s + t + z) - (s - t) * (s + t + z)) * (s + t + z) * (2 * s * t + 2 * s + 2 * t + 2 * z - t ^ 2 * (s - t)) <= 0.
Proof.
  intros s t z given_1 given_2 given_3 given_4.
  assert (written_1 : 0 <= s * t + s + t). { apply (by_certificate _ _ ((2 * (t) + (s - t) + (t) * (s - t) + (t ^ 2)))); [identity | sign]. }
  assert (written_3 : 0 <= s ^ 2 * t + 2 * s + 2 * t - 3 * s ^ 2 - t ^ 2 * s - 2 * s * t - t ^ 2). { apply (by_certificate _ _ ((5 / 3 * (t) * (s - t) + 1 / 3 * (t ^ 2) * (2 - 3 * s) + 16 / 9 * (t) * (2 - 3 * s) + (s - t) * (2 - 3 * s) + 1 / 9 * (t) * (2 - 3 * s) * (2 - 3 * s)))); [identity | sign]. }
  assert (written_4 : 0 <= 3 * s ^ 3 * t ^ 2 + s ^ 2 * t ^ 4 + 6 * s ^ 2 + 12 * s * t + 2 * t ^ 4 + 6 * t ^ 2 - 6 * s ^ 3 * t - 7 * s ^ 3 - 4 * s ^ 2 * t ^ 3 - 8 * s ^ 2 * t ^ 2 - 5 * s ^ 2 * t - t ^ 5 * s - 6 * t ^ 3 * s - t ^ 2 * s - t ^ 5 - 3 * t ^ 3). { apply (by_certificate _ _ ((92 / 27 * (t ^ 2) + 4 / 3 * (s ^ 2) + 6 * (t) * (s - t) + 17 / 3 * (t ^ 2) * (s - t) + 3 * (s ^ 2) * (t ^ 2) * (s - t) + 5 / 3 * (t ^ 4) * (s - t) + 2 * (s ^ 2) * (t) * (2 - 3 * s) + 197 / 27 * (t ^ 2) * (2 - 3 * s) + 40 / 9 * (t ^ 3) * (2 - 3 * s) + 4 / 9 * (t ^ 4) * (2 - 3 * s) + 7 / 3 * (s ^ 2) * (2 - 3 * s) + 1 / 3 * (t ^ 5) * (2 - 3 * s) + 4 / 3 * (t ^ 2) * (s - t) * (s - t) + 3 * (t) * (s - t) * (2 - 3 * s) + 28 / 9 * (t ^ 2) * (s - t) * (2 - 3 * s) + 1 / 3 * (t ^ 3) * (s - t) * (2 - 3 * s) + 1 / 9 * (t ^ 4) * (2 - 3 * s) * (2 - 3 * s)))); [identity | sign]. }
  assert (written_5 : 0 <= s ^ 2 * t ^ 2 + 12 * s + 2 * t ^ 3 + 12 * t - 2 * s ^ 2 * t - 10 * s ^ 2 - 8 * t ^ 2 * s - 4 * s * t - t ^ 4 - 6 * t ^ 2). { apply (by_certificate _ _ ((64 / 9 * (t) + 82 / 9 * (t) * (s - t) + 16 / 3 * (s - t) + (t ^ 3) * (s - t) + 76 / 9 * (t) * (2 - 3 * s) + 22 / 9 * (t ^ 2) * (2 - 3 * s) + 1 / 3 * (t ^ 3) * (2 - 3 * s) + 4 / 3 * (t) * (s - t) * (s - t) + 10 / 9 * (t) * (s - t) * (2 - 3 * s) + 10 / 3 * (s - t) * (2 - 3 * s) + 1 / 9 * (t ^ 2) * (2 - 3 * s) * (2 - 3 * s)))); [identity | sign]. }
  apply (by_certificate _ _ ((- (s * t + s + t) * (t ^ 2 * s - 2 * s * t - 2 * s - t ^ 3 - 2 * t) * (s ^ 2 * t + 2 * s + 2 * t - 3 * s ^ 2 - t ^ 2 * s - 2 * s * t - t ^ 2)) + (z) * (2 * (3 * s ^ 3 * t ^ 2 + s ^ 2 * t ^ 4 + 6 * s ^ 2 + 12 * s * t + 2 * t ^ 4 + 6 * t ^ 2 - 6 * s ^ 3 * t - 7 * s ^ 3 - 4 * s ^ 2 * t ^ 3 - 8 * s ^ 2 * t ^ 2 - 5 * s ^ 2 * t - t ^ 5 * s - 6 * t ^ 3 * s - t ^ 2 * s - t ^ 5 - 3 * t ^ 3)) + (z ^ 2) * (s ^ 2 * t ^ 2 + 12 * s + 2 * t ^ 3 + 12 * t - 2 * s ^ 2 * t - 10 * s ^ 2 - 8 * t ^ 2 * s - 4 * s * t - t ^ 4 - 6 * t ^ 2) + (z ^ 3) * (- 2 * (s + t - 2)))); [identity | sign].
Qed.

(* its first coefficient *)
Theorem its_first_coefficient :
  forall (X : R) (s : R) (t : R),
  t >= 0 ->
  t <= 1 ->
  s >= t ->
  X >= s * t + s + t ->
  t ^ 2 * (s - t) <= 2 * X.
Proof.
  intros X s t given_1 given_2 given_3 given_4.
  assert (written_1 : 0 <= s * t + (1 - t ^ 2) * s + t). { apply (by_certificate _ _ ((2 * (t) + (s - t) + (t) * (1 - t) * (s - t) + (t ^ 2) * (1 - t)))); [identity | sign]. }
  assert (written_2 : 0 <= s * t + s + t ^ 3 + t). { apply (by_certificate _ _ ((2 * (t ^ 3) + 2 * (t) + (t ^ 2) * (1 - t) + (s - t) + (t) * (s - t)))); [identity | sign]. }
  apply (by_certificate _ _ ((2) * (X - s * t - s - t) + (s * t + (1 - t ^ 2) * s + t) * (1) + (s * t + s + t ^ 3 + t) * (1))); [identity | sign].
Qed.

(* a form with both *)
Theorem a_form_with_both :
  forall (first : R) (half : R) (last : R) (p : R) (w : R),
  first * last >= half ^ 2 ->
  0 <= (p ^ 2 * first + 2 * half * p * w + w ^ 2 * last) * first.
Proof.
  intros first half last p w given_1.
  apply (by_certificate _ _ (((first * p + half * w) ^ 2) + (w ^ 2) * (first * last - half ^ 2))); [identity | sign].
Qed.

(* the coefficient of |y|^2 *)
Theorem the_coefficient_of_y_to_the_2 :
  forall (s : R) (t : R),
  t <> 0 ->
  s - t <> 0 ->
  4 * ((1 - t) ^ 2 - t ^ 2 * (s + t) ^ 2) <> 0 ->
  ((1 - t) ^ 2 - 4 * t ^ 3 * s) / ((s - t) * t) - (s - t) * t <> 0 ->
  ((1 - t) ^ 2 * ((1 - t) ^ 2 - (4 * s) * t ^ 3)) / (4 * ((1 - t) ^ 2 - t ^ 2 * (s + t) ^ 2)) = (1 - t) ^ 2 * (s - t) * t / (4 * (((1 - t) ^ 2 - 4 * t ^ 3 * s) / ((s - t) * t) - (s - t) * t)) + (1 - t) ^ 2 / 4.
Proof.
  intros s t given_1 given_2 given_3 given_4.
  identity.
Qed.

(* the coefficient of |e|^2 *)
Theorem the_coefficient_of_e_to_the_2 :
  forall (s : R) (t : R),
  t <> 0 ->
  s - t <> 0 ->
  4 * ((1 - t) ^ 2 - t ^ 2 * (s + t) ^ 2) <> 0 ->
  ((1 - t) ^ 2 - 4 * t ^ 3 * s) / ((s - t) * t) - (s - t) * t <> 0 ->
  ((1 - t) ^ 2 * ((1 - t) ^ 2 - (4 * s) * t ^ 3)) / (4 * ((1 - t) ^ 2 - t ^ 2 * (s + t) ^ 2)) = s ^ 2 * t ^ 2 + (((1 - t) ^ 2 - 4 * t ^ 3 * s) / (2 * (s - t) * t) - s * t) ^ 2 * (s - t) * t / (((1 - t) ^ 2 - 4 * t ^ 3 * s) / ((s - t) * t) - (s - t) * t).
Proof.
  intros s t given_1 given_2 given_3 given_4.
  identity.
Qed.

(* both are tight *)
Theorem both_are_tight :
  forall (o : R) (s : R) (t : R),
  1 - t <> 0 ->
  2 * o - (s - t) * t <> 0 ->
  o ^ 2 = (1 - t) ^ 2 * (- (o + t ^ 2) / (1 - t) - (o - s * t) / (1 - t)) ^ 2 * (s - t) * t / (2 * o - (s - t) * t) + (s * t - o - t ^ 2) ^ 2.
Proof.
  intros o s t given_1 given_2.
  identity.
Qed.

Definition all_of_this_file := (interpolation_shifted, what_five_inequalities_give, the_dual, alpha_at_most_beta, chi_at_least_0, t_at_least_0, s_at_least_t, s_at_most_2_over_3, the_determinant_of_the_rest, it_is_not_negative, its_first_coefficient, a_form_with_both, the_coefficient_of_y_to_the_2, the_coefficient_of_e_to_the_2, both_are_tight).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
