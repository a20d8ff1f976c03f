(* symfed-scafflsa-first-order: The first coefficients in eta, at fixed H, of SCAFFLSA's second moments: of theta that of FedLSA; of theta
   and a control variate, where the order of the factors and the transpose are felt; of control variates, at eta^0.
   symfed, SCAFFLSA, first order. Printed:
     \mathbb E(\theta-\theta_\star)(\theta-\theta_\star)^\top=\frac\eta NX+\dots,\quad\bar AX+X\bar A^\top=C:=\frac1N\sum_cC_c,\quad\mathbb E(\theta-\theta_\star)(\xi^c-\xi^c_\star)^\top=\frac\eta N\big(X(\bar A^c-\bar A)^\top-C_c+C\big)+\dots,\quad\mathbb E(\xi^c-\xi^c_\star)(\xi^c-\xi^c_\star)^\top=\frac{(N-2)C_c+C}{NH}+\dots,\quad\mathbb E(\xi^c-\xi^c_\star)(\xi^k-\xi^k_\star)^\top=\frac{C-C_c-C_k}{NH}+\dots
   Conditions:
     in words: there is a stationary law with a second moment
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
     in words: the control variates have mean zero when they start, and so for ever
   Cross-checks, on which nothing rests and which are not here: laws. *)
From Symfed Require Import Controls.

(* theta *)
Theorem theta :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall spread, controls_spread A (fun _ => null) C H spread <-> gamma *: spread = (gamma / INR N) *: lyapunov (average C))%T.
Proof.
  intros index client dimension clients N H gamma A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5. known.
  intros spread. rewrite (controls_spread_is A (fun _ => null) C H inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

(* theta and a control variate *)
Theorem theta_and_a_control_variate :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall cross, controls_cross A (fun _ => null) C H cross -> forall c, (- gamma) *: cross c = (gamma / INR N) *: (1 *: product (lyapunov (average C)) (transpose (A c - average A)) + (- 1) *: (C c - average C)))%T.
Proof.
  intros index client dimension clients N H gamma A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5. known.
  intros cross. rewrite (controls_cross_is A (fun _ => null) C H inverse lyapunov) by first [assumption | lia].
  intros ->. intros c. cbv beta. tensors.
Qed.

(* a control variate *)
Theorem a_control_variate :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall drifts, controls_own A (fun _ => null) C H drifts -> forall c, 1 *: (drifts c c) = (1 / (INR H * INR N)) *: ((INR N - 2) *: C c + average C))%T.
Proof.
  intros index client dimension clients N H gamma A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5. known.
  intros drifts. rewrite (controls_own_is A (fun _ => null) C H inverse lyapunov) by first [assumption | lia].
  intros -> c. cbv beta. rewrite only_same. tensors.
Qed.

(* two clients' control variates *)
Theorem two_clients_control_variates :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall drifts, controls_own A (fun _ => null) C H drifts -> forall one other, one <> other -> 1 *: (drifts one other) = (1 / (INR H * INR N)) *: (1 *: (average C - C one - C other)))%T.
Proof.
  intros index client dimension clients N H gamma A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5. known.
  intros drifts. rewrite (controls_own_is A (fun _ => null) C H inverse lyapunov) by first [assumption | lia].
  intros -> one other different. cbv beta. rewrite only_other by exact different. tensors.
Qed.

Definition all_of_this_file := (theta, theta_and_a_control_variate, a_control_variate, two_clients_control_variates).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
