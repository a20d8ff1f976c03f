(* symfed-scaffold-whole-class-one-step: With one local step the control variates cancel, and Scaffold loses what a gradient step loses over
   the class, for every step size, beyond 1/L and beyond 2/L too: quadratics attain it. (The step's factor is classical.)
   symfed, Scaffold beyond quadratics, one local step. Printed:
     H=1:\quad V^+\le\max\{(1-\gamma\mu)^2,\,(1-\gamma L)^2\}\,|\theta-\theta_\star|^2\le\max\{\cdot\}V
   Conditions:
     mu < L
     H <= 1
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Cross-checks, on which nothing rests and which are not here: rounds of exact clients.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* by the rule *)
Theorem by_the_rule :
  forall (H : nat) (L : R) (end_ : R) (g : R) (gamma : R) (m : R) (mu : R) (next : R) (u : R) (y : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mu < L ->
  INR H <= 1 ->
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

(* a short step *)
Theorem a_short_step :
  forall (k : R) (s : R) (t : R) (u : R),
  k ^ 2 <= (s - t) * k * u ->
  s >= 0 ->
  s + t >= 0 ->
  (s * u - k) ^ 2 * (s - t) <= s ^ 2 * u ^ 2 * (s - t).
Proof.
  intros k s t u given_1 given_2 given_3.
  apply (by_certificate _ _ ((2 * s) * ((s - t) * k * u - k ^ 2) + (s + t) * (k ^ 2))); [identity | sign].
Qed.

(* a long step *)
Theorem a_long_step :
  forall (k : R) (s : R) (t : R) (u : R),
  k ^ 2 <= (s - t) * k * u ->
  t <= 0 ->
  s + t <= 0 ->
  (s * u - k) ^ 2 * (s - t) <= t ^ 2 * u ^ 2 * (s - t).
Proof.
  intros k s t u given_1 given_2 given_3.
  apply (by_certificate _ _ ((- 2 * t) * ((s - t) * k * u - k ^ 2) + (- s - t) * (((s - t) * u - k) ^ 2))); [identity | sign].
Qed.

Definition all_of_this_file := (by_the_rule, interpolation_shifted, a_short_step, a_long_step).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
