(* symfed-scaffold-whole-class-samples: Stochastic gradients with a new sample in every local step, each sample's loss smooth and strongly
   convex: what a round leaves of V between two runs on the same samples, path by path and hence in mean square, for any H, N and d, and
   steps up to 2/(L + mu). It is the first part as long as rounds are not too long (symfed-scaffold-whole-class-samples-contract); with
   longer ones V may grow (symfed-scaffold-whole-class-samples-any-steps). The sharper bounds on exact gradients speak of one run and the
   optimum, not of two runs: between runs that both move even one sample has another mean Hessian in each step.
   symfed, Scaffold beyond quadratics, a sample a step. Printed:
     V^+\le\max\Big\{q^2,\ r^2+\frac{\gamma(L-\mu)}{2-\gamma(L+\mu)}\sum_{h<H}\frac{c_h^2}{H^2}\Big\}V,\quad c_h=h+\sum_{j<H-h}\big(1-(1-\gamma\mu)^j\big),\quad V=|\theta-\theta'|^2+\frac{(\gamma H)^2}N\sum_c|\xi_c-\xi_c'|^2
   Conditions:
     gamma*(L + mu) < 2
     mu < L
     in words: sample losses L-smooth and mu-strongly convex
     in words: both laws with the same sum of the control variates
   Cross-checks, on which nothing rests and which are not here: two exact runs.
   Not here, or not whole:
     the drift: is not a natural number that Coq can count with
     the proof: 3 steps in words *)
From Symfed Require Import Prelude.

(* by the rule *)
Theorem by_the_rule :
  forall (H : nat) (L : R) (end_ : R) (g : R) (gamma : R) (m : R) (mu : R) (next : R) (u : R) (y : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  gamma * (L + mu) < 2 ->
  mu < L ->
  ((u - gamma * g) - y / INR H) + m * ((y + end_) - next) = gamma * INR H * (y / (gamma * INR H) + (end_ - next) / (gamma * INR H)) * m + u - gamma * (g + y / (gamma * INR H)).
Proof.
  intros H L end_ g gamma m mu next u y given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

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

(* both ways between two points *)
Theorem both_ways_between_two_points :
  forall (k : R) (s : R) (t : R) (u : R),
  (u - k / (s - t)) * k >= 0 ->
  s - t > 0 ->
  k ^ 2 <= (s - t) * k * u.
Proof.
  intros k s t u given_1 given_2.
  apply (by_certificate _ _ ((s - t) * ((u - k / (s - t)) * k))); [identity | sign].
Qed.

(* a step *)
Theorem a_step :
  forall (D : R) (b : R) (delta : R) (k : R) (s : R) (t : R),
  k ^ 2 <= (s - t) * (D - b * delta) * k ->
  s >= 0 ->
  s + t >= 0 ->
  (D * s - k) ^ 2 * (s - t) * (s + t) <= D ^ 2 * s ^ 2 * (s - t) * (s + t) + (s - t) ^ 2 * b ^ 2 * delta ^ 2 * s ^ 2.
Proof.
  intros D b delta k s t given_1 given_2 given_3.
  apply (by_certificate _ _ ((2 * (s + t) * s) * ((s - t) * (D - b * delta) * k - k ^ 2) + (((s - t) * b * delta * s + (s + t) * k) ^ 2))); [identity | sign].
Qed.

(* no step is too long *)
Theorem no_step_is_too_long :
  forall (L : R) (gamma : R) (mu : R),
  0 < L ->
  0 < gamma ->
  0 < mu ->
  gamma * (L + mu) < 2 ->
  0 <= 2 - gamma * (L + mu).
Proof.
  intros L gamma mu given_1 given_2 given_3 given_4.
  apply (by_certificate _ _ ((2 - gamma * (L + mu)))); [identity | sign].
Qed.

Definition all_of_this_file := (by_the_rule, interpolation_shifted, both_ways_between_two_points, a_step, no_step_is_too_long).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
