(* argo-scafflsa-psi0: psi_0 is the squared distance from the resting state: |theta_0 - theta*|² plus (eta H)² times the mean |xi_c|² there,
   for xi_0 = 0, which the printed algorithm does not say and this formula does.
   argo, slide 'Theoretical analysis'. Printed:
     \psi_0=\|\theta_0-\theta_\star\|^2+\frac{\eta^2H^2}N\sum_{c=1}^N\|\bar A^c(\theta_\star^c-\theta_\star)\|^2
   Conditions:
     H*L**2*gamma <= decay
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike *)
From Symfed Require Import Rounds.

(* psi_0 is the squared distance from the resting state: |theta_0 - theta*|² plus (eta H)² times the mean |xi_c|² there, for xi_0 = 0, which the printed algorithm does not say and this formula does. *)
Theorem argo_scafflsa_psi0 :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (A : client -> matrix index) (b : client -> vector index) (inverses : client -> matrix index) (inverse : matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  (forall c, inverse_of (A c)%T (inverses c)) ->
  inverse_of (average A)%T inverse ->
  (let step (c : client) (xi x : vector index) := x - gamma *: (apply (A c) x - b c - xi) in forall xi, (forall c, step c (xi c) (apply inverse (average b)) = apply inverse (average b)) -> (gamma ^ 2 * (INR H) ^ 2) *: average (fun c => inner (apply (A c) (1 *: apply (inverses c) (b c) - apply inverse (average b))) (apply (A c) (1 *: apply (inverses c) (b c) - apply inverse (average b)))) = (gamma ^ 2 * (INR H) ^ 2) *: average (fun c => inner (xi c) (xi c)))%T.
Proof.
  intros index client dimension clients N H gamma A b inverses inverse given_1 given_2 given_3 given_4 given_5. known.
  intros step xi rest.
  assert (resting : xi = (fun c => apply (A c) (apply inverse (average b)) - b c)%T).
  { extensionality c. assert (kept := rest c). unfold step in kept. apply unmoved in kept. rewrite times_times in kept.
    apply factor_null in kept; [| lra]. symmetry. apply difference_null. rewrite <- kept. tensors. }
  clear rest. subst xi.
  tensors.
Qed.

Definition all_of_this_file := (argo_scafflsa_psi0).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
