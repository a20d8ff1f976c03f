(* symfed-scaffold-linear-speedup-sharp: No heterogeneous population is noisier than equal clients of curvature mu, as long as gamma mu H is
   moderate.
   symfed, linear speed-up of Scaffold, sharp constant. Printed:
     \Sigma_\theta\preccurlyeq\max\Big\{1,\frac{\varphi_L}{\varphi_\mu}\Big\}\frac{\gamma s}{N\mu(2-\gamma\mu)}I,\quad\varphi_a=\frac{1+q_a}{(1-q_a)(2-\gamma a)}\qquad(C_c\preccurlyeq sI,\ \mu I\preccurlyeq A_c\preccurlyeq LI,\ \gamma L\le1);\quad\varphi_L\le\varphi_\mu\text{ if }(1-\gamma\mu)^{H-1}(3-\gamma\mu)\ge1,\text{ for instance }\gamma\mu H\le1
   Conditions:
     L*gamma <= 1
     in words: quadratic clients with additive noise
   Cross-checks, on which nothing rests and which are not here: laws.
   Not here, or not whole:
     the proof: 6 steps in words *)
From Symfed Require Import Prelude.

(* on the circle *)
Theorem on_the_circle :
  forall (price : R) (q : R) (q_mu : R) (r : R) (r_mu : R) (share : R) (y : R) (y_mu : R),
  0 <= price ->
  0 <= q ->
  0 <= q_mu ->
  0 <= r ->
  0 <= r_mu ->
  0 <= share ->
  0 <= y ->
  0 <= y_mu ->
  q_mu <= 1 ->
  q <= q_mu ->
  r <= 1 ->
  r_mu <= r ->
  share <= 1 ->
  (1 - q) * (q_mu + 1) * (y + 1) * price - (1 - q_mu) * (q + 1) * (y_mu + 1) >= 0 ->
  (1 - r_mu) * (r + 1) * (y + 1) * price - (1 - r) * (r_mu + 1) * (y_mu + 1) >= 0 ->
  (1 - q_mu) * (1 - r) * (q + 1) * (y_mu + 1) * (r_mu ^ 2 + 1 - 2 * (1 - 2 * share) * r_mu) <= (1 - r_mu) * (y + 1) * (((1 - 2 * share) * (q_mu - r_mu) + 1 - q_mu * r_mu) * (q * r + 1 - (1 - 2 * share) * (q + r)) - (1 - (1 - 2 * share) ^ 2) * (q - r) * (q_mu + r_mu)) * price.
Proof.
  intros price q q_mu r r_mu share y y_mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11 given_12 given_13 given_14 given_15.
  assert (chain_1 : 0 <= (q_mu - q) * price) by sign.
  assert (chain_2 : 0 <= (q_mu - q) * q) by sign.
  assert (chain_3 : 0 <= (q_mu - q) * y_mu) by sign.
  assert (chain_4 : 0 <= (q_mu - q) * price * y) by sign.
  assert (chain_5 : 0 <= (q_mu - q) * q * y_mu) by sign.
  assert (chain_6 : 0 <= (q_mu - q) * price * q) by sign.
  assert (chain_7 : 0 <= (q_mu - q) * price * q * y) by sign.
  assert (chain_8 : 0 <= (r - r_mu) * price) by sign.
  assert (chain_9 : 0 <= (r - r_mu) * r_mu) by sign.
  assert (chain_10 : 0 <= (r - r_mu) * y_mu) by sign.
  assert (chain_11 : 0 <= (r - r_mu) * price * y) by sign.
  assert (chain_12 : 0 <= (r - r_mu) * r_mu * y_mu) by sign.
  assert (chain_13 : 0 <= (r - r_mu) * price * r_mu) by sign.
  assert (chain_14 : 0 <= (r - r_mu) * price * r_mu * y) by sign.
  assert (written_1 : 0 <= (r - r_mu) * q_mu + (q_mu - q) * r_mu). { apply (by_certificate _ _ (((r_mu) * (q_mu - q) + (q_mu) * (r - r_mu)))); [identity | sign]. }
  apply (by_certificate _ _ (((1 - r_mu) ^ 2 * (1 - r) * (1 - share)) * ((1 - q) * (q_mu + 1) * (y + 1) * price - (1 - q_mu) * (q + 1) * (y_mu + 1)) + ((1 - q_mu) * (q + 1) * (r_mu + 1) * share) * ((1 - r_mu) * (r + 1) * (y + 1) * price - (1 - r) * (r_mu + 1) * (y_mu + 1)) + (8 * (1 - r_mu) * (1 - share) * (y + 1) * price * share) * ((r - r_mu) * q_mu + (q_mu - q) * r_mu))); [identity | sign].
Qed.

(* slope of phi *)
Theorem slope_of_phi :
  forall (H : nat) (L : R) (gamma : R) (y : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 <= y ->
  L * gamma <= 1 ->
  y <> 0 ->
  1 - y ^ H <> 0 ->
  (1 - y ^ H) ^ 2 * (y + 1) ^ 2 * (INR H * y ^ H / ((1 - y ^ H) * (y + 1) * y) + INR H * y ^ H * (y ^ H + 1) / ((1 - y ^ H) ^ 2 * (y + 1) * y) - (y ^ H + 1) / ((1 - y ^ H) * (y + 1) ^ 2)) + 1 - y ^ (H * 2) - 2 * INR H * y ^ (H - 1) * (y + 1) = 0.
Proof.
  intros H L gamma y given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (real_1 := at_least_one _ given_1).
  destruct H as [| H]; [lia |].
  identity.
Qed.

(* where phi(0) <= phi(y_mu) *)
Theorem where_phi_0_at_most_phi_y_mu :
  forall (H : nat) (L : R) (gamma : R) (y_mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 <= y_mu ->
  L * gamma <= 1 ->
  y_mu ^ H + 1 - (y_mu ^ (H - 1) * (y_mu + 2) - 1) * y_mu - (1 - y_mu ^ H) * (y_mu + 1) = 0.
Proof.
  intros H L gamma y_mu given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  destruct H as [| H]; [lia |].
  identity.
Qed.

(* at z = -1 *)
Theorem at_z_minus_1 :
  forall (H : nat) (L : R) (gamma : R) (y : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 <= y ->
  L * gamma <= 1 ->
  INR H * y ^ (H - 1) * (2 * y + 2) + y ^ (H - 1) * (2 * INR H - 4) - y ^ H * (2 * INR H - 2) - 2 * y ^ H - y ^ (H - 1) * (4 * INR H - 4) = 0.
Proof.
  intros H L gamma y given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  destruct H as [| H]; [lia |].
  identity.
Qed.

Definition all_of_this_file := (on_the_circle, slope_of_phi, where_phi_0_at_most_phi_y_mu, at_z_minus_1).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
