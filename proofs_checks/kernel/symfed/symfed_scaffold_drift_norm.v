(* symfed-scaffold-drift-norm: The inequalities behind Scaffold's rate where gamma H L <= 1, one by one: what a local step costs beside one
   with curvature mu, powers of 1 - b between their first and second order, the sum of the squares of what is added up, and what is left
   of the margin.
   symfed, steps behind the rate of Scaffold. Printed:
     |s+(1-\gamma\lambda)v|^2\le|s+(1-\gamma\mu)v|^2+\tfrac{\gamma(L-\mu)}{2-\gamma(L+\mu)}|s|^2,\quad 1-Hb\le(1-b)^H\le1-Hb+\tfrac{H(H-1)}2b^2,\quad\sum_{h<H}\Big(\tfrac hH+\tfrac{(H-h)(H-h-1)}{2H^2}\Big)^2\le\tfrac34(H-1),\quad\tfrac38\le S(2-(1+b)S)\text{ at }S=1-\tfrac b2,1-\tfrac b4\qquad(b=\gamma\mu\le1,\ \gamma L\le1,\ H\ge2) *)
From Symfed Require Import Prelude.

(* one step *)
Theorem one_step :
  forall (L : R) (gamma : R) (gram_gg : R) (gram_xg : R) (gram_xx : R) (lambda : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 <= gram_gg ->
  0 <= gram_xx ->
  0 < lambda ->
  0 < mu ->
  gram_xg ^ 2 <= gram_gg * gram_xx ->
  L * gamma <= 1 ->
  mu <= lambda ->
  lambda <= L ->
  (2 - gamma * (L + mu)) * (2 - gamma * (lambda + mu)) * (gram_gg + gram_xg * (2 - 2 * gamma * lambda) + gram_xx * (1 - gamma * lambda) ^ 2) <= (2 - gamma * (lambda + mu)) * (gram_gg * gamma * (L - mu) + (2 - gamma * (L + mu)) * (gram_gg + gram_xg * (2 - 2 * gamma * mu) + gram_xx * (1 - gamma * mu) ^ 2)).
Proof.
  intros L gamma gram_gg gram_xg gram_xx lambda mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10.
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  assert (chain_2 : 0 <= gamma * (lambda - mu)) by sign.
  assert (written_1 : 0 <= 2 - gamma * (L + mu)). { apply (by_certificate _ _ (((lambda - mu) * (L * gamma) * (lambda) + (lambda - mu) * (L * gamma) * (L - lambda) + 2 * (lambda - mu) * (1 - L * gamma) * (lambda) + 2 * (lambda - mu) * (1 - L * gamma) * (L - lambda) + (L * gamma) * (L - lambda) * (mu) + 2 * (1 - L * gamma) * (lambda) * (mu) + 2 * (1 - L * gamma) * (L - lambda) * (mu)) / ((L) * (lambda)))); [identity | sign]. }
  assert (written_3 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((lambda - mu) * (L * gamma) * (lambda) + (lambda - mu) * (L * gamma) * (L - lambda) + (lambda - mu) * (1 - L * gamma) * (lambda) + (lambda - mu) * (1 - L * gamma) * (L - lambda) + (L * gamma) * (L - lambda) * (mu) + (1 - L * gamma) * (lambda) * (mu) + (1 - L * gamma) * (L - lambda) * (mu)) / ((L) * (lambda)))); [identity | sign]. }
  assert (square_2 := square_of_sum (gamma * lambda + gamma * mu - 2) (- 1) gram_xx gram_xg gram_gg ltac:(lra) ltac:(lra) ltac:(lra)).
  apply (by_certificate _ _ ((gamma * (2 - gamma * (L + mu)) * (lambda - mu)) * (gram_gg + gram_xg * (4 - 2 * gamma * (lambda + mu)) + gram_xx * (2 - gamma * (lambda + mu)) ^ 2) + (gamma * (2 - 2 * gamma * mu) * (L - lambda)) * (gram_gg))); [identity | sign].
Qed.

(* sum of squares *)
Theorem sum_of_squares :
  forall (H : nat),
  (1 <= H)%nat ->
  INR H >= 2 ->
  (INR H - 1) * (14 * (INR H) ^ 3 - 6 * (INR H) ^ 2 - 6 * INR H - 1) / (30 * (INR H) ^ 3) <= 3 * INR H / 4 - 3 / 4.
Proof.
  intros H given_1 given_2.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ (((INR H - 1) * (17 * (INR H) ^ 3 + 12 * (INR H) ^ 2 + 12 * INR H + 2) / (60 * (INR H) ^ 3)))); [identity | sign].
Qed.

(* margin below *)
Theorem margin_below :
  forall (gamma : R) (mu : R),
  0 < gamma ->
  0 < mu ->
  gamma * mu <= 1 ->
  3 / 8 <= 3 * gamma ^ 2 * mu ^ 2 / 4 + 1 - gamma ^ 3 * mu ^ 3 / 4 - gamma * mu.
Proof.
  intros gamma mu given_1 given_2 given_3.
  assert (written_1 : 0 <= 6 * gamma ^ 2 * mu ^ 2 + 5 - 2 * gamma ^ 3 * mu ^ 3 - 8 * gamma * mu). { apply (by_certificate _ _ (((gamma * mu) ^ 3 + 5 * (gamma * mu) ^ 2 * (1 - gamma * mu) + 7 * (gamma * mu) * (1 - gamma * mu) ^ 2 + 5 * (1 - gamma * mu) ^ 3))); [identity | sign]. }
  apply (by_certificate _ _ ((3 * gamma ^ 2 * mu ^ 2 / 4 + 5 / 8 - gamma ^ 3 * mu ^ 3 / 4 - gamma * mu))); [identity | sign].
Qed.

(* margin above *)
Theorem margin_above :
  forall (gamma : R) (mu : R),
  0 < gamma ->
  0 < mu ->
  gamma * mu <= 1 ->
  3 / 8 <= 7 * gamma ^ 2 * mu ^ 2 / 16 + 1 - gamma ^ 3 * mu ^ 3 / 16 - gamma * mu.
Proof.
  intros gamma mu given_1 given_2 given_3.
  assert (written_1 : 0 <= gamma ^ 2 * mu ^ 2 + 10 - 6 * gamma * mu). { apply (by_certificate _ _ ((5 * (gamma * mu) ^ 2 + 14 * (gamma * mu) * (1 - gamma * mu) + 10 * (1 - gamma * mu) ^ 2))); [identity | sign]. }
  apply (by_certificate _ _ (((1 - gamma * mu) * (gamma ^ 2 * mu ^ 2 + 10 - 6 * gamma * mu) / 16))); [identity | sign].
Qed.

(* powers below *)
Theorem powers_below :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  gamma * mu <= 1 ->
  - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 1.
Proof.
  intros H gamma mu given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 1) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => - (1 - gamma * mu) ^ H) (fun H => gamma * mu * INR H - 1) (fun H => 1 - gamma * mu) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    apply (by_certificate _ _ (INR H * gamma ^ 2 * mu ^ 2)); [identity | sign].
Qed.

(* powers above *)
Theorem powers_above :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  gamma * mu <= 1 ->
  (1 - gamma * mu) ^ H <= INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H.
Proof.
  intros H gamma mu given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * mu) ^ H <= INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * mu) ^ H) (fun H => INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H) (fun H => 1 - gamma * mu) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    apply (by_certificate _ _ (INR H * gamma ^ 3 * mu ^ 3 * (INR H - 1) / 2)); [identity | sign].
Qed.

Definition all_of_this_file := (one_step, sum_of_squares, margin_below, margin_above, powers_below, powers_above).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
