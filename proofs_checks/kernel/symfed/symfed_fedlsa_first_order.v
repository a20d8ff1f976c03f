(* symfed-fedlsa-first-order: The first coefficients in eta, at fixed H, of FedLSA's bias and of its second moment about theta*: of the
   noise only its covariance at theta* enters, of the matrices no symmetry. The slides bound the moment's trace.
   symfed, ARGO 'Analysis of FedLSA', first order. Printed:
     \theta_\infty^{\mathrm{bias}}=\frac{\eta(H-1)}2\bar A^{-1}\frac1N\sum_{c=1}^N(\bar A^c-\bar A)\bar A^c(\theta_\star-\theta_\star^c)+\dots,\quad\mathbb E(\theta-\theta_\star)(\theta-\theta_\star)^\top=\frac\eta NX+\dots,\quad\bar AX+X\bar A^\top=\frac1N\sum_{c=1}^N\mathrm{Cov}(\varepsilon^c_\star),\ \varepsilon^c_\star=A^c(Z)\theta_\star-b^c(Z)
   Conditions:
     in words: there is a stationary law with a second moment
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: laws, bias, laws, second moment. *)
From Symfed Require Import Rounds.

(* bias *)
Theorem bias :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall bias, first_bias A (fun _ => null) C H g bias <-> gamma *: bias = (1 / 2) *: ((INR H - 1) *: (gamma *: apply inverse (average (fun c => apply (A c - average A) (g c))))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros bias. rewrite (first_bias_is A (fun _ => null) C H g bias inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

(* second moment *)
Theorem second_moment :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall spread, first_spread A (fun _ => null) C H g spread <-> gamma *: spread = (gamma / INR N) *: lyapunov (average C))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros spread. rewrite (first_spread_is A (fun _ => null) C H g spread inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (bias, second_moment).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
