(* symfed-scaffold-whole-class-slide-rate: The rate of the slide 'New Convergence Rate for Scaffold' without noise, over the whole class,
   with the constant 1 and half of its term of heterogeneity, as long as gamma mu H (H+1) <= 8: at gamma = 1/L that is up to sqrt(8
   kappa) local steps. (The slide prints no condition; gamma H L <= 1 is what it was known under.)
   symfed, the rate of the slides without noise, beyond quadratics. Printed:
     \|x^{(T)}-x^\star\|^2\le\Big(1-\frac{\gamma\mu}4\Big)^{HT}\{\|x^{(0)}-x^\star\|^2+\gamma^2H^2\zeta^2\},\quad\zeta^2=\frac1N\sum_c\|\nabla f_c(x^\star)\|^2\qquad(\gamma L\le1,\ \gamma\mu H(H+1)\le8,\ \xi_c^{(0)}=0)
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     H*gamma*mu*(H + 1) <= 8
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: control variates that are zero at the start
   Not here, or not whole:
     1 - gamma mu H/4 <= (1 - gamma mu/4)^H: holds only from a later step on: its induction is not written out
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* a local step *)
Theorem a_local_step :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  gamma * mu * INR H * (INR H + 1) <= 8 ->
  (1 - gamma * mu) ^ 2 <= 1 - gamma * mu / 4.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  assert (written_1 : 0 <= 7 - 4 * gamma * mu). { apply (by_certificate _ _ ((3 * (L * gamma) * (mu) + 7 * (L * gamma) * (L - mu) + 7 * (1 - L * gamma) * (mu) + 7 * (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
  apply (by_certificate _ _ ((gamma * mu * (7 - 4 * gamma * mu) / 4))); [identity | sign].
Qed.

(* many steps *)
Theorem many_steps :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  gamma * mu * INR H * (INR H + 1) <= 8 ->
  (INR H - 1) / (INR H + 1) <= 1 - gamma * mu * INR H / 4.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (real_1 := at_least_one _ given_1).
  apply (by_certificate _ _ ((1 / (4 * INR H + 4)) * (8 - gamma * mu * INR H * (INR H + 1)))); [identity | sign].
Qed.

Definition all_of_this_file := (a_local_step, many_steps).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
