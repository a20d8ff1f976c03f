(* symfed-lsa-least-squares: The gradient of |A(Z) theta - b(Z)|²/2 does not vanish in the mean at theta*, but is the covariance of A(Z) and
   eps(Z): two independent samples a step are needed. And for symmetric Abar of condition number kappa the condition number is squared:
   gradient steps on a quadratic shrink by (kappa - 1)/(kappa + 1) at best.
   symfed, ARGO, note on least squares, with its reasons. Printed:
     \mathbb E[A(Z)^\top(A(Z)\theta_\star-b(Z))]=\mathbb E[(A(Z)-\bar A)^\top\varepsilon(Z)];\quad \frac{\kappa-1}{\kappa+1}\le\frac{\kappa^2-1}{\kappa^2+1}
   Conditions:
     kappa >= 1
     in words: theta* solves the mean system
   Cross-checks, on which nothing rests and which are not here: one sample. *)
From Symfed Require Import Words Prelude Arithmetic.

(* A' eps is (A - M)' eps and M' eps, M = Abar (all sizes; a vector is a matrix of which all other columns are zero) *)
Theorem one_draw :
  forall (matrices : Algebra) (A' M' eps : matrices) (kappa : R),
  0 < kappa ->
  kappa >= 1 ->
  (A' * eps = (A' - M') * eps + M' * eps)%words.
Proof.
  words.
Qed.

(* symmetric *)
Theorem lemma_symmetric :
  forall (kappa : R),
  0 < kappa ->
  kappa >= 1 ->
  (kappa - 1) / (kappa + 1) <= (kappa ^ 2 - 1) / (kappa ^ 2 + 1).
Proof.
  intros kappa given_1 given_2.
  apply (by_certificate _ _ ((2 * kappa * (kappa - 1) / ((kappa + 1) * (kappa ^ 2 + 1))))); [identity | sign].
Qed.

(* symfed_lsa_least_squares_of_numbers_1 *)
Theorem symfed_lsa_least_squares_of_numbers_1 :
  forall (kappa : R),
  0 < kappa ->
  kappa >= 1 ->
  (kappa - 1) / (kappa + 1) <= (kappa ^ 2 - 1) / (kappa ^ 2 + 1).
Proof.
  intros kappa sign_kappa given_1.
  assert (slack_given_1 := slack _ _ (Rge_le _ _ given_1)).
  assert (m1 : 0 <= (2) * (kappa) / ((kappa + 1) * (kappa ^ 2 + 1))) by positive.
  certified (((1))) (Rmult_le_pos _ _ m1 slack_given_1).
Qed.

(* symfed-lsa-least-squares: The gradient of |A(Z) theta - b(Z)|²/2 does not vanish in the mean at theta*, but is the covariance of A(Z) and eps(Z): two independent samples a step are needed. And for symmetric Abar of condition number kappa the condition number is squared: gradient steps on a quadratic shrink by (kappa - 1)/(kappa + 1) at best. *)
Theorem symfed_lsa_least_squares :
  forall (W : Algebra) (draw : Type) (expect : (draw -> W) -> W) (lsa_A_turned_w : draw -> W) (lsa_A_w : draw -> W) (lsa_b_w : draw -> W)
    (theta_lsa : W) (kappa : R),
  (0 < kappa) ->
  (kappa >= 1) ->
  ((expect (fun w => (lsa_A_w w)%words) * theta_lsa)%words = (expect (fun w => (lsa_b_w w)%words))%words) ->
  (((kappa - 1) / (kappa + 1) <= (kappa ^ 2 - 1) / (kappa ^ 2 + 1))%R) /\ (((- 1)%R *: (expect (fun w => (lsa_A_turned_w w * lsa_b_w
    w)%words)) + expect (fun w => (lsa_A_turned_w w * lsa_A_w w)%words) * theta_lsa)%words = ((- 1)%R *: (expect (fun w => (lsa_A_turned_w w
    * lsa_b_w w)%words)) + expect (fun w => (lsa_A_turned_w w * lsa_A_w w)%words) * theta_lsa + expect (fun w => (lsa_A_turned_w w)%words) *
    expect (fun w => (lsa_b_w w)%words) + (- 1)%R *: (expect (fun w => (lsa_A_turned_w w)%words) * expect (fun w => (lsa_A_w w)%words) *
    theta_lsa))%words).
Proof.
  intros W draw expect lsa_A_turned_w lsa_A_w lsa_b_w theta_lsa kappa kappa_positive given_1 mean_system.
  split. { apply (symfed_lsa_least_squares_of_numbers_1 kappa); assumption. }
  less_in (regular W) (expect (fun w => (lsa_A_turned_w w)%words))%words mean_system.
  words.
Qed.

Definition all_of_this_file := (one_draw, lemma_symmetric, symfed_lsa_least_squares).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
