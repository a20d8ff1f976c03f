(* symfed-scaffold-one-client-shorter-steps: One client's round of Scaffold over all L-smooth, mu-strongly convex losses, for steps shorter
   than 1/L too; the quadratics of curvature mu and of curvature L are tight. The condition on s and t holds at gamma L = 1, and in
   general unless mu is a large share of L.
   symfed, Scaffold beyond quadratics, one client and shorter steps. Printed:
     |u_H+y|^2\le q^2|e|^2+2qr\langle e,y\rangle+B|y|^2,\quad B=r_L^2+\frac{(qr-q_Lr_L)^2}{q^2-q_L^2},\quad\text{if }r(s^{2H-1}+t^{2H-1})\ge r_L(st)^{H-1}(s+t),\ \gamma LH\frac{qr-q_Lr_L}{q^2-q_L^2}\le1;\quad s=1-\gamma\mu,\ t=1-\gamma L
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     -(1 - (1 - (-L*gamma + 1)**H)/(H*L*gamma))*(-L*gamma + 1)**(H - 1)*(-gamma*mu + 1)**(H - 1)*(-L*gamma - gamma*mu + 2) + (1 - (1 - (-gamma*mu + 1)**H)/(H*gamma*mu))*((-L*gamma + 1)*(-L*gamma + 1)**(2*H - 2) + (-gamma*mu + 1)*(-gamma*mu + 1)**(2*H - 2)) >= 0
     H*L*gamma*(-(1 - (1 - (-L*gamma + 1)**H)/(H*L*gamma))*(-L*gamma + 1)**H + (1 - (1 - (-gamma*mu + 1)**H)/(H*gamma*mu))*(-gamma*mu + 1)**H) <= -(-L*gamma + 1)**(2*H) + (-gamma*mu + 1)**(2*H)
     in words: the client's loss is L-smooth and mu-strongly convex on R^d: f - mu/2 |x|^2 and L/2 |x|^2 - f are convex
   Cross-checks, on which nothing rests and which are not here: exact clients.
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

(* what two inequalities give *)
Theorem what_two_inequalities_give :
  forall (alpha : R) (k : R) (m : R) (m1 : R) (tau : R) (v : R) (v1 : R),
  m <= k * v ->
  (v1 - v) * k + m <= m1 ->
  alpha >= 0 ->
  alpha <= tau ->
  m * tau - alpha * m1 <= (tau * v - alpha * v1) * k.
Proof.
  intros alpha k m m1 tau v v1 given_1 given_2 given_3 given_4.
  apply (by_certificate _ _ ((tau - alpha) * (k * v - m) + (alpha) * (m1 - (v1 - v) * k - m))); [identity | sign].
Qed.

(* a local step *)
Theorem a_local_step :
  forall (D : R) (O : R) (P : R) (U : R) (V : R) (W : R) (X : R) (Z : R) (a : R) (alpha : R) (b : R) (d : R) (o : R) (p1 : R) (s : R) (t : R) (z : R),
  2 * p1 <> 0 ->
  p1 <> 0 ->
  s * p1 - d <> 0 ->
  2 * (s * p1 - d) <> 0 ->
  t * z + 1 <> 0 ->
  (((- (s - t) * ((X + b * z) - V)) * ((((2 * P) * o + alpha * p1) / (s * p1 - d)) * (a * (s * p1 - d) + V) - alpha * (W + a * p1)) - ((((s - t) * ((((2 * P) * o + alpha * p1) / (s * p1 - d) - t * (((((2 * P) * o + alpha * p1) / (s * p1 - d)) * z + (2 * U) * O) / (t * z + 1))) + (2 * t) * U ^ 2)) / 2) * (((((s * p1 - d) + d * z) * V ^ 2) / (s * p1 - d) - (2 * V) * X) + (s * p1 - d) * Z) + (((((s - t) * alpha) / 2) * (s * p1 - d)) * p1) * (V / (s * p1 - d) - W / p1) ^ 2)) - (((((((U ^ 2 * (t * X + (s - t) * V) ^ 2 - (((s - t) * (((((2 * P) * o + alpha * p1) / (s * p1 - d)) * z + (2 * U) * O) / (t * z + 1))) * V) * (t * X + (s - t) * V)) + (((P * o + (d * U) * O) + (((s - t) * (((((2 * P) * o + alpha * p1) / (s * p1 - d)) * z + (2 * U) * O) / (t * z + 1))) * (s * p1 - d)) / 2) - U ^ 2 * ((s * (s * p1 - d) - d) + d * (t * z + 1))) * (t * Z + ((s - t) * V ^ 2) / (s * p1 - d))) + ((((s - t) * (((((2 * P) * o + alpha * p1) / (s * p1 - d)) * z + (2 * U) * O) / (t * z + 1))) * (s * (s * p1 - d) - d)) * V ^ 2) / (2 * (s * p1 - d))) + (((2 * a) * o) * P) * (t * X + (s - t) * V)) + (((2 * b) * O) * U) * (t * X + (s - t) * V)) - ((((s - t) * b) * (((((2 * P) * o + alpha * p1) / (s * p1 - d)) * z + (2 * U) * O) / (t * z + 1))) * (t * z + 1)) * V) - ((((2 * a) * b) * o) * P) * (s * D + (s - t) * z))) + ((((((((t * U) ^ 2 * X ^ 2 - (((s - t) * alpha) * W) * X) + ((((s * P) * o + (d * (t * U)) * O) + (((s - t) * alpha) * p1) / 2) - (t * U) ^ 2 * ((s * p1 - d) + d * z)) * Z) + ((((s - t) * alpha) * (s * p1 - d)) * W ^ 2) / (2 * p1)) + (((2 * a) * o) * (s * P)) * X) + (((2 * b) * O) * (t * U)) * X) - ((((s - t) * b) * alpha) * z) * W) - ((((2 * a) * b) * o) * (s * P)) * D) = 0.
Proof.
  intros D O P U V W X Z a alpha b d o p1 s t z given_1 given_2 given_3 given_4 given_5.
  identity.
Qed.

(* the second square *)
Theorem the_second_square :
  forall (V : R) (X : R) (Z : R) (x : R) (xi : R),
  Z * xi >= X ^ 2 ->
  2 * V * X * x * xi <= V ^ 2 * xi ^ 2 + x ^ 2 * Z * xi.
Proof.
  intros V X Z x xi given_1.
  apply (by_certificate _ _ (((V * xi - X * x) ^ 2) + (x ^ 2) * (Z * xi - X ^ 2))); [identity | sign].
Qed.

(* X^2 <= xi Z goes on *)
Theorem X_to_the_2_at_most_xi_Z_goes_on :
  forall (V : R) (X : R) (Z : R) (s : R) (t : R) (x : R) (xi : R),
  x <> 0 ->
  t ^ 2 * (Z * xi - X ^ 2) + (s - t) * (V ^ 2 * xi / x + Z * x - 2 * V * X) * t = (t * xi + (s - t) * x) * (V ^ 2 * (s - t) / x + Z * t) - ((s - t) * V + X * t) ^ 2.
Proof.
  intros V X Z s t x xi given_1.
  identity.
Qed.

(* the last alpha *)
Theorem the_last_alpha :
  forall (D : R) (O : R) (P : R) (U : R) (X : R) (d : R) (o : R) (p1 : R) (s : R) (t : R) (z : R),
  ((s - t) * z) * p1 <> 0 ->
  s * p1 - d <> 0 ->
  t * z + 1 <> 0 ->
  ((((s - t) * (((((2 * P) * o + (((((2 * o) * s) * P) * D + (((2 * O) * t) * U) * X) / (((s - t) * z) * p1)) * p1) / (s * p1 - d)) * z + (2 * U) * O) / (t * z + 1))) * (s * p1 - d)) * (t * z + 1) - ((2 * o) * P) * (s * D + (s - t) * z)) - ((2 * O) * U) * (t * X + (s - t) * (s * p1 - d)) = 0.
Proof.
  intros D O P U X d o p1 s t z given_1 given_2 given_3.
  identity.
Qed.

(* it is zero *)
Theorem it_is_zero :
  forall (H : nat) (q : R) (qL : R) (r : R) (rL : R),
  (1 <= H)%nat ->
  q ^ 2 - qL ^ 2 <> 0 ->
  0 = (INR H * (q * r - qL * rL) * q / (q ^ 2 - qL ^ 2) + INR H * rL - INR H * (q * r - qL * rL) * qL / (q ^ 2 - qL ^ 2) - INR H * r) * q + (q - qL) * (INR H * (q * r - qL * rL) * qL / (q ^ 2 - qL ^ 2) - INR H * rL).
Proof.
  intros H q qL r rL given_1 given_2.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* the end *)
Theorem the_end :
  forall (H : nat) (e : R) (q : R) (qL : R) (r : R) (rL : R) (y : R),
  (1 <= H)%nat ->
  q ^ 2 - qL ^ 2 <> 0 ->
  (((((e - ((- y) / INR H) * (INR H * (q * r - qL * rL) / (q ^ 2 - qL ^ 2))) * q + ((- y) / INR H) * (qL * (INR H * (q * r - qL * rL) / (q ^ 2 - qL ^ 2)) - INR H * rL)) ^ 2 + (((2 * (e - ((- y) / INR H) * (INR H * (q * r - qL * rL) / (q ^ 2 - qL ^ 2)))) * ((- y) / INR H)) * q) * ((q * (INR H * (q * r - qL * rL) / (q ^ 2 - qL ^ 2)) - INR H * r) - (qL * (INR H * (q * r - qL * rL) / (q ^ 2 - qL ^ 2)) - INR H * rL))) - q ^ 2 * e ^ 2) - (((2 * q) * r) * e) * y) - (rL ^ 2 + (q * r - qL * rL) ^ 2 / (q ^ 2 - qL ^ 2)) * y ^ 2 = 0.
Proof.
  intros H e q qL r rL y given_1 given_2.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* the sign of the first alpha *)
Theorem the_sign_of_the_first_alpha :
  forall (H : nat) (S : R) (T : R) (r : R) (rL : R) (s : R) (t : R),
  (1 <= H)%nat ->
  S <> 0 ->
  s <> 0 ->
  S ^ 2 * s ^ 2 - T ^ 2 * t ^ 2 <> 0 ->
  r * (s * S ^ 2 + t * T ^ 2) - ((rL * S) * T) * (s + t) = (S ^ 2 * s ^ 2 - T ^ 2 * t ^ 2) * (INR H * S ^ 2 * (S * r * s - T * rL * t) * s / (S ^ 2 * s ^ 2 - T ^ 2 * t ^ 2) + (INR H * (S * r * s - T * rL * t) * T * t / (S ^ 2 * s ^ 2 - T ^ 2 * t ^ 2) - INR H * rL) * T) / (INR H * S * s).
Proof.
  intros H S T r rL s t given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* the L-path ends below *)
Theorem the_L_path_ends_below :
  forall (q : R) (qL : R) (r : R) (rL : R),
  q >= 0 ->
  qL >= 0 ->
  rL >= 0 ->
  qL <= q ->
  r <= rL ->
  (qL * r - q * rL) * q <= 0.
Proof.
  intros q qL r rL given_1 given_2 given_3 given_4 given_5.
  apply (by_certificate _ _ ((q * rL) * (q - qL) + (q * qL) * (rL - r))); [identity | sign].
Qed.

(* one change of sign *)
Theorem one_change_of_sign :
  forall (t : R) (x : R) (z : R),
  z - x = z + (t * x + 1) ^ 2 - t * x - ((t * x + 1) * t + 1) * x - 1.
Proof.
  intros t x z.
  identity.
Qed.

Definition all_of_this_file := (interpolation_shifted, what_two_inequalities_give, a_local_step, the_second_square, X_to_the_2_at_most_xi_Z_goes_on, the_last_alpha, it_is_zero, the_end, the_sign_of_the_first_alpha, the_L_path_ends_below, one_change_of_sign).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
