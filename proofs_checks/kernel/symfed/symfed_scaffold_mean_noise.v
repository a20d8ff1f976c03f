(* symfed-scaffold-mean-noise: Clients of different noise: linear speed-up with the mean noise, at a price of order max(1, gamma L H).
   symfed, linear speed-up of Scaffold, any noise. Printed:
     \Sigma_\theta\preccurlyeq\frac8{1-r_L}\cdot\frac{\gamma\bar s}{N\mu(2-\gamma L)}I,\quad C_c\preccurlyeq s_cI,\ \bar s=\frac1N\sum_cs_c,\quad1-r_L=\frac1H\sum_{h<H}(1-\gamma L)^h\ge\frac{1-1/e}{\max(1,\gamma LH)}\qquad(\gamma L\le1)
   Conditions:
     L*gamma <= 1
     in words: quadratic clients with additive noise
   Cross-checks, on which nothing rests and which are not here: laws.
   Not here, or not whole:
     the proof: 4 steps in words *)
From Symfed Require Import Prelude.

(* on the circle *)
Theorem on_the_circle :
  forall (q : R) (q_mu : R) (r : R) (r_L : R) (r_mu : R) (share : R),
  0 <= q ->
  0 <= q_mu ->
  0 <= r ->
  0 <= r_L ->
  0 <= r_mu ->
  0 <= share ->
  r_L <= 1 ->
  r <= r_L ->
  r_mu <= r_L ->
  q <= 1 ->
  q_mu <= 1 ->
  share <= 1 ->
  (1 - r) * (1 - r_L) * (q + 1) * (r_mu ^ 2 + 1 - (2 - 4 * share) * r_mu) <= (q_mu + 1) * (8 - 8 * r_mu) * (r ^ 2 + 1 - (2 - 4 * share) * r).
Proof.
  intros q q_mu r r_L r_mu share given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11 given_12.
  assert (written_1 : 0 <= 3 * r_mu + 13 - (1 - r) * (r_mu + 3)). { apply (by_certificate _ _ (((r) * (r_mu) + 3 * (r) + 2 * (r_mu) + 10))); [identity | sign]. }
  apply (by_certificate _ _ (((8 - 8 * r_mu) * q_mu) * (4 * r * share + (1 - r) ^ 2) + ((1 - q) * (1 - r) * (1 - r_L)) * (4 * r_mu * share + (1 - r_mu) ^ 2) + ((1 - r_mu) ^ 2 * (2 - 2 * r)) * (r_L - r) + ((8 - 8 * r) * r_mu * share) * (r_L - r_mu) + (2 - 2 * share) * ((1 - r) ^ 2 * (1 - r_mu) * (r_mu + 3)) + (2 * (1 - r_mu) * share) * (3 - 3 * r_mu) + (2 * (1 - r_mu) * r * share) * (3 * r_mu + 13 - (1 - r) * (r_mu + 3)))); [identity | sign].
Qed.

Definition all_of_this_file := (on_the_circle).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
