(* aistats-table1-homogeneous: Equal clients: the first order of the bias is minus gamma/(2N) times the Hessian's inverse, the third
   derivative and A C.
   aistats, Table 1, row Homogeneous, stochastic bias. Printed:
     -\frac{\gamma}{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
     in words: equal clients *)
From Symfed Require Import Rounds.

(* Equal clients: the first order of the bias is minus gamma/(2N) times the Hessian's inverse, the third derivative and A C. *)
Theorem aistats_table1_homogeneous :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  (forall c, g c = null) ->
  (forall c, A c = average A) ->
  (forall c, T c = average T) ->
  (forall c, C c = average C) ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall bias, first_bias A T C H g bias <-> gamma *: bias = (- gamma / (2 * INR N)) *: apply inverse (contract (average T) (lyapunov (average C))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10. known.
  intros bias. rewrite (first_bias_is A T C H g bias inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (aistats_table1_homogeneous).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
