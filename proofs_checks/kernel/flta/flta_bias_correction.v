(* flta-bias-correction: The correction takes the client drift away at theta*: with the control variates of the optimum no client moves from
   there, whereas FedAvg's clients do. (Without noise and on quadratics the drift is the whole of the bias.)
   flta, Problem Setup, second remark. Printed:
     \text{Bias correction mitigates client drift}
   Conditions:
     in words: quadratic clients *)
From Symfed Require Import Words Arithmetic Named.

(* a local step from theta* (matrices of any size that do not commute; a vector is a matrix of which all other columns are zero) *)
Theorem a_local_step_from_theta :
  forall (matrices : Algebra) (theta A b : matrices) (gamma : R),
  0 < gamma ->
  (theta - gamma *: (A * theta - b + - (A * theta - b)) = theta)%words.
Proof.
  words.
Qed.

(* flta-bias-correction: The correction takes the client drift away at theta*: with the control variates of the optimum no client moves from there, whereas FedAvg's clients do. (Without noise and on quadratics the drift is the whole of the bias.) *)
Theorem flta_bias_correction :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (L : R) (gamma : R) (mu : R),
  (1 <= N)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  minimiser V ->
  quadratic_gradient V ->
  curved N grad_c hess_c mu L ->
  quadratic N hess_c ->
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  forall xi_rest_c : nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), xi_rest_c c = (- grad_c c theta_star)%vec) ->
  forall rest_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), rest_c c 0%nat = theta_star) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), rest_c c (S h) = (rest_c c h - gamma *: (xi_rest_c c + grad_c c (rest_c c h)))%vec) ->
  forall (c : nat) (inside : (c < N)%nat) (h : nat), rest_c c h = theta_star).
Proof.
  intros V N grad_c hess_c L gamma mu some L_positive gamma_positive mu_positive the_minimiser the_quadratic_gradient curvature
    constant_hessian.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
  intros xi_rest_c.
  intros at_rest_.
  intros rest_c.
  intros rest_starts.
  intros rest_goes_on.
  assert (one_Hessian_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (grad_c c (rest_c c h) - grad_c c theta_star)%vec =
    (hess_c c theta_star @ (rest_c c h - theta_star))%vec).
  { intros c inside h. as_vectors (the_quadratic_gradient N grad_c hess_c mu L some mu_positive curvature constant_hessian c inside (rest_c
    c h)%vec (theta_star)%vec (theta_star)%vec).
  }
  assert (rest_renewed_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (rest_c c (S h) - theta_star)%vec = (rest_c c h - gamma
    *: hess_c c theta_star @ (rest_c c h - theta_star) - theta_star)%vec).
  { intros c inside h. less_in (linear V) (1)%R (rest_goes_on c inside h).
    less_in (linear V) (- gamma)%R (at_rest_ c inside).
    less_in (linear V) (- gamma)%R (one_Hessian_over_1 c inside h).
    vectors.
  }
  assert (nobody_moves : forall (c : nat) (inside : (c < N)%nat) (h : nat), rest_c c h = theta_star).
  { intros c inside h. revert h. apply (equal_by_induction (fun h => (rest_c c h)%vec) (fun h => (theta_star)%vec) (fun h => (1%mat - gamma
    *: hess_c c theta_star)%mat)).
    - cbv beta. as_vectors (rest_starts c inside).
    - intros h. cbv beta. as_vectors (rest_renewed_over_1 c inside h).
  }
  intros c inside h.
  as_vectors (nobody_moves c inside h).
Qed.

Definition all_of_this_file := (a_local_step_from_theta, flta_bias_correction).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
