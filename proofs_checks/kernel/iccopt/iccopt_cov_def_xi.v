(* iccopt-cov-def-xi: Sigma^xi_(c,c') is the stationary mean of (xi_c - xi_c* )(xi_c' - xi_c'* )': the covariance of both and the product of
   the gaps of their means. The printed star gives the same on the exact laws of quadratics that were looked at, where E xi_c = xi_c*.
   iccopt, slide 'Bounding the Covariance'. Printed:
     \bar\Sigma^\xi_{(c,c')}\triangleq\int(\xi_c-\xi_c^\star)(\xi_{c'}-\xi_c^\star)^\top\pi^{(\gamma,H)}(dx,d\Xi)
   Conditions:
     H*L*gamma <= 1
     in words: L-smooth, mu-strongly convex functions with third derivatives bounded by Q
   Cross-checks, on which nothing rests and which are not here: with the printed star. *)
From Symfed Require Import Arithmetic Words.

(* iccopt-cov-def-xi: Sigma^xi_(c,c') is the stationary mean of (xi_c - xi_c* )(xi_c' - xi_c'* )': the covariance of both and the product of the gaps of their means. The printed star gives the same on the exact laws of quadratics that were looked at, where E xi_c = xi_c*. *)
Theorem iccopt_cov_def_xi :
  forall (W : Algebra) (draw : Type) (expect : (draw -> W) -> W) (xi_other_row_w : draw -> W) (xi_other_star_row : W) (xi_star_c : nat -> W)
    (xi_stationary_cw : nat -> draw -> W),
  forall (c : nat), (xi_star_c c * xi_other_star_row + (- 1)%R *: (expect (fun w => (xi_stationary_cw c w)%words) * xi_other_star_row) + (-
    1)%R *: (xi_star_c c * expect (fun w => (xi_other_row_w w)%words)) + expect (fun w => (xi_stationary_cw c w * xi_other_row_w
    w)%words))%words = (((- 1)%R *: (xi_star_c c) + expect (fun w => (xi_stationary_cw c w)%words)) * ((- 1)%R *: (xi_other_star_row) +
    expect (fun w => (xi_other_row_w w)%words)) + (- 1)%R *: (expect (fun w => (xi_stationary_cw c w)%words) * expect (fun w =>
    (xi_other_row_w w)%words)) + expect (fun w => (xi_stationary_cw c w * xi_other_row_w w)%words))%words.
Proof.
  intros W draw expect xi_other_row_w xi_other_star_row xi_star_c xi_stationary_cw.
  intros c.
  words.
Qed.

Definition all_of_this_file := (iccopt_cov_def_xi).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
