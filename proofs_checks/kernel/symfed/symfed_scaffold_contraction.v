(* symfed-scaffold-contraction: Scaffold contracts a weighted squared norm by rho^2 every round, for heterogeneous clients that do not
   commute, any N, d and H: rho^2 V - V^+ is a mean of squares. So the spectral radius of a round is at most rho.
   symfed, Scaffold on quadratics, exact worst case. Printed:
     V=\frac1N\sum_c\langle x_c,p(A_c)x_c\rangle,\quad x_c=e+y_c,\quad p=\frac1{(\rho^2-qr)+\sqrt{(\rho^2-q^2)(\rho^2-r^2)}},\quad \rho^2V-V^+=\frac1N\sum_c\big\langle z_c,p(A_c)z_c\big\rangle,\ z_c=\sqrt{\rho^2-q^2}\,e-\sqrt{\rho^2-r^2}\,y_c;\quad \rho=\max_{a\in[\mu,L]}\max(|q|,|r|)=\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-(1-\gamma L)^H}{\gamma LH}\Big\}\quad(\gamma L\le1)
   Conditions:
     L*gamma <= 1
     in words: quadratic clients
     in words: the control variates have mean zero when they start, and so for ever
   Cross-checks, on which nothing rests and which are not here: rounds by the rule, spectra of rounds.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* what a client's eigenvector loses *)
Theorem what_a_client_s_eigenvector_loses :
  forall (L : R) (e : R) (gamma : R) (q : R) (r : R) (rho : R) (y : R),
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  (rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2) <> 0 ->
  0 <= rho ^ 2 - q ^ 2 ->
  0 <= rho ^ 2 - r ^ 2 ->
  (((rho ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2))) * (e + y) ^ 2 - (q * e + r * y) ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2))) - (2 * e) * y) - (sqrt (rho ^ 2 - q ^ 2) * e - sqrt (rho ^ 2 - r ^ 2) * y) ^ 2 / ((rho ^ 2 - q * r) + sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - r ^ 2)) = 0.
Proof.
  intros L e gamma q r rho y given_1 given_2 given_3 given_4 given_5 given_6.
  assert (root_1 : sqrt (rho ^ 2 - q ^ 2) * sqrt (rho ^ 2 - q ^ 2) = rho ^ 2 - q ^ 2) by (apply sqrt_sqrt; sign).
  try assert (0 < sqrt (rho ^ 2 - q ^ 2)) by (apply sqrt_lt_R0; sign).
  assert (root_2 : sqrt (rho ^ 2 - r ^ 2) * sqrt (rho ^ 2 - r ^ 2) = rho ^ 2 - r ^ 2) by (apply sqrt_sqrt; sign).
  try assert (0 < sqrt (rho ^ 2 - r ^ 2)) by (apply sqrt_lt_R0; sign).
  set (s_1 := sqrt (rho ^ 2 - q ^ 2)) in *; clearbody s_1.
  set (s_2 := sqrt (rho ^ 2 - r ^ 2)) in *; clearbody s_2.
  powers; field [root_1 root_2]; nonzero.
Qed.

(* the weight is positive *)
Theorem the_weight_is_positive :
  forall (L : R) (gamma : R) (q : R) (r : R) (rho : R),
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  q <= rho ->
  - rho <= q ->
  r <= rho ->
  - rho <= r ->
  q * r <= rho ^ 2.
Proof.
  intros L gamma q r rho given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  apply (by_certificate _ _ ((1 / 2) * ((rho - q) * (r + rho)) + (1 / 2) * ((rho - r) * (q + rho)))); [identity | sign].
Qed.

Definition all_of_this_file := (what_a_client_s_eigenvector_loses, the_weight_is_positive).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
