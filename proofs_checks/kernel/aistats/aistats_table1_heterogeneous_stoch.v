(* aistats-table1-heterogeneous-stoch: General clients: the part of the bias that is due to noise, with a minus sign.
   aistats, Table 1, row Heterogeneous, stochastic bias. Printed:
     -\frac{\gamma}{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other *)
From Symfed Require Import Rounds.

(* General clients: the part of the bias that is due to noise, with a minus sign. *)
Theorem aistats_table1_heterogeneous_stoch :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall one other, first_bias A T C H g one -> first_bias A T (fun _ => null) H g other -> gamma *: (one - other) = (- gamma / (2 * INR N)) *: apply inverse (contract (average T) (lyapunov (average C))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros one other first second.
  rewrite (first_bias_is A T C H g one inverse lyapunov) in first by first [assumption | lia].
  rewrite (first_bias_is A T (fun _ => null) H g other inverse lyapunov) in second by first [assumption | lia].
  rewrite first, second. clear first second. tensors.
Qed.

Definition all_of_this_file := (aistats_table1_heterogeneous_stoch).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
