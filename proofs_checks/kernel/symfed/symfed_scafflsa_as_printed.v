(* symfed-scafflsa-as-printed: The printed signs on clients with one symmetric matrix: a round multiplies a control variate's distance from
   its ideal, along an eigenvector of eigenvalue a <= 1/eta, by 1 + (1-(1-eta a)^H)/(eta a H), which is at least 1 + 1/H, and two for H =
   1.
   symfed, SCAFFLSA with the printed signs. Printed:
     \xi_{t+1}^c-\xi_\star^c=\Big(1+\frac{1-(1-\eta a)^H}{\eta aH}\Big)(\xi_t^c-\xi_\star^c)\qquad(A^c=A,\ a\text{ an eigenvalue of }A)
   Conditions:
     L*gamma <= 1
     in words: clients that share the Hessian
     in words: the control variates have mean zero when they start, and so for ever
   Cross-checks, on which nothing rests and which are not here: rounds. *)
From Symfed Require Import Rounds Prelude.

(* 1 + (1-(1-eta a)^H)/(eta a H) as a function of the matrix: by that an eigenvector of eigenvalue a is multiplied *)
Theorem factor :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : matrix index) (inverse : matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of A%T inverse ->
  (forall e, let step (c : client) (x : vector index) := x - gamma *: (apply A x - (1 / (gamma * INR H)) *: g c) in let end_of c := Nat.iter H (step c) e in forall c, (1 / (gamma * INR H)) *: g c - (1 / (gamma * INR H)) *: (average end_of - end_of c) = (1 / (gamma * INR H)) *: (g c + (1 / (gamma * INR H)) *: (1 *: apply (identity - power (identity - gamma *: A) H) (apply inverse (g c)))))%T.
Proof.
  intros index client dimension clients N H gamma g A inverse given_1 given_2 given_3 given_4 given_5. known.
  intros e step end_of.
  assert (ends : forall c, end_of c = (apply inverse ((1 / (gamma * INR H)) *: g c) + apply (power (identity - gamma *: A) H) (e - apply inverse ((1 / (gamma * INR H)) *: g c)))%T).
  { intros c. apply steps_about. intros x. unfold step. tensors. }
  intros c. rewrite (average_equal _ _ ends), ends. tensors.
Qed.

(* (1 - eta a)^H <= 1 - eta a, a an eigenvalue *)
Theorem at_least_1_plus_1_over_H :
  forall (H : nat) (L : R) (a : R) (gamma : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < a ->
  0 < gamma ->
  L * gamma <= 1 ->
  a * gamma <= 1 ->
  (1 - a * gamma) ^ H <= 1 - a * gamma.
Proof.
  intros H L a gamma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - a * gamma) ^ H <= 1 - a * gamma) by (apply all; repeat split; assumption).
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => (1 - a * gamma) ^ H) (fun H => 1 - a * gamma) (fun H => 1 - a * gamma) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - a * gamma) H.
    apply (by_certificate _ _ (a * gamma * (1 - a * gamma))); [identity | sign].
Qed.

Definition all_of_this_file := (factor, at_least_1_plus_1_over_H).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
