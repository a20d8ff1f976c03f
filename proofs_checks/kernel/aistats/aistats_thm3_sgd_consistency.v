(* aistats-thm3-sgd-consistency: With one client the first order of the bias is that of SGD, as SGD's own rule has it.
   aistats, remark after Theorem 3. Printed:
     -\frac\gamma2\nabla^2f^{-1}\nabla^3f\,\mathbf A\mathcal C\quad(N=1)
   Conditions:
     in words: equal clients
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other *)
From Symfed Require Import Rounds.

(* With one client the first order of the bias is that of SGD, as SGD's own rule has it. *)
Theorem aistats_thm3_sgd_consistency :
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
  (forall bias, first_bias A T C 1 g bias <-> (gamma * INR N) *: bias = (INR N) *: ((gamma / (2 * INR N)) *: ((- 1) *: apply inverse (contract (average T) (lyapunov (average C))))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10. known.
  intros bias. rewrite (first_bias_is A T C 1 g bias inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma * INR (number client))) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (aistats_thm3_sgd_consistency).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
