(* iccopt-cov-def-x: Sigma^x is the second moment of x about x*: whatever the law, its covariance and the squared gap of its mean. The exact
   laws of quadratics have it so.
   iccopt, slide 'Bounding the Covariance'. Printed:
     \bar\Sigma^x\triangleq\int(x-x_\star)^{\otimes2}\pi^{(\gamma,H)}(dx,d\Xi)
   Conditions:
     H*L*gamma <= 1
     in words: L-smooth, mu-strongly convex functions with third derivatives bounded by Q
   Cross-checks, on which nothing rests and which are not here: as references have it. *)
From Symfed Require Import Arithmetic Words.

(* iccopt-cov-def-x: Sigma^x is the second moment of x about x*: whatever the law, its covariance and the squared gap of its mean. The exact laws of quadratics have it so. *)
Theorem iccopt_cov_def_x :
  forall (W : Algebra) (draw : Type) (expect : (draw -> W) -> W) (x_row_w : draw -> W) (x_star_of_mean : W) (x_star_row : W) (x_stationary_w
    : draw -> W),
  (x_star_of_mean * x_star_row + (- 1)%R *: (expect (fun w => (x_stationary_w w)%words) * x_star_row) + (- 1)%R *: (x_star_of_mean * expect
    (fun w => (x_row_w w)%words)) + expect (fun w => (x_stationary_w w * x_row_w w)%words))%words = (((- 1)%R *: (x_star_of_mean) + expect
    (fun w => (x_stationary_w w)%words)) * ((- 1)%R *: (x_star_row) + expect (fun w => (x_row_w w)%words)) + (- 1)%R *: (expect (fun w =>
    (x_stationary_w w)%words) * expect (fun w => (x_row_w w)%words)) + expect (fun w => (x_stationary_w w * x_row_w w)%words))%words.
Proof.
  intros W draw expect x_row_w x_star_of_mean x_star_row x_stationary_w.
  words.
Qed.

Definition all_of_this_file := (iccopt_cov_def_x).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
