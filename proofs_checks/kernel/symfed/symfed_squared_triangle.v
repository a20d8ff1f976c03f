(* symfed-squared-triangle: |x + g|^2 <= 2 |x|^2 + 2 |g|^2 in every dimension.
   symfed, the first step of the proof of Corollary 1. Printed:
     \|x+g\|^2\le2\|x\|^2+2\|g\|^2 *)
From Symfed Require Import Prelude.

(* |x + g|^2 <= 2 |x|^2 + 2 |g|^2 in every dimension. *)
Theorem symfed_squared_triangle :
  forall (gram_gg : R) (gram_xg : R) (gram_xx : R),
  0 <= gram_gg ->
  0 <= gram_xx ->
  gram_xg ^ 2 <= gram_gg * gram_xx ->
  gram_gg + 2 * gram_xg + gram_xx <= 2 * gram_gg + 2 * gram_xx.
Proof.
  intros gram_gg gram_xg gram_xx given_1 given_2 given_3.
  assert (square_2 := square_of_sum (1) (- 1) gram_xx gram_xg gram_gg ltac:(lra) ltac:(lra) ltac:(lra)).
  apply (by_certificate _ _ ((gram_gg + gram_xx - 2 * gram_xg))); [identity | sign].
Qed.

Definition all_of_this_file := (symfed_squared_triangle).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
