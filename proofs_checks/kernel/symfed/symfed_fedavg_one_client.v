(* symfed-fedavg-one-client: One client's round of FedAvg over all smooth, strongly convex losses, any dimension, in the direction of
   theta*: e is where it starts from theta* and delta is gamma times its gradient at theta*. H = 2, 3, 4, and every H with (1 - gamma
   mu)^2 <= 3 gamma mu or what is asked instead. At gamma L = 1 a client with a wedge attains it. No step is longer than 1/L.
   symfed, FedAvg beyond quadratics, one client. Printed:
     \langle e,u_H+H\delta\rangle\le\Big(1-\frac{(1-z)(1+2z)}{2z}\Big)|e|^2+(H-1-z^2s\sigma)\langle e,\delta\rangle+\frac{s^2\sigma^2z^3(1+z)}{2(1+2z)}|\delta|^2,\quad u_0=e,\ u_{h+1}=u_h-\gamma\nabla f(\theta_\star+u_h);\quad \delta=\gamma\nabla f(\theta_\star),\ s=1-\gamma\mu,\ \sigma=\sum_{h=0}^{H-2}s^h,\ s^Hz^2(1+z)=2(2z^2-1),\ \tfrac1{\sqrt2}\le z\le1;\quad s^2\sigma\le3
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     (1 - (-gamma*mu + 1)**(H - 1))*(-gamma*mu + 1)**2 <= 3*gamma*mu
     in words: the client's loss is L-smooth and mu-strongly convex on R^d: f - mu/2 |x|^2 and L/2 |x|^2 - f are convex
   Cross-checks, on which nothing rests and which are not here: exact clients.
   Not here, or not whole:
     the start: refused by Coq: No applicable tactic.
     every next step: refused by Coq: No applicable tactic.
     the proof: 3 steps in words *)
From Symfed Require Import Prelude.

(* interpolation, shifted *)
Theorem interpolation_shifted :
  forall (H : nat) (L : R) (f_i : R) (f_j : R) (g_i : R) (g_j : R) (gamma : R) (mu : R) (s : R) (x_i : R) (x_j : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  (1 - gamma * mu) ^ 2 * (1 - (1 - gamma * mu) ^ (H - 1)) <= 3 * gamma * mu ->
  s <> 0 ->
  (((f_i - ((1 - s) * x_i ^ 2) / 2) - (s * (x_i - (x_i - g_i) / s) ^ 2) / 2) - ((f_j - ((1 - s) * x_j ^ 2) / 2) - (s * (x_j - (x_j - g_j) / s) ^ 2) / 2)) - (s * (x_j - (x_j - g_j) / s)) * ((x_i - g_i) / s - (x_j - g_j) / s) = f_i - f_j - (x_i - x_j) * g_j - ((x_i - x_j) ^ 2 * (1 - s) + (g_i - g_j) ^ 2 - (2 - 2 * s) * (g_i - g_j) * (x_i - x_j)) / (2 * s).
Proof.
  intros H L f_i f_j g_i g_j gamma mu s x_i x_j given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9.
  assert (real_1 := at_least_one _ given_1).
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

(* the end *)
Theorem the_end :
  forall (H : nat) (L : R) (V : R) (delta : R) (e : R) (gamma : R) (mu : R) (n : R) (s : R) (sigma : R) (z : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  (1 - gamma * mu) ^ 2 * (1 - (1 - gamma * mu) ^ (H - 1)) <= 3 * gamma * mu ->
  1 - z <> 0 ->
  2 * z + 1 <> 0 ->
  z + 1 <> 0 ->
  (2 * z ^ 3 * (2 * z + 1) * (z + 1) * ((2 * z + 1) * e - (z + 1) * delta * s * sigma * z) * V * s + (2 * z + 1) * (z + 1) * (delta ^ 2 * s ^ 2 * sigma ^ 2 * z ^ 4 * (z + 1) + 2 * (2 * z + 1) * (n - z ^ 2 * s * sigma) * delta * e * z + e ^ 2 * (2 * z + 1) * (2 * z - (1 - z) * (2 * z + 1)) - 2 * ((2 * z + 1) * V * s + (2 * z + 1) * delta * n + (2 * z + 1) * e - (z + 1) * delta * s * sigma * z) * e * z) - 2 * (z + 1) ^ 2 * (2 * z + 1) * (- delta * s * sigma * z - (1 - z) * ((2 * z + 1) * e - (z + 1) * delta * s * sigma * z)) * V * s * z - 2 * (z + 1) * ((2 * z + 1) * e - (z + 1) * delta * s * sigma * z) * (- delta * s * sigma * z - (1 - z) * ((2 * z + 1) * e - (z + 1) * delta * s * sigma * z)) * ((2 * z + 1) * z + 1 - 2 * z ^ 2) * z - (2 * z ^ 2 - 1) * ((2 * z + 1) ^ 2 * e ^ 2 - ((2 * z + 1) * e - (z + 1) * delta * s * sigma * z) ^ 2 * z ^ 2)) / ((1 - z) * (2 * z + 1) ^ 3 * (z + 1)) = 0.
Proof.
  intros H L V delta e gamma mu n s sigma z given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* the path's last point *)
Theorem the_path_s_last_point :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (s : R) (z : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  (1 - gamma * mu) ^ 2 * (1 - (1 - gamma * mu) ^ (H - 1)) <= 3 * gamma * mu ->
  s <> 0 ->
  z <> 0 ->
  1 / (s * z) = (1 - z) * (2 * z + 1) / (s * z ^ 2) + (4 * z ^ 2 - 2) / (2 * s * z ^ 2).
Proof.
  intros H L gamma mu s z given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* the last weight *)
Theorem the_last_weight :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (sigma : R) (z : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  (1 - gamma * mu) ^ 2 * (1 - (1 - gamma * mu) ^ (H - 1)) <= 3 * gamma * mu ->
  1 - z <> 0 ->
  2 * z + 1 <> 0 ->
  4 * z + 2 <> 0 ->
  2 * (z + 1) * sigma * z / ((1 - z) * (2 * z + 1) ^ 2) = 2 * z ^ 2 * sigma / ((1 - z) * (2 * z + 1)) - 2 * (4 * z ^ 2 - 2) * sigma * z / ((1 - z) * (2 * z + 1) * (4 * z + 2)).
Proof.
  intros H L gamma mu sigma z given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* the first alpha is not negative *)
Theorem the_first_alpha_is_not_negative :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (z : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  (1 - gamma * mu) ^ 2 * (1 - (1 - gamma * mu) ^ (H - 1)) <= 3 * gamma * mu ->
  z >= 0 ->
  z <= 1 ->
  (1 - gamma * mu) ^ 2 * (1 - (1 - gamma * mu) ^ (H - 1)) * (z + 1) * z <= 2 * gamma * mu * (2 * z + 1).
Proof.
  intros H L gamma mu z given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10.
  assert (real_1 := at_least_one _ given_1).
  powers_between (1 - gamma * mu) H.
  apply (by_certificate _ _ (((z + 1) * z) * (3 * gamma * mu - (1 - gamma * mu) ^ 2 * (1 - (1 - gamma * mu) ^ (H - 1))) + (gamma * mu) * ((1 - z) * (3 * z + 2)))); [identity | sign].
Qed.

(* weights grow *)
Theorem weights_grow :
  forall (D : R) (S : R) (g : R) (s : R) (sigma : R) (x : R) (z : R),
  D >= 0 ->
  x >= 0 ->
  g >= 0 ->
  z >= 0 ->
  z < 1 ->
  s > 0 ->
  sigma > 0 ->
  z <> 0 ->
  (S - g) * (x + (1 - z) * (2 * z + 1) * (D + S) / (s * sigma * z ^ 2)) <= ((1 - z) * (2 * z + 1) * S / (s * sigma * z ^ 2) + x) * (D + S - g).
Proof.
  intros D S g s sigma x z given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  apply (by_certificate _ _ ((D) * ((1 - z) * (2 * z + 1) * g / (s * sigma * z ^ 2) + x))); [identity | sign].
Qed.

(* one z for every q *)
Theorem one_z_for_every_q :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (z : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  (1 - gamma * mu) ^ 2 * (1 - (1 - gamma * mu) ^ (H - 1)) <= 3 * gamma * mu ->
  z <> 0 ->
  z + 1 <> 0 ->
  (6 * z + 4 - 4 * z ^ 3) / ((z + 1) ^ 2 * z ^ 3) = 8 / ((z + 1) * z) - (4 * z ^ 2 - 2) / ((z + 1) ^ 2 * z ^ 2) - 2 * (4 * z ^ 2 - 2) / ((z + 1) * z ^ 3).
Proof.
  intros H L gamma mu z given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

Definition all_of_this_file := (interpolation_shifted, what_two_inequalities_give, the_end, the_path_s_last_point, the_last_weight, the_first_alpha_is_not_negative, weights_grow, one_z_for_every_q).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
