(* symfed-scaffold-whole-class-mean-samples: Stochastic gradients of quadratic samples, drawn anew in every local step: in mean square a
   round shrinks V between two runs by (1 - gamma mu)^(2H) for H^2 gamma mu <= 1 and any step up to 1/L, as with exact gradients, so that
   H = sqrt(kappa) local steps at gamma = 1/L cost one communication. Path by path it does not (symfed-scaffold-whole-class-samples-any-
   steps). For samples that are not quadratic it is open.
   symfed, Scaffold with quadratic samples, in mean square. Printed:
     \gamma L\le1,\ H^2\gamma\mu\le1,\ H\ge2:\quad \mathbb E V^+\le(1-\gamma\mu)^{2H}V,\quad V=|\theta-\theta'|^2+\frac{(\gamma H)^2}N\sum_c|\xi_c-\xi_c'|^2
   Conditions:
     L*gamma <= 1
     H**2*gamma*mu <= 1
     mu < L
     H >= 2
     in words: sample losses L-smooth and mu-strongly convex
     in words: sample losses are quadratic
     in words: samples are drawn independently in every local step, each client's from one law
     in words: both laws with the same sum of the control variates
   Cross-checks, on which nothing rests and which are not here: every draw of a round.
   Not here, or not whole:
     the proof: 3 steps in words *)
From Symfed Require Import Prelude.

(* by the rule *)
Theorem by_the_rule :
  forall (H : nat) (L : R) (end_ : R) (g : R) (gamma : R) (m : R) (mu : R) (next : R) (u : R) (y : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  gamma * mu * (INR H) ^ 2 <= 1 ->
  mu < L ->
  INR H >= 2 ->
  ((u - gamma * g) - y / INR H) + m * ((y + end_) - next) = gamma * INR H * (y / (gamma * INR H) + (end_ - next) / (gamma * INR H)) * m + u - gamma * (g + y / (gamma * INR H)).
Proof.
  intros H L end_ g gamma m mu next u y given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* q from below *)
Theorem q_from_below :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  gamma * mu * (INR H) ^ 2 <= 1 ->
  - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 4 * INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 9 - 1.
Proof.
  intros H gamma mu given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> gamma * mu * (INR H) ^ 2 <= 1 -> - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 4 * INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 9 - 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((INR H - 1) ^ 2 * (gamma * mu * (INR H) ^ 2) + (INR H - 1) ^ 2 * (1 - gamma * mu * (INR H) ^ 2) + 2 * (INR H - 1) * (gamma * mu * (INR H) ^ 2) + 2 * (INR H - 1) * (1 - gamma * mu * (INR H) ^ 2) + (1 - gamma * mu * (INR H) ^ 2)) / ((INR H) ^ 2))); [identity | sign]. }
  clear real_1 given_1 given_4 H.
  apply (by_induction (fun H => gamma * mu * (INR H) ^ 2 <= 1) (fun H => - (1 - gamma * mu) ^ H) (fun H => gamma * mu * INR H - 4 * INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 9 - 1) (fun H => 1 - gamma * mu) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    assert (written_1 : 0 <= 4 * gamma * mu + 1 - 4 * gamma * mu * INR H). { assert (case_1 : 0 <= - (INR H) ^ 2 * (4 * gamma * mu * INR H - 4 * gamma * mu - 1)). { destruct (Rle_or_lt 0 (INR H / 2 - 1)). { apply (by_certificate _ _ (4 * (1 - gamma * mu * (INR H) ^ 2) + 8 * (INR H / 2 - 1) * (1 - gamma * mu * (INR H) ^ 2) + 4 * (INR H / 2 - 1) ^ 2 * (1 - gamma * mu * (INR H) ^ 2) + 4 * (INR H / 2 - 1) ^ 2 * (gamma * mu * (INR H) ^ 2))); [identity | sign]. } { apply (by_certificate _ _ (4 * (1 - INR H / 2) ^ 2 * (1 - gamma * mu * (INR H) ^ 2) + 4 * (1 - INR H / 2) ^ 2 * (gamma * mu * (INR H) ^ 2) + 8 * (INR H - 1) * (1 - INR H / 2) * (1 - gamma * mu * (INR H) ^ 2) + 4 * (INR H - 1) ^ 2 * (1 - gamma * mu * (INR H) ^ 2))); [identity | sign]. } } apply (by_certificate _ _ ((- (INR H) ^ 2 * (4 * gamma * mu * INR H - 4 * gamma * mu - 1)) / ((INR H) ^ 2))); [identity | sign]. }
    apply (by_certificate _ _ (INR H * gamma ^ 2 * mu ^ 2 * (4 * gamma * mu + 1 - 4 * gamma * mu * INR H) / 9)); [identity | sign].
Qed.

(* r <= (H-1) gamma mu/2 *)
Theorem r_at_most_H_1_gamma_mu_over_2 :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  gamma * mu * (INR H) ^ 2 <= 1 ->
  mu < L ->
  INR H >= 2 ->
  (1 - gamma * mu) ^ H <= INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H ->
  2 * gamma * mu * INR H * (1 - (1 - (1 - gamma * mu) ^ H) / (gamma * mu * INR H)) <= INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1).
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
  powers_between (1 - gamma * mu) H.
  apply (by_certificate _ _ ((2) * (INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H - (1 - gamma * mu) ^ H))); [identity | sign].
Qed.

(* H r <= q *)
Theorem H_r_at_most_q :
  forall (H : nat) (m : R) (q : R) (r : R),
  (1 <= H)%nat ->
  (INR H) ^ 2 * m <= 1 ->
  r >= 0 ->
  2 * r <= (INR H - 1) * m ->
  4 * INR H * m ^ 2 * (INR H - 1) / 9 + 1 - INR H * m <= q ->
  INR H * r <= q.
Proof.
  intros H m q r given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((INR H / 2) * ((INR H - 1) * m - 2 * r) + (INR H * m + q - 4 * INR H * m ^ 2 * (INR H - 1) / 9 - 1) + ((INR H + 1) / (2 * INR H)) * (1 - (INR H) ^ 2 * m) + (1 / (2 * INR H)) * (INR H - 1) + (4 / 9) * (INR H * m ^ 2 * (INR H - 1)))); [identity | sign].
Qed.

(* the other coefficient *)
Theorem the_other_coefficient :
  forall (H : nat) (m : R) (q : R) (r : R),
  (1 <= H)%nat ->
  (INR H) ^ 2 * m <= 1 ->
  r >= 0 ->
  2 * r <= (INR H - 1) * m ->
  4 * INR H * m ^ 2 * (INR H - 1) / 9 + 1 - INR H * m <= q ->
  r ^ 2 + (1 - 1 / INR H) ^ 2 <= q ^ 2.
Proof.
  intros H m q r given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ (((q + 1 / INR H - 1) ^ 2) + ((2 * INR H - 2) / INR H) * (INR H * m + q - 4 * INR H * m ^ 2 * (INR H - 1) / 9 - 1) + ((2 * INR H - 2) / (INR H) ^ 2) * (1 - (INR H) ^ 2 * m) + (23 / 36) * ((INR H - 1) ^ 2 * m ^ 2) + (1 / 4) * (((INR H - 1) * m - 2 * r) * ((INR H - 1) * m + 2 * r)))); [identity | sign].
Qed.

(* a sample *)
Theorem a_sample :
  forall (s : R) (x : R),
  x >= 0 ->
  x <= s ->
  x ^ 2 <= s * x.
Proof.
  intros s x given_1 given_2.
  apply (by_certificate _ _ ((x) * (s - x))); [identity | sign].
Qed.

(* no sample turns the sign *)
Theorem no_sample_turns_the_sign :
  forall (L : R) (gamma : R),
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  0 <= 1 - L * gamma.
Proof.
  intros L gamma given_1 given_2 given_3.
  apply (by_certificate _ _ ((1 - L * gamma))); [identity | sign].
Qed.

(* a step *)
Theorem a_step :
  forall (b : R) (delta : R) (m : R) (s : R) (x : R),
  ((s - x) * s) * (m ^ 2 + ((2 * b) * m) * delta) = (b * delta + m) ^ 2 * s ^ 2 - m ^ 2 * (s - x) * x - ((b * s + 1) * delta + m * x - delta) ^ 2.
Proof.
  intros b delta m s x.
  identity.
Qed.

(* in these letters *)
Theorem in_these_letters :
  forall (b : R) (delta : R) (m : R) (power : R) (s : R) (theta : R),
  (s ^ 2 * theta) * ((power * (m + b * delta)) ^ 2 - ((power * b) * delta) ^ 2) = power ^ 2 * (2 * b * delta * m + m ^ 2) * (s - (1 - theta) * s) * s.
Proof.
  intros b delta m power s theta.
  identity.
Qed.

(* the next w *)
Theorem the_next_w :
  forall (b : R) (delta : R) (m : R) (power : R) (s : R) (theta : R),
  s <> 0 ->
  b * delta * power * theta + (1 - theta) * (b * delta + m) * power = ((b * s + 1) * delta + (1 - theta) * m * s - delta) * power / s.
Proof.
  intros b delta m power s theta given_1.
  identity.
Qed.

(* a step of J *)
Theorem a_step_of_J :
  forall (D : R) (beta : R) (d : R) (phi : R),
  (phi * ((phi * D + d) - D)) * (((beta + d) - phi * D) - d) = D * beta * phi + (beta + d) ^ 2 - beta ^ 2 - (D * phi + d) * (beta + d) * phi - (1 - phi) * ((beta + d) ^ 2 - (beta - D * phi) ^ 2).
Proof.
  intros D beta d phi.
  identity.
Qed.

(* the discriminant *)
Theorem the_discriminant :
  forall (a : R) (phi : R),
  phi >= 0 ->
  phi <= 1 ->
  a >= 0 ->
  a <= 1 ->
  a ^ 2 * phi ^ 2 <= 1 ->
  (1 - a) ^ 2 * phi <= (1 - a ^ 2 * phi ^ 2) * (phi + 1).
Proof.
  intros a phi given_1 given_2 given_3 given_4 given_5.
  apply (by_certificate _ _ ((1 - a ^ 2 * phi ^ 2) + (2 * a * phi) * (1 - a) + (a ^ 2 * (phi + 1) * phi) * (1 - phi))); [identity | sign].
Qed.

Definition all_of_this_file := (by_the_rule, q_from_below, r_at_most_H_1_gamma_mu_over_2, H_r_at_most_q, the_other_coefficient, a_sample, no_sample_turns_the_sign, a_step, in_these_letters, the_next_w, a_step_of_J, the_discriminant).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
