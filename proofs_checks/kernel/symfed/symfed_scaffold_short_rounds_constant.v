(* symfed-scaffold-short-rounds-constant: Where gamma H L <= 1, Scaffold's variance is at most gamma sigma^2/(N mu), sigma^2 the mean of the
   clients' noise: any N, d and H. Equal clients reach it at H = 1 and gamma mu = gamma L = 1.
   symfed, the rate of the slides, constant. Printed:
     \mathbb E_\pi\|x-x^\star\|^2\le\frac\gamma{N\mu}\sigma_\star^2\qquad(\gamma HL\le1)
   Conditions:
     H*L*gamma <= 1
     mu <= L
     in words: quadratic clients with additive noise
     in words: the control variates have mean zero when they start, and so for ever
   Cross-checks, on which nothing rests and which are not here: laws.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* far *)
Theorem far :
  forall (cos_ : R) (m : R) (r : R) (x : R),
  x <= 1 ->
  m <= x ->
  m >= 0 ->
  r >= 0 ->
  r <= 3 / 8 ->
  cos_ >= - 1 ->
  cos_ <= 0 ->
  r ^ 2 + 1 - 2 * cos_ * r <= (1 - (1 - r) * x) * r + 1 - (r + 1 - (1 - r) * x) * cos_.
Proof.
  intros cos_ m r x given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  apply (by_certificate _ _ (((1 - r) * (1 - x) * (r - cos_)))); [identity | sign].
Qed.

(* between *)
Theorem between :
  forall (cos_ : R) (m : R) (r : R) (x : R),
  x <= 1 ->
  m <= x ->
  m >= 0 ->
  r >= 0 ->
  r <= 3 / 8 ->
  cos_ >= 0 ->
  cos_ <= 1 - m ->
  r ^ 2 + 1 - 2 * cos_ * r <= (1 - r - (1 - r) * x) * cos_ + (1 - (1 - r) * x) * r + 1 - (r + 1 - (1 - r) * x) * cos_.
Proof.
  intros cos_ m r x given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  apply (by_certificate _ _ (((1 - r) * (1 - x) * r))); [identity | sign].
Qed.

(* near *)
Theorem near :
  forall (cos_ : R) (m : R) (r : R) (x : R),
  x <= 1 ->
  m <= x ->
  m >= 0 ->
  r >= 0 ->
  r <= 3 / 8 ->
  cos_ >= 1 - m ->
  cos_ <= 1 ->
  ((1 - m) ^ 2 + 1 - (2 - 2 * m) * cos_) * (r ^ 2 + 1 - 2 * cos_ * r) <= (1 - (1 - r) * x) * r + 1 - (r + 1 - (1 - r) * x) * cos_ - (1 - m) * (((1 - (1 - r) * x) * r + 1) * cos_ + (1 - r) * x - (2 * cos_ ^ 2 - 1) * r - 1).
Proof.
  intros cos_ m r x given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (written_1 : 0 <= r ^ 2 + 1 - 2 * cos_ * r). { apply (by_certificate _ _ (((r ^ 2) + 1 / 4 + 2 * (3 / 8 - r) + 2 * (r) * (1 - cos_)))); [identity | sign]. }
  assert (written_2 : 0 <= 2 * cos_ + m - (2 - m) * r). { apply (by_certificate _ _ (((m) * (r) + (x - m) + 2 * (3 / 8 - r) + 2 * (cos_ + m - 1) + 1 / 4 + (1 - x)))); [identity | sign]. }
  apply (by_certificate _ _ (((x - m) * (r ^ 2 + 1 - 2 * cos_ * r)) * (cos_ + m - 1) + ((1 - cos_) * (1 - x) * r) * (2 * cos_ + m - (2 - m) * r))); [identity | sign].
Qed.

(* far sum *)
Theorem far_sum :
  forall (cos_ : R) (m : R) (r : R) (x : R),
  x <= 1 ->
  m <= x ->
  m >= 0 ->
  r >= 0 ->
  r <= 3 / 8 ->
  cos_ >= - 1 ->
  cos_ <= 0 ->
  (2 - m) ^ 2 * ((1 - m) ^ 2 - (2 - 2 * m) * cos_) <= (1 - m) * (3 - m) * ((1 - m) ^ 2 + 1 - (2 - 2 * m) * cos_).
Proof.
  intros cos_ m r x given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  apply (by_certificate _ _ ((2 * (1 - m) * (cos_ + 1)))); [identity | sign].
Qed.

(* between sum *)
Theorem between_sum :
  forall (cos_ : R) (m : R) (r : R) (x : R),
  x <= 1 ->
  m <= x ->
  m >= 0 ->
  r >= 0 ->
  r <= 3 / 8 ->
  cos_ >= 0 ->
  cos_ <= 1 - m ->
  (2 - m) ^ 2 * (cos_ ^ 2 + (1 - m) ^ 2 - (2 - 2 * m) * cos_) <= (1 - cos_ ^ 2) * (1 - m) * (3 - m) * ((1 - m) ^ 2 + 1 - (2 - 2 * m) * cos_).
Proof.
  intros cos_ m r x given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (written_1 : 0 <= (1 - cos_) * cos_ + m). { apply (by_certificate _ _ (((m) + (cos_) * (1 - cos_ - m) + (cos_) * (m)))); [identity | sign]. }
  apply (by_certificate _ _ (((1 - cos_) * (1 - m) * (cos_ + 1) * (3 - m)) * ((1 - cos_) * cos_ + m) + ((2 - m) * (1 - cos_ - m)) * (1 - cos_ - m) + ((2 - m) * (3 - m) * (1 - cos_ - m) * cos_) * (m) + ((1 - cos_) * (1 - m) * (3 - m) * (1 - cos_ - m) * cos_) * (1 - cos_ - m))); [identity | sign].
Qed.

(* Re (z+s)/(z-s) = (1-s^2)/|z-s|^2 has circle mean 1; so with this 1/(|1-rho z|^2 |z-r|^2) has (1+rho r)/((1-rho^2)(1-r^2)(1-rho r)) *)
Theorem kernels :
  forall (H : nat) (L : R) (cos_ : R) (gamma : R) (m : R) (mu : R) (r : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  (1 - (1 - m) * r) * (m + r - 1) = ((1 - m) ^ 2 + 1 - (2 - 2 * m) * cos_) * r - (1 - m) * (r ^ 2 + 1 - 2 * cos_ * r).
Proof.
  intros H L cos_ gamma m mu r given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  identity.
Qed.

(* constant *)
Theorem constant :
  forall (m : R) (r : R) (x : R),
  x <= 1 ->
  m <= x ->
  m >= 0 ->
  r >= 0 ->
  r <= 3 / 8 ->
  (4 - 2 * (1 - r) * x) * ((1 - m) * (1 - (1 - m) * r) * (3 - m) * m + ((1 - m) * r + 1) * (2 - m)) <= (2 - m) ^ 2 * (1 - (1 - m) * r) * (r + 1) * (4 - x).
Proof.
  intros m r x given_1 given_2 given_3 given_4 given_5.
  assert (written_1 : 0 <= 2 - (1 - r) * m). { apply (by_certificate _ _ ((1 + (m) * (r) + (1 - x) + (x - m)))); [identity | sign]. }
  assert (written_2 : 0 <= (1 - m) * (1 - (1 - m) * r) * (3 - m) * m + ((1 - m) * r + 1) * (2 - m)). { apply (by_certificate _ _ ((2 * (r) + 1 / 4 + (m ^ 2) * (r) * (1 - x) + 7 / 4 * (1 - x) + 5 / 4 * (m) * (1 - x) + (m ^ 2) * (r) * (x - m) + 7 / 4 * (x - m) + 5 / 4 * (m) * (x - m) + 2 * (m ^ 3) * (3 / 8 - r) + (m ^ 2) * (r) * (1 - x) * (1 - x) + 1 / 4 * (m) * (1 - x) * (1 - x) + 2 * (m ^ 2) * (r) * (1 - x) * (x - m) + 1 / 2 * (m) * (1 - x) * (x - m) + 6 * (m) * (1 - x) * (3 / 8 - r) + 1 / 4 * (m) * (x - m) * (x - m) + (m ^ 2) * (r) * (x - m) * (x - m) + 6 * (m) * (x - m) * (3 / 8 - r)))); [identity | sign]. }
  apply (by_certificate _ _ ((8 * (1 - m) ^ 5 * (4 - x) / (4 - m)) * ((1 - 8 * r / 3) ^ 2) + (13 * (1 - m) ^ 5 * (4 - x) / (4 - m)) * (8 * (1 - 8 * r / 3) * r / 3) + (11 * (1 - m) ^ 5 * (4 - x) / (4 * (4 - m))) * (64 * r ^ 2 / 9) + (16 * (1 - m) ^ 4 * (4 - x) * m / (4 - m)) * ((1 - 8 * r / 3) ^ 2) + (32 * (1 - m) ^ 4 * (4 - x) * m / (4 - m)) * (8 * (1 - 8 * r / 3) * r / 3) + (37 * (1 - m) ^ 4 * (4 - x) * m / (4 * (4 - m))) * (64 * r ^ 2 / 9) + (12 * (1 - m) ^ 3 * m ^ 2 * (4 - x) / (4 - m)) * ((1 - 8 * r / 3) ^ 2) + (57 * (1 - m) ^ 3 * m ^ 2 * (4 - x) / (2 * (4 - m))) * (8 * (1 - 8 * r / 3) * r / 3) + (39 * (1 - m) ^ 3 * m ^ 2 * (4 - x) / (4 * (4 - m))) * (64 * r ^ 2 / 9) + (7 * (1 - m) ^ 2 * m ^ 3 * (4 - x) / (4 - m)) * ((1 - 8 * r / 3) ^ 2) + (17 * (1 - m) ^ 2 * m ^ 3 * (4 - x) / (4 - m)) * (8 * (1 - 8 * r / 3) * r / 3) + (433 * (1 - m) ^ 2 * m ^ 3 * (4 - x) / (64 * (4 - m))) * (64 * r ^ 2 / 9) + (4 * m ^ 4 * (1 - m) * (4 - x) / (4 - m)) * ((1 - 8 * r / 3) ^ 2) + (73 * m ^ 4 * (1 - m) * (4 - x) / (8 * (4 - m))) * (8 * (1 - 8 * r / 3) * r / 3) + (283 * m ^ 4 * (1 - m) * (4 - x) / (64 * (4 - m))) * (64 * r ^ 2 / 9) + (m ^ 5 * (4 - x) / (4 - m)) * ((1 - 8 * r / 3) ^ 2) + (19 * m ^ 5 * (4 - x) / (8 * (4 - m))) * (8 * (1 - 8 * r / 3) * r / 3) + (11 * m ^ 5 * (4 - x) / (8 * (4 - m))) * (64 * r ^ 2 / 9) + ((2 - 4 * r) * (4 - 2 * (1 - r) * m) * ((1 - m) * (1 - (1 - m) * r) * (3 - m) * m + ((1 - m) * r + 1) * (2 - m)) / ((2 - (1 - r) * m) * (4 - m))) * (x - m))); [identity | sign].
Qed.

(* one local step *)
Theorem one_local_step :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  1 / (2 - gamma * mu) <= 1.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  assert (written_1 : 0 <= 2 - gamma * mu). { apply (by_certificate _ _ ((2 * (INR H - 1) * (L * gamma * INR H) * (mu) + 2 * (INR H - 1) * (L * gamma * INR H) * (L - mu) + 2 * (INR H - 1) * (1 - L * gamma * INR H) * (mu) + 2 * (INR H - 1) * (1 - L * gamma * INR H) * (L - mu) + (L * gamma * INR H) * (mu) + 2 * (L * gamma * INR H) * (L - mu) + 2 * (1 - L * gamma * INR H) * (mu) + 2 * (1 - L * gamma * INR H) * (L - mu)) / ((L) * (INR H)))); [identity | sign]. }
  assert (written_2 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((INR H - 1) * (L * gamma * INR H) * (mu) + (INR H - 1) * (L * gamma * INR H) * (L - mu) + (INR H - 1) * (1 - L * gamma * INR H) * (mu) + (INR H - 1) * (1 - L * gamma * INR H) * (L - mu) + (L * gamma * INR H) * (L - mu) + (1 - L * gamma * INR H) * (mu) + (1 - L * gamma * INR H) * (L - mu)) / ((L) * (INR H)))); [identity | sign]. }
  apply (by_certificate _ _ (((1 - gamma * mu) / (2 - gamma * mu)))); [identity | sign].
Qed.

Definition all_of_this_file := (far, between, near, far_sum, between_sum, kernels, constant, one_local_step).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
