(* symfed-lsa-least-squares: The gradient of |A(Z) theta - b(Z)|²/2 does not vanish in the mean at theta*, but is the covariance of A(Z) and
   eps(Z): two independent samples a step are needed. And for symmetric Abar of condition number kappa the condition number is squared:
   gradient steps on a quadratic shrink by (kappa - 1)/(kappa + 1) at best.
   symfed, ARGO, note on least squares, with its reasons. Printed:
     \mathbb E[A(Z)^\top(A(Z)\theta_\star-b(Z))]=\mathbb E[(A(Z)-\bar A)^\top\varepsilon(Z)];\quad \frac{\kappa-1}{\kappa+1}\le\frac{\kappa^2-1}{\kappa^2+1}
   Conditions:
     kappa >= 1
     in words: theta* solves the mean system
   Cross-checks, on which nothing rests and which are not here: one sample.
   Not here, or not whole:
     the proof: by named theorems: it is read as sentences *)
From Symfed Require Import Prelude.

(* symmetric *)
Theorem symmetric :
  forall (kappa : R),
  0 < kappa ->
  kappa >= 1 ->
  (kappa - 1) / (kappa + 1) <= (kappa ^ 2 - 1) / (kappa ^ 2 + 1).
Proof.
  intros kappa given_1 given_2.
  apply (by_certificate _ _ ((2 * kappa * (kappa - 1) / ((kappa + 1) * (kappa ^ 2 + 1))))); [identity | sign].
Qed.

Definition all_of_this_file := (symmetric).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
