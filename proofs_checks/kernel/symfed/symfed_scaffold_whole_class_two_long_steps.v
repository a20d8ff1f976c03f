(* symfed-scaffold-whole-class-two-long-steps: Two local steps longer than 1/L: the first regime goes on over the whole class, exactly as
   far as quadratics of the curvatures mu and L with one lambda let it (gamma L up to 1.44 for kappa = 10, 1.69 for kappa = 100): V
   shrinks by (1 - gamma mu)^4, which quadratics attain.
   symfed, Scaffold beyond quadratics, two long steps. Printed:
     H=2,\ 1\le\gamma L,\ \gamma(\mu+L)<2,\ r_L\le q,\ (qr-q_Lr_L)^2\le(q^2-r_L^2)(q^2-q_L^2):\quad V^+\le q^2V,\quad q=(1-\gamma\mu)^2,\ r=\tfrac{\gamma\mu}2,\ q_L=(1-\gamma L)^2,\ r_L=\tfrac{\gamma L}2
   Conditions:
     H >= 2
     H <= 2
     L*gamma >= 1
     gamma*(L + mu) < 2
     2*(-gamma*mu + 1)**2 >= L*gamma
     (-(1 - (1 - (-L*gamma + 1)**2)/(2*L*gamma))*(-L*gamma + 1)**2 + (1 - (1 - (-gamma*mu + 1)**2)/(2*gamma*mu))*(-gamma*mu + 1)**2)**2 <= (-(1 - (1 - (-L*gamma + 1)**2)/(2*L*gamma))**2 + (-gamma*mu + 1)**4)*(-(-L*gamma + 1)**4 + (-gamma*mu + 1)**4)
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Cross-checks, on which nothing rests and which are not here: rounds of exact clients.
   Not here, or not whole:
     tau_0 >= alpha: refused by Coq: No applicable tactic.
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
  forall (A : R) (B : R) (alpha : R) (k0 : R) (k1 : R) (m0 : R) (m1 : R) (tau0 : R) (tau1 : R),
  m0 >= 0 ->
  m1 >= 0 ->
  m0 <= A * k0 ->
  m1 <= B * k1 ->
  (A - B) * k1 + m1 <= m0 ->
  alpha >= 0 ->
  tau0 >= alpha ->
  tau1 >= alpha ->
  A * alpha * k1 <= A * k0 * tau0 + B * k1 * tau1.
Proof.
  intros A B alpha k0 k1 m0 m1 tau0 tau1 given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  apply (by_certificate _ _ ((tau0) * (A * k0 - m0) + (alpha) * (m0 - (A - B) * k1 - m1) + (tau1 - alpha) * (B * k1 - m1) + (tau0 - alpha) * (m0) + (tau1) * (m1))); [identity | sign].
Qed.

(* the dual *)
Theorem the_dual :
  forall (A : R) (B : R) (delta : R) (e : R) (s : R) (t : R),
  s <> 0 ->
  s ^ 3 + t * (s + t) <> 0 ->
  s ^ 4 - t ^ 4 <> 0 ->
  (s ^ 2) ^ 2 - (t ^ 2) ^ 2 <> 0 ->
  (((((s ^ 2) ^ 2 * e ^ 2 + (((4 * s ^ 2) * ((1 - s) / 2)) * e) * delta) + (4 * (((1 - t) / 2) ^ 2 + (s ^ 2 * ((1 - s) / 2) - t ^ 2 * ((1 - t) / 2)) ^ 2 / ((s ^ 2) ^ 2 - (t ^ 2) ^ 2))) * delta ^ 2) - ((t * ((t * e + (s - t) * A) - delta) + (s - t) * B) + delta) ^ 2) - ((((2 * s ^ 3) * (s - t)) * (e - A)) * A + ((s - t) * (((t * e + (s - t) * A) - delta) - B)) * ((2 * s + ((((2 * s ^ 2) * ((s - s ^ 2) - t)) * (s + t)) / (s ^ 3 + t * (s + t))) / s) * B - ((((2 * s ^ 2) * ((s - s ^ 2) - t)) * (s + t)) / (s ^ 3 + t * (s + t))) * A))) - ((((s - t) * ((2 * s ^ 3 + (s - t) * ((((2 * s ^ 2) * ((s - s ^ 2) - t)) * (s + t)) / (s ^ 3 + t * (s + t)))) - t ^ 2 * (s - t))) * (A - (e + delta * ((2 * s ^ 2 * (1 / 2 - s / 2) - 2 * t ^ 2 * (1 / 2 - t / 2)) / (s ^ 4 - t ^ 4)))) ^ 2 + ((2 * ((- (s - t)) * (((s - t) * (2 * s + ((((2 * s ^ 2) * ((s - s ^ 2) - t)) * (s + t)) / (s ^ 3 + t * (s + t))) / s) + (((2 * s ^ 2) * ((s - s ^ 2) - t)) * (s + t)) / (s ^ 3 + t * (s + t))) + (2 * t) * (s - t))) / 2) * (A - (e + delta * ((2 * s ^ 2 * (1 / 2 - s / 2) - 2 * t ^ 2 * (1 / 2 - t / 2)) / (s ^ 4 - t ^ 4))))) * (B - s * (e + delta * ((2 * s ^ 2 * (1 / 2 - s / 2) - 2 * t ^ 2 * (1 / 2 - t / 2)) / (s ^ 4 - t ^ 4))))) + ((s - t) * ((2 * s + ((((2 * s ^ 2) * ((s - s ^ 2) - t)) * (s + t)) / (s ^ 3 + t * (s + t))) / s) - (s - t))) * (B - s * (e + delta * ((2 * s ^ 2 * (1 / 2 - s / 2) - 2 * t ^ 2 * (1 / 2 - t / 2)) / (s ^ 4 - t ^ 4)))) ^ 2) = 0.
Proof.
  intros A B delta e s t given_1 given_2 given_3 given_4.
  identity.
Qed.

(* the determinant *)
Theorem the_determinant :
  forall (s : R) (t : R),
  s ^ 3 + (s + t) * t <> 0 ->
  (s - t) ^ 2 * (s + t) ^ 2 * s ^ 3 * (s ^ 2 + t ^ 2) * (2 * s ^ 2 + 2 * t - s ^ 3 - 2 * s * t) / (s ^ 3 + (s + t) * t) ^ 2 = (s - t) ^ 2 * (2 * s ^ 3 + 2 * s ^ 2 * (s - t) * (s + t) * (s - s ^ 2 - t) / (s ^ 3 + (s + t) * t) - t ^ 2 * (s - t)) * (s + 2 * (s + t) * (s - s ^ 2 - t) * s / (s ^ 3 + (s + t) * t) + t) - (t - s) ^ 2 * (2 * s ^ 2 * (s + t) * (s - s ^ 2 - t) / (s ^ 3 + (s + t) * t) + 2 * (s - t) * t + (s - t) * (2 * s + 2 * (s + t) * (s - s ^ 2 - t) * s / (s ^ 3 + (s + t) * t))) ^ 2 / 4.
Proof.
  intros s t given_1.
  identity.
Qed.

(* its sign *)
Theorem its_sign :
  forall (s : R) (t : R),
  t <= 0 ->
  s + t >= 0 ->
  s <= 1 ->
  2 * s ^ 2 >= 1 - t ->
  0 <= 2 * s ^ 2 + 2 * t - s ^ 3 - 2 * s * t.
Proof.
  intros s t given_1 given_2 given_3 given_4.
  assert (written_1 : 0 <= 2 * s ^ 2 + 2 * t - s ^ 3 - 2 * s * t). { apply (by_certificate _ _ ((2 / 3 * (s ^ 2) + 1 / 3 * (2 * s ^ 2 + t - 1) + 1 / 3 * (- t) * (s + t) + 7 / 6 * (s + t) * (1 - s) + 5 / 6 * (1 - s) * (1 - s) + 1 / 2 * (1 - s) * (2 * s ^ 2 + t - 1) + 1 / 3 * (t ^ 2)))); [identity | sign]. }
  apply (by_certificate _ _ ((2 * s ^ 2 + 2 * t - s ^ 3 - 2 * s * t))); [identity | sign].
Qed.

(* alpha >= 0 *)
Theorem alpha_at_least_0 :
  forall (s : R) (t : R),
  t <= 0 ->
  s + t >= 0 ->
  s <= 1 ->
  2 * s ^ 2 >= 1 - t ->
  0 <= s - s ^ 2 - t.
Proof.
  intros s t given_1 given_2 given_3 given_4.
  assert (written_1 : 0 <= s - s ^ 2 - t). { apply (by_certificate _ _ (((- t) + (- t) * (1 - s) + (s + t) * (1 - s)))); [identity | sign]. }
  apply (by_certificate _ _ ((s - s ^ 2 - t))); [identity | sign].
Qed.

(* its denominator *)
Theorem its_denominator :
  forall (s : R) (t : R),
  t <= 0 ->
  s + t >= 0 ->
  s <= 1 ->
  2 * s ^ 2 >= 1 - t ->
  0 <= s ^ 3 + (s + t) * t.
Proof.
  intros s t given_1 given_2 given_3 given_4.
  assert (written_1 : 0 <= s ^ 3 + s * t + t ^ 2). { apply (by_certificate _ _ ((1 / 2 * (s + t) * (s + t) + 1 / 2 * (s + t) * (1 - s) + 1 / 2 * (s + t) * (2 * s ^ 2 + t - 1) + (s ^ 2) * (- t)))); [identity | sign]. }
  apply (by_certificate _ _ ((s ^ 3 + s * t + t ^ 2))); [identity | sign].
Qed.

(* tau_0 - alpha *)
Theorem tau_0_minus_alpha :
  forall (s : R) (t : R),
  s ^ 3 + (s + t) * t <> 0 ->
  2 * s ^ 2 * (s ^ 4 + (s + t) ^ 2 * s - (s - t) * (s + t)) / (s ^ 3 + (s + t) * t) = 2 * s ^ 3 - 2 * s ^ 2 * (s + t) * (s - s ^ 2 - t) / (s ^ 3 + (s + t) * t).
Proof.
  intros s t given_1.
  identity.
Qed.

(* the last coefficient *)
Theorem the_last_coefficient :
  forall (alpha : R) (s : R) (t : R),
  s <> 0 ->
  s - t <> 0 ->
  alpha / s + s + t = ((s - t) * ((2 * s + alpha / s) - (s - t))) / (s - t).
Proof.
  intros alpha s t given_1 given_2.
  identity.
Qed.

(* a form with both *)
Theorem a_form_with_both :
  forall (first : R) (half : R) (last : R) (p : R) (w : R),
  first * last >= half ^ 2 ->
  0 <= (p ^ 2 * first + 2 * half * p * w + w ^ 2 * last) * last.
Proof.
  intros first half last p w given_1.
  apply (by_certificate _ _ (((half * p + last * w) ^ 2) + (p ^ 2) * (first * last - half ^ 2))); [identity | sign].
Qed.

(* B <= q^2 *)
Theorem B_at_most_q_to_the_2 :
  forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  ((1 - gamma * mu) ^ 2 * (1 - (1 - (1 - gamma * mu) ^ 2) / (2 * gamma * mu)) - (1 - L * gamma) ^ 2 * (1 - (1 - (1 - L * gamma) ^ 2) / (2 * L * gamma))) ^ 2 <= ((1 - gamma * mu) ^ 4 - (1 - L * gamma) ^ 4) * ((1 - gamma * mu) ^ 4 - (1 - (1 - (1 - L * gamma) ^ 2) / (2 * L * gamma)) ^ 2) ->
  (1 - (1 - (1 - L * gamma) ^ 2) / (2 * L * gamma)) ^ 2 * ((1 - gamma * mu) ^ 4 - (1 - L * gamma) ^ 4) + ((1 - gamma * mu) ^ 2 * (1 - (1 - (1 - gamma * mu) ^ 2) / (2 * gamma * mu)) - (1 - L * gamma) ^ 2 * (1 - (1 - (1 - L * gamma) ^ 2) / (2 * L * gamma))) ^ 2 <= (1 - gamma * mu) ^ 4 * ((1 - gamma * mu) ^ 4 - (1 - L * gamma) ^ 4).
Proof.
  intros L gamma mu given_1 given_2 given_3 given_4.
  apply (by_certificate _ _ ((((1 - gamma * mu) ^ 4 - (1 - L * gamma) ^ 4) * ((1 - gamma * mu) ^ 4 - (1 - (1 - (1 - L * gamma) ^ 2) / (2 * L * gamma)) ^ 2) - ((1 - gamma * mu) ^ 2 * (1 - (1 - (1 - gamma * mu) ^ 2) / (2 * gamma * mu)) - (1 - L * gamma) ^ 2 * (1 - (1 - (1 - L * gamma) ^ 2) / (2 * L * gamma))) ^ 2))); [identity | sign].
Qed.

(* t <= 0 *)
Theorem t_at_most_0 :
  forall (L : R) (gamma : R),
  0 < L ->
  0 < gamma ->
  L * gamma >= 1 ->
  1 - L * gamma <= 0.
Proof.
  intros L gamma given_1 given_2 given_3.
  apply (by_certificate _ _ ((L * gamma - 1))); [identity | sign].
Qed.

(* s + t >= 0 *)
Theorem s_plus_t_at_least_0 :
  forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  gamma * (L + mu) < 2 ->
  0 <= 2 - L * gamma - gamma * mu.
Proof.
  intros L gamma mu given_1 given_2 given_3 given_4.
  apply (by_certificate _ _ ((2 - gamma * (L + mu)))); [identity | sign].
Qed.

(* 1 - t <= 2 s^2 *)
Theorem the_1_minus_t_at_most_2_s_to_the_2 :
  forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  2 * (1 - gamma * mu) ^ 2 >= L * gamma ->
  L * gamma <= 2 * (1 - gamma * mu) ^ 2.
Proof.
  intros L gamma mu given_1 given_2 given_3 given_4.
  apply (by_certificate _ _ ((2 * (1 - gamma * mu) ^ 2 - L * gamma))); [identity | sign].
Qed.

Definition all_of_this_file := (interpolation_shifted, what_five_inequalities_give, the_dual, the_determinant, its_sign, alpha_at_least_0, its_denominator, tau_0_minus_alpha, the_last_coefficient, a_form_with_both, B_at_most_q_to_the_2, t_at_most_0, s_plus_t_at_least_0, the_1_minus_t_at_most_2_s_to_the_2).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
