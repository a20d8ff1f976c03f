(* symfed-noise-matrix: With C(theta* ) the mean of the clients' noise covariances, gamma/N A C is the first order of the second moment, as
   derived from the rule.
   symfed, equation (9) in both versions, with the client's own index. Printed:
     \mathcal C(\theta^\star)=\frac1N\sum_{c=1}^N\mathbb E[\varepsilon_c^{Z_c}(\theta^\star)^{\otimes2}],\quad\text{the first order of }\bar\Sigma_{sto}\text{ in }\gamma\text{ is }\frac\gamma N\mathbf A\mathcal C(\theta^\star)
   Conditions:
     in words: every step draws its sample anew
     in words: clients draw independently of each other *)
From Symfed Require Import Rounds.

(* With C(theta* ) the mean of the clients' noise covariances, gamma/N A C is the first order of the second moment, as derived from the rule. *)
Theorem symfed_noise_matrix :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall spread, first_spread A T C H g spread <-> gamma *: spread = (gamma / INR N) *: lyapunov (average C))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros spread. rewrite (first_spread_is A T C H g spread inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (symfed_noise_matrix).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
