(* hal-thm6: Theorem 1 with gamma mu H <= 1 for its gamma <= 1/H. Neither is needed for the remainder's order. (That (19) gives R is hal-
   thm6-given-in-19.)
   hal, Appendix A.2, Theorem 6. Printed:
     \bar\theta_{det}-\theta^\star=\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_c(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)+\gamma H\mathcal R(\bar\theta_{det}),\ \mathcal R(\bar\theta_{det})=O(\gamma H)
   Conditions:
     2*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
   Not here, or not whole:
     statement: the terms without the remainder alone
     symfed-fedavg-fixed-point-remainder: a premise, of which nothing is here *)
From Symfed Require Import Rounds.

(* Theorem 1 with gamma mu H <= 1 for its gamma <= 1/H. Neither is needed for the remainder's order. (That (19) gives R is hal-thm6-given-in-19.) *)
Theorem hal_thm6 :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (T : client -> cubic index) (C : client -> matrix index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  (forall bias, first_bias A T (fun _ => null) H g bias <-> gamma *: bias = (gamma * (INR H - 1) / 2) *: apply inverse (average (fun c => apply (A c - average A) (g c))))%T.
Proof.
  intros index client dimension clients N H gamma g A T C inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6. known.
  intros bias. rewrite (first_bias_is A T (fun _ => null) H g bias inverse lyapunov) by first [assumption | lia].
  rewrite (times_moved (gamma)) by nonzero_product. apply same_side. tensors.
Qed.

Definition all_of_this_file := (hal_thm6).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
