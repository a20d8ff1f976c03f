(* aistats-A1-uniqueness-lyapunov: A1 makes f strongly convex, so theta* is unique, and the Lyapunov operator there is invertible: it
   reaches every matrix M, and makes it no smaller than 2 mu |M|, for its eigenvalues are sums of two.
   aistats, remark after A1. Printed:
     f\ \mu\text{-strongly convex},\ \theta^\star\text{ unique},\ Id\otimes\nabla^2f(\theta^\star)+\nabla^2f(\theta^\star)\otimes Id\text{ invertible}
   Conditions:
     in words: every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L]
   Cross-checks, on which nothing rests and which are not here: determinant.
   Not here, or not whole:
     the proof: is a vector in one place and a matrix in another *)
From Symfed Require Import Prelude.

(* eigenvalues *)
Theorem eigenvalues :
  forall (M_ij : R) (lambda_i : R) (lambda_j : R),
  M_ij * lambda_i + M_ij * lambda_j = (lambda_i + lambda_j) * M_ij.
Proof.
  intros M_ij lambda_i lambda_j.
  identity.
Qed.

(* away from zero *)
Theorem away_from_zero :
  forall (lambda_i : R) (lambda_j : R) (mu : R),
  0 < mu ->
  lambda_i >= mu ->
  lambda_j >= mu ->
  2 * mu <= lambda_i + lambda_j.
Proof.
  intros lambda_i lambda_j mu given_1 given_2 given_3.
  apply (by_certificate _ _ ((lambda_i + lambda_j - 2 * mu))); [identity | sign].
Qed.

Definition all_of_this_file := (eigenvalues, away_from_zero).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
