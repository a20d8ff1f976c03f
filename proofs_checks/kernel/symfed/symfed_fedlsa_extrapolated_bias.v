(* symfed-fedlsa-extrapolated-bias: Richardson-Romberg on FedLSA, twice the mean at eta less that at 2 eta: its bias has no first order, and
   -2 eta² times the second coefficient.
   symfed, ARGO 'A new Federated Method?' for FedLSA. Printed:
     2\theta_\infty^{\mathrm{bias}}(\eta)-\theta_\infty^{\mathrm{bias}}(2\eta)=-2\eta^2\bar A^{-1}\Big(\frac{H-1}2\langle(\bar A^c)^2\rangle x-\frac{(H-1)(H-2)}6\langle(\bar A^c)^2g_c\rangle\Big)+\dots
   Conditions:
     in words: there is a stationary law with a second moment
     in words: the draws Z_{t,h}^c are independent, and each client's are alike *)
From Symfed Require Import SecondOrders.

(* Richardson-Romberg on FedLSA, twice the mean at eta less that at 2 eta: its bias has no first order, and -2 eta² times the second coefficient. *)
Theorem symfed_fedlsa_extrapolated_bias :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (inverse : matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  ((exists m n, second_bias g A H m n) /\ (forall m n, second_bias g A H m n -> 2 *: (gamma *: m + (gamma ^ 2) *: n) - ((2 * gamma) *: m + (4 * gamma ^ 2) *: n) = (- 2 * gamma ^ 2) *: apply inverse ((1 / 2) *: ((INR H - 1) *: apply (average (fun c => power (A c) 2)) ((1 / 2) *: ((INR H - 1) *: (1 *: apply inverse (average (fun c => apply (A c - average A) (g c))))))) - (1 / 6) *: (((INR H - 1) * (INR H - 2)) *: average (fun c => apply (power (A c) 2) (g c))))))%T.
Proof.
  intros index client dimension clients N H gamma g A inverse given_1 given_2 given_3 given_4 given_5. known.
  assert (law : forall m n, second_bias g A H m n <-> m = first_coefficient g A H inverse /\ n = second_coefficient g A H inverse m).
  { intros m n. apply (second_bias_is g A H m n inverse); first [assumption | lia]. }
  split.
  - do 2 eexists. apply law. split; reflexivity.
  - intros m n kept. apply law in kept. destruct kept as [-> ->]. clear law. unfold second_coefficient, first_coefficient.
    rewrite ?squares_applied. tensors.
Qed.

Definition all_of_this_file := (symfed_fedlsa_extrapolated_bias).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
