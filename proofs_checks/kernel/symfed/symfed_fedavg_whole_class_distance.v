(* symfed-fedavg-whole-class-distance: How far from theta* FedAvg with exact gradients comes to rest, over all smooth, strongly convex
   clients with the mean square zeta^2 of their gradients at theta*: at most D zeta. At gamma L = 1 two clients in the plane, mirror
   images that are not quadratic, attain it; quadratics reach less, by up to 2/sqrt 3. Proposition 2 has gamma (H-1) L/mu for D. It is
   proved for H = 2, 3, 4, and for more local steps where s^2 sigma <= 3.
   symfed, FedAvg beyond quadratics, the fixed point. Printed:
     \langle\theta-\theta_\star,\theta-\theta^+\rangle\ge\frac{(1-z)(1+2z)}{2z}\big(|\theta-\theta_\star|^2-D^2\zeta^2\big),\quad|\bar\theta_{det}-\theta_\star|\le D\zeta,\quad D=\gamma s\sigma\frac{z^2}{1+2z}\sqrt{\frac{1+z}{1-z}};\quad s=1-\gamma\mu,\ \sigma=\sum_{h=0}^{H-2}s^h,\ s^Hz^2(1+z)=2(2z^2-1);\quad\zeta^2=\tfrac1N\sum_c|\nabla f_c(\theta_\star)|^2
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     (1 - (-gamma*mu + 1)**(H - 1))*(-gamma*mu + 1)**2 <= 3*gamma*mu
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Cross-checks, on which nothing rests and which are not here: exact rounds.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* from one client's inequality *)
Theorem from_one_client_s_inequality :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (s : R) (sigma : R) (z : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  (1 - gamma * mu) ^ 2 * (1 - (1 - gamma * mu) ^ (H - 1)) <= 3 * gamma * mu ->
  (1 - z) * (2 * z + 1) ^ 2 <> 0 ->
  1 - z <> 0 ->
  2 * z + 1 <> 0 ->
  4 * z + 2 <> 0 ->
  (((s ^ 2 * sigma ^ 2) * z ^ 4) * (z + 1)) / ((1 - z) * (2 * z + 1) ^ 2) = 2 * s ^ 2 * sigma ^ 2 * z ^ 4 * (z + 1) / ((1 - z) * (2 * z + 1) * (4 * z + 2)).
Proof.
  intros H L gamma mu s sigma z given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11 given_12.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* the worst path is at rest *)
Theorem the_worst_path_is_at_rest :
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
  1 = (s * (1 / (s * z))) * z.
Proof.
  intros H L gamma mu s z given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* its f has length one *)
Theorem its_f_has_length_one :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (z : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  (1 - gamma * mu) ^ 2 * (1 - (1 - gamma * mu) ^ (H - 1)) <= 3 * gamma * mu ->
  1 = z ^ 2 + (1 - z) * (z + 1).
Proof.
  intros H L gamma mu z given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* across f *)
Theorem across_f :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (s : R) (sigma : R) (z : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  (1 - gamma * mu) ^ 2 * (1 - (1 - gamma * mu) ^ (H - 1)) <= 3 * gamma * mu ->
  s <> 0 ->
  sigma <> 0 ->
  z <> 0 ->
  (((s ^ 2 * sigma ^ 2) * z ^ 4) * (z + 1)) / ((1 - z) * (2 * z + 1) ^ 2) <> 0 ->
  (1 - z) * (2 * z + 1) ^ 2 <> 0 ->
  2 * z + 1 <> 0 ->
  (1 - z) * (2 * z + 1) / (s * sigma * z ^ 2) = (z ^ 2 * (z + 1) * s * sigma / (2 * z + 1)) / ((((s ^ 2 * sigma ^ 2) * z ^ 4) * (z + 1)) / ((1 - z) * (2 * z + 1) ^ 2)).
Proof.
  intros H L gamma mu s sigma z given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11 given_12 given_13 given_14.
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

(* quadratics *)
Theorem quadratics :
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
  1 - z <> 0 ->
  2 * z + 1 <> 0 ->
  (2 * z + 1) ^ 2 <> 0 ->
  z + 1 <> 0 ->
  ((4 * z ^ 2) * ((2 * z + 2) - z ^ 2)) / (2 * z + 1) ^ 2 = z ^ 4 * (z + 1) * (4 - 4 * (4 * z ^ 2 - 2) / ((z + 1) * z ^ 2)) / ((1 - z) * (2 * z + 1) ^ 2).
Proof.
  intros H L gamma mu z given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11 given_12 given_13.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* they reach no more *)
Theorem they_reach_no_more :
  forall (z : R),
  z >= 0 ->
  z <= 1 ->
  2 * z ^ 2 >= 1 ->
  (2 * z + 1) ^ 2 <= 4 * z ^ 2 * (2 * z + 2 - z ^ 2).
Proof.
  intros z given_1 given_2 given_3.
  assert (written_1 : 0 <= 2 * (1 - z) * z + 2 * z + 1). { apply (by_certificate _ _ ((3 * (z) ^ 2 + 6 * (z) * (1 - z) + (1 - z) ^ 2))); [identity | sign]. }
  apply (by_certificate _ _ ((2 * z ^ 2 - 1) * (2 * (1 - z) * z + 2 * z + 1))); [identity | sign].
Qed.

(* and little less *)
Theorem and_little_less :
  forall (z : R),
  z >= 0 ->
  z <= 1 ->
  2 * z ^ 2 >= 1 ->
  12 * z ^ 2 * (2 * z + 2 - z ^ 2) <= 4 * (2 * z + 1) ^ 2.
Proof.
  intros z given_1 given_2 given_3.
  assert (written_1 : 0 <= 3 * z ^ 2 * (1 - z) + 5 * z + 1). { apply (by_certificate _ _ ((6 * (z) ^ 3 + 16 * (z) ^ 2 * (1 - z) + 8 * (z) * (1 - z) ^ 2 + (1 - z) ^ 3))); [identity | sign]. }
  apply (by_certificate _ _ ((4 - 4 * z) * (3 * z ^ 2 * (1 - z) + 5 * z + 1))); [identity | sign].
Qed.

Definition all_of_this_file := (from_one_client_s_inequality, the_worst_path_is_at_rest, its_f_has_length_one, across_f, the_first_alpha_is_not_negative, quadratics, they_reach_no_more, and_little_less).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
