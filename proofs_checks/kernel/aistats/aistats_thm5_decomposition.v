(* aistats-thm5-decomposition: The error of the extrapolated iterate is that of each run about its own stationary mean, and the bias of the
   extrapolated means.
   aistats, proof of Theorem 5, display before (60). Printed:
     \vartheta_t-\theta^\star=2\theta_t^{(\gamma,H)}-2\bar\theta_{sto}^{(\gamma,H)}-\theta_t^{(2\gamma,H)}+\bar\theta_{sto}^{(2\gamma,H)}-\theta^\star+\bar\vartheta_{sto}^{(\gamma,H)}
   Cross-checks, on which nothing rests and which are not here: one coordinate. *)
From Symfed Require Import Arithmetic Named.

(* aistats-thm5-decomposition: The error of the extrapolated iterate is that of each run about its own stationary mean, and the bias of the extrapolated means. *)
Theorem aistats_thm5_decomposition :
  forall (V : Euclidean) (N : nat) (mean_2gamma : vec V) (mean_gamma : vec V) (theta_2gamma : vec V) (theta_gamma : vec V) (theta_star : vec
    V),
  (1 <= N)%nat ->
  forall vartheta : vec V,
  (vartheta = (2 *: theta_gamma - theta_2gamma)%vec) ->
  forall mean_vartheta : vec V,
  (mean_vartheta = (2 *: mean_gamma - mean_2gamma)%vec) ->
  (vartheta - theta_star)%vec = (mean_2gamma + mean_vartheta + 2 *: theta_gamma - 2 *: mean_gamma - theta_2gamma - theta_star)%vec.
Proof.
  intros V N mean_2gamma mean_gamma theta_2gamma theta_gamma theta_star some.
  intros vartheta.
  intros iterate.
  intros mean_vartheta.
  intros mean_.
  assert (decomposition_over_1 : (vartheta - theta_star)%vec = (mean_2gamma + mean_vartheta + 2 *: theta_gamma - 2 *: mean_gamma -
    theta_2gamma - theta_star)%vec).
  { less_in (linear V) (1)%R iterate.
    less_in (linear V) (- 1)%R mean_.
    vectors.
  }
  as_vectors decomposition_over_1.
Qed.

Definition all_of_this_file := (aistats_thm5_decomposition).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
