(* argo-summary-linear-speedup: Linear speed-up, up to bias: the first order in the step size, at fixed H, of both methods' second moment
   about theta* is gamma/N X, where A X + X A' is the mean of the clients' noise covariances, for any matrices and under multiplicative
   noise. FedLSA's squared bias is of second order. Bounds at a finite step size are symfed-fedlsa-variance and symfed-scafflsa-mean-
   square-error.
   argo, slide 'Conclusion and Perspectives'. Printed:
     \text{We showed that both methods have linear speed-up (up to bias)}
   Conditions:
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike *)
From Symfed Require Import Rounds Controls.

(* FedLSA *)
Theorem FedLSA :
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

(* SCAFFLSA *)
Theorem SCAFFLSA :
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

Definition all_of_this_file := (FedLSA, SCAFFLSA).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
