(* symfed-scaffold-one-client: One client's round of Scaffold over all smooth, strongly convex losses, any H >= 2 and any dimension: e is
   where it starts and y is gamma H times its control variate, both from where they rest. For every c in [0, min(1, H r/q)]; equality at
   the quadratics of curvature mu, and of curvature 1/gamma. No step is longer than 1/L.
   symfed, Scaffold beyond quadratics, one client. Printed:
     |u_H+y|^2\le C\,\big|e+\tfrac cHy\big|^2+\big(1-\tfrac1H\big)^2|y|^2,\quad C=\frac{q^2(H-1)^2}{(H-1)^2-(Hr-cq)^2},\quad u_0=e,\ u_{h+1}=u_h-\gamma\nabla f(u_h)-\tfrac yH;\quad q=(1-\gamma\mu)^H,\ r=1-\frac{1-q}{\gamma\mu H}
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     c_share <= 1
     c_share*(-gamma*mu + 1)**H <= H - (1 - (-gamma*mu + 1)**H)/(gamma*mu)
     in words: the client's loss is L-smooth and mu-strongly convex on R^d: f - mu/2 |x|^2 and L/2 |x|^2 - f are convex
   Cross-checks, on which nothing rests and which are not here: exact clients.
   Not here, or not whole:
     the sums of powers: is not a natural number that Coq can count with
     the proof: is not exported *)
From Symfed Require Import Prelude.

(* interpolation, shifted *)
Theorem interpolation_shifted :
  forall (H : nat) (L : R) (c_share : R) (f_i : R) (f_j : R) (g_i : R) (g_j : R) (gamma : R) (mu : R) (s : R) (x_i : R) (x_j : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= c_share ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  c_share <= 1 ->
  (1 - gamma * mu) ^ H * c_share <= INR H - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) ->
  s <> 0 ->
  (((f_i - ((1 - s) * x_i ^ 2) / 2) - (s * (x_i - (x_i - g_i) / s) ^ 2) / 2) - ((f_j - ((1 - s) * x_j ^ 2) / 2) - (s * (x_j - (x_j - g_j) / s) ^ 2) / 2)) - (s * (x_j - (x_j - g_j) / s)) * ((x_i - g_i) / s - (x_j - g_j) / s) = f_i - f_j - (x_i - x_j) * g_j - ((x_i - x_j) ^ 2 * (1 - s) + (g_i - g_j) ^ 2 - (2 - 2 * s) * (g_i - g_j) * (x_i - x_j)) / (2 * s).
Proof.
  intros H L c_share f_i f_j g_i g_j gamma mu s x_i x_j given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11.
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

(* the first step *)
Theorem the_first_step :
  forall (H : nat) (L : R) (P : R) (a : R) (b : R) (c_ : R) (c_share : R) (d : R) (gamma : R) (mu : R) (o : R) (s : R) (v : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= c_share ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  c_share <= 1 ->
  (1 - gamma * mu) ^ H * c_share <= INR H - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) ->
  s * 1 <> 0 ->
  (((- (2 * P) * o) * (s * ((a + b * c_) - v))) * v - ((s * ((2 * P) * o + d * (((2 * o) * ((c_ * s) * P)) / (s * 1)))) / 2) * (v - a) ^ 2) - ((((s * (P * o - (d * (((2 * o) * ((c_ * s) * P)) / (s * 1))) / 2)) * (v - a * 1) ^ 2) / 1 + ((((2 * a) * o) * s) * P - (s * b) * (((2 * o) * ((c_ * s) * P)) / (s * 1))) * (v - a * 1)) - (((2 * a) * b) * o) * ((c_ * s) * P)) = 0.
Proof.
  intros H L P a b c_ c_share d gamma mu o s v given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* every next step *)
Theorem every_next_step :
  forall (G : R) (H : nat) (L : R) (P : R) (a : R) (b : R) (c_share : R) (d : R) (gamma : R) (mu : R) (o : R) (p : R) (s : R) (v : R) (v1 : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= c_share ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  c_share <= 1 ->
  (1 - gamma * mu) ^ H * c_share <= INR H - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) ->
  p <> 0 ->
  s * p <> 0 ->
  s * (s * p - d) <> 0 ->
  s * p - d <> 0 ->
  (((- s * ((s * v1 - (a * d - b)) - v)) * ((((2 * o) * (G + s * P)) / (s * (s * p - d))) * v - (((2 * o) * G) / (s * p)) * v1) - ((((s * (((2 * o) * G) / (s * p) + s * (((2 * o) * (G + s * P)) / (s * (s * p - d))))) / 2) * (s * p - d)) * p) * (v / (s * p - d) - v1 / p) ^ 2) - ((((s * (P * o - (d * (((2 * o) * (G + s * P)) / (s * (s * p - d)))) / 2)) * (v - a * (s * p - d)) ^ 2) / (s * p - d) + ((((2 * a) * o) * s) * P - (s * b) * (((2 * o) * (G + s * P)) / (s * (s * p - d)))) * (v - a * (s * p - d))) - (((2 * a) * b) * o) * (G + s * P))) + ((((s * ((s * P) * o - (d * (((2 * o) * G) / (s * p))) / 2)) * (v1 - a * p) ^ 2) / p + ((((2 * a) * o) * s) * (s * P) - (s * b) * (((2 * o) * G) / (s * p))) * (v1 - a * p)) - (((2 * a) * b) * o) * G) = 0.
Proof.
  intros G H L P a b c_share d gamma mu o p s v v1 given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11 given_12 given_13 given_14.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* the end *)
Theorem the_end :
  forall (H : nat) (L : R) (a : R) (b : R) (c_ : R) (c_share : R) (g : R) (gamma : R) (mu : R) (n : R) (q : R) (s : R) (v : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= c_share ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  c_share <= 1 ->
  (1 - gamma * mu) ^ H * c_share <= INR H - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) ->
  s <> 0 ->
  (((q * n) * (n - g)) / (n ^ 2 - (g + c_ * q) * g)) / s <> 0 ->
  n ^ 2 - g ^ 2 <> 0 ->
  n ^ 2 - (g + c_ * q) * g <> 0 ->
  (((s * v + n * (a * ((q * g) / (n ^ 2 - (g + c_ * q) * g)) - b)) ^ 2 - ((((s * ((q * n ^ 2) / (n ^ 2 - (g + c_ * q) * g) - (((q * g) / (n ^ 2 - (g + c_ * q) * g)) * (2 * n)) / 2)) * (v - a * ((((q * n) * (n - g)) / (n ^ 2 - (g + c_ * q) * g)) / s)) ^ 2) / ((((q * n) * (n - g)) / (n ^ 2 - (g + c_ * q) * g)) / s) + ((((2 * a) * ((q * n ^ 2) / (n ^ 2 - (g + c_ * q) * g))) * s) * 1 - (s * b) * (2 * n)) * (v - a * ((((q * n) * (n - g)) / (n ^ 2 - (g + c_ * q) * g)) / s))) - (((2 * a) * b) * ((q * n ^ 2) / (n ^ 2 - (g + c_ * q) * g))) * (n - g))) - ((q ^ 2 * n ^ 2) / (n ^ 2 - g ^ 2)) * ((a + b * c_) + c_ * (a * ((q * g) / (n ^ 2 - (g + c_ * q) * g)) - b)) ^ 2) - n ^ 2 * (a * ((q * g) / (n ^ 2 - (g + c_ * q) * g)) - b) ^ 2 = 0.
Proof.
  intros H L a b c_ c_share g gamma mu n q s v given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11 given_12 given_13 given_14.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* the extremal path *)
Theorem the_extremal_path :
  forall (H : nat) (L : R) (c_share : R) (d : R) (gamma : R) (m : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= c_share ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  c_share <= 1 ->
  (1 - gamma * mu) ^ H * c_share <= INR H - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) ->
  ((((((1 - gamma * mu) ^ 0 - (d * (1 - (1 - gamma * mu) ^ 0)) / (1 - (1 - gamma * mu))) - 1) + ((1 - gamma * mu) ^ H - (d * (1 - (1 - gamma * mu) ^ H)) / (1 - (1 - gamma * mu)))) - (1 - gamma * mu) * ((1 - gamma * mu) ^ (H - 1) - (d * (1 - (1 - gamma * mu) ^ (H - 1))) / (1 - (1 - gamma * mu)))) + d) + m * (((((1 - gamma * mu) ^ H - (d * (1 - (1 - gamma * mu) ^ H)) / (1 - (1 - gamma * mu))) + INR H * d) - (1 - gamma * mu) ^ H) - (INR H * (1 - (1 - (1 - gamma * mu) ^ H) / ((gamma * mu) * INR H))) * d) = 0.
Proof.
  intros H L c_share d gamma m mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10.
  assert (real_1 := at_least_one _ given_1).
  destruct H as [| H]; [lia |].
  identity.
Qed.

(* the last weight is 2n *)
Theorem the_last_weight_is_2n :
  forall (H : nat) (Hr : R) (L : R) (c_share : R) (g : R) (gamma : R) (mu : R) (n : R) (q : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= c_share ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  c_share <= 1 ->
  (1 - gamma * mu) ^ H * c_share <= INR H - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) ->
  n ^ 2 - Hr * g <> 0 ->
  2 * n ^ 2 * (n - g) * q / (n ^ 2 - Hr * g) = (2 * (q * n ^ 2) / (n ^ 2 - Hr * g)) * (n - g).
Proof.
  intros H Hr L c_share g gamma mu n q given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* the path ends above zero *)
Theorem the_path_ends_above_zero :
  forall (H : nat) (Hr : R) (L : R) (c_share : R) (g : R) (gamma : R) (mu : R) (n : R) (q : R),
  (1 <= H)%nat ->
  0 < L ->
  0 <= c_share ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  c_share <= 1 ->
  (1 - gamma * mu) ^ H * c_share <= INR H - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) ->
  n ^ 2 - Hr * g <> 0 ->
  ((q * n) * (n - g)) / (n ^ 2 - Hr * g) = n ^ 2 * q / (n ^ 2 - Hr * g) - g * n * q / (n ^ 2 - Hr * g).
Proof.
  intros H Hr L c_share g gamma mu n q given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* no denominator vanishes *)
Theorem no_denominator_vanishes :
  forall (Hr : R) (g : R) (n : R),
  g >= 0 ->
  Hr <= n ->
  (n - g) * n <= n ^ 2 - Hr * g.
Proof.
  intros Hr g n given_1 given_2.
  apply (by_certificate _ _ ((g) * (n - Hr))); [identity | sign].
Qed.

(* weights grow *)
Theorem weights_grow :
  forall (G : R) (P : R) (d : R) (p : R) (s : R),
  s >= 0 ->
  s <= 1 ->
  P >= 0 ->
  p >= 0 ->
  G >= 0 ->
  d >= 0 ->
  (p * s - d) * G <= (G + P * s) * p.
Proof.
  intros G P d p s given_1 given_2 given_3 given_4 given_5 given_6.
  apply (by_certificate _ _ ((P * s) * (p) + ((1 - s) * G) * (p) + (G) * (d))); [identity | sign].
Qed.

Definition all_of_this_file := (interpolation_shifted, what_two_inequalities_give, the_first_step, every_next_step, the_end, the_extremal_path, the_last_weight_is_2n, the_path_ends_above_zero, no_denominator_vanishes, weights_grow).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
