(* iccopt-cov-def-x-xi: Sigma^(x,xi)_c is the mean of (x - x* )(xi_c - xi_c* )', about both stars: whatever the law, the covariance and the
   product of the gaps of the means. The exact laws of quadratics have it so.
   iccopt, slide 'Bounding the Covariance'. Printed:
     \bar\Sigma^{x,\xi}_{(c)}\triangleq\int(x-x_\star)(\xi_c-\xi_c^\star)^\top\pi^{(\gamma,H)}(dx,d\Xi)
   Conditions:
     H*L*gamma <= 1
     in words: L-smooth, mu-strongly convex functions with third derivatives bounded by Q
   Cross-checks, on which nothing rests and which are not here: as references have it. *)
From Symfed Require Import Arithmetic Words.

(* iccopt-cov-def-x-xi: Sigma^(x,xi)_c is the mean of (x - x* )(xi_c - xi_c* )', about both stars: whatever the law, the covariance and the product of the gaps of the means. The exact laws of quadratics have it so. *)
Theorem iccopt_cov_def_x_xi :
  forall (W : Algebra) (draw : Type) (expect : (draw -> W) -> W) (x_star_of_mean : W) (x_stationary_w : draw -> W) (xi_row_cw : nat -> draw
    -> W) (xi_star_row_c : nat -> W),
  forall (c : nat), (x_star_of_mean * xi_star_row_c c + (- 1)%R *: (expect (fun w => (x_stationary_w w)%words) * xi_star_row_c c) + (- 1)%R
    *: (x_star_of_mean * expect (fun w => (xi_row_cw c w)%words)) + expect (fun w => (x_stationary_w w * xi_row_cw c w)%words))%words = (((-
    1)%R *: (x_star_of_mean) + expect (fun w => (x_stationary_w w)%words)) * ((- 1)%R *: (xi_star_row_c c) + expect (fun w => (xi_row_cw c
    w)%words)) + (- 1)%R *: (expect (fun w => (x_stationary_w w)%words) * expect (fun w => (xi_row_cw c w)%words)) + expect (fun w =>
    (x_stationary_w w * xi_row_cw c w)%words))%words.
Proof.
  intros W draw expect x_star_of_mean x_stationary_w xi_row_cw xi_star_row_c.
  intros c.
  words.
Qed.

Definition all_of_this_file := (iccopt_cov_def_x_xi).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
