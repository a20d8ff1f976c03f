(* symfed-scaffold-rate-units: Every term of the rate is a squared length and stays the same when losses are multiplied by k and gamma is
   divided by it.
   symfed, the rate of the slides, units. Printed:
     \mathbb E[\|x^{(T)}-x^\star\|^2]\lesssim\Big(1-\frac{\gamma\mu}4\Big)^{HT}\Big\{\|x^{(0)}-x^\star\|^2+2\gamma^2H^2\zeta^2+\frac{\sigma_\star^2}{L\mu}\Big\}+\frac\gamma{N\mu}\sigma_\star^2+\frac{\gamma^{3/2}Q}{\mu^{5/2}}\sigma_\star^3+\frac{\gamma^3HQ^2}{\mu^3}\sigma_\star^4 *)
From Symfed Require Import Prelude.

(* start *)
Theorem start :
  forall (gram_xx : R) (s : R),
  0 <= gram_xx ->
  0 < s ->
  gram_xx * s ^ 2 = s ^ 2 * gram_xx.
Proof.
  intros gram_xx s given_1 given_2.
  identity.
Qed.

(* heterogeneity *)
Theorem heterogeneity :
  forall (H : nat) (gamma : R) (k : R) (s : R) (zeta1 : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < k ->
  0 < s ->
  0 <= zeta1 ->
  2 * (zeta1 * k * s) ^ 2 * (gamma / k) ^ 2 * (INR H) ^ 2 = s ^ 2 * (2 * zeta1 ^ 2 * gamma ^ 2 * (INR H) ^ 2).
Proof.
  intros H gamma k s zeta1 given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* noise at the start *)
Theorem noise_at_the_start :
  forall (L : R) (k : R) (mu : R) (s : R) (tau : R),
  0 < L ->
  0 < k ->
  0 < mu ->
  0 < s ->
  0 <= tau ->
  (tau * k * s) ^ 2 / ((L * k) * (mu * k)) = s ^ 2 * (tau ^ 2 / (L * mu)).
Proof.
  intros L k mu s tau given_1 given_2 given_3 given_4 given_5.
  identity.
Qed.

(* first *)
Theorem first :
  forall (N : nat) (gamma : R) (k : R) (mu : R) (s : R) (tau : R),
  (1 <= N)%nat ->
  0 < gamma ->
  0 < k ->
  0 < mu ->
  0 < s ->
  0 <= tau ->
  (gamma / k) * (tau * k * s) ^ 2 / ((mu * k) * INR N) = s ^ 2 * (gamma * tau ^ 2 / (mu * INR N)).
Proof.
  intros N gamma k mu s tau given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* second *)
Theorem second :
  forall (b : R) (gamma : R) (gram_xx : R) (k : R) (mu : R) (s : R) (tau : R),
  0 < gamma ->
  0 <= gram_xx ->
  0 < k ->
  0 < mu ->
  0 < s ->
  0 <= tau ->
  gram_xx <> 0 ->
  gram_xx * s ^ 2 <> 0 ->
  (b * k / s) ^ 2 * (tau * k * s) ^ 6 * (gamma / k) ^ 3 / ((gram_xx * s ^ 2) * (mu ^ 5 * k ^ 5)) = s ^ 2 * (b ^ 2 * tau ^ 6 * gamma ^ 3 / (gram_xx * mu ^ 5)).
Proof.
  intros b gamma gram_xx k mu s tau given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  identity.
Qed.

(* third *)
Theorem third :
  forall (H : nat) (b : R) (gamma : R) (k : R) (mu : R) (s : R) (tau : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < k ->
  0 < mu ->
  0 < s ->
  0 <= tau ->
  INR H * (b * k / s) ^ 2 * (tau * k * s) ^ 4 * (gamma / k) ^ 3 / (mu ^ 3 * k ^ 3) = s ^ 2 * (INR H * b ^ 2 * tau ^ 4 * gamma ^ 3 / mu ^ 3).
Proof.
  intros H b gamma k mu s tau given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

Definition all_of_this_file := (start, heterogeneity, noise_at_the_start, first, second, third).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
