(* symfed-scaffold-rests: Scaffold rests at theta* with xi_c = -grad f_c(theta* ), for every gamma and H; these control variates have mean
   zero.
   symfed, where Scaffold rests. Printed:
     \theta_*=\arg\min f,\quad\xi_*^c=-\nabla f_c(\theta_* )=b_c-A_c\theta_*
   Conditions:
     in words: quadratic clients
   Cross-checks, on which nothing rests and which are not here: rounds by the rule. *)
From Symfed Require Import Words Arithmetic Named.

(* a local step from theta* (matrices of any size that do not commute; a vector is a matrix of which all other columns are zero) *)
Theorem a_local_step_from_theta :
  forall (matrices : Algebra) (theta A b : matrices) (gamma : R),
  0 < gamma ->
  (theta - gamma *: (A * theta - b + - (A * theta - b)) = theta)%words.
Proof.
  words.
Qed.

(* the control variate of a client that did not move (matrices of any size that do not commute; a vector is a matrix of which all other columns are zero) *)
Theorem the_control_variate_of_a_client_that_did_not_move :
  forall (matrices : Algebra) (theta A b : matrices) (H : nat) (gamma : R),
  (1 <= H)%nat ->
  0 < gamma ->
  (- (A * theta - b) + (1 / (gamma * INR H)) *: (theta - theta) = - (A * theta - b))%words.
Proof.
  words.
Qed.

(* symfed-scaffold-rests: Scaffold rests at theta* with xi_c = -grad f_c(theta* ), for every gamma and H; these control variates have mean zero. *)
Theorem symfed_scaffold_rests :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
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
  forall theta_rested : vec V,
  (theta_rested = vmean N (fun c => rest_c c H)) ->
  forall xi_rested_c : nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), xi_rested_c c = (xi_rest_c c + (1 / (gamma * INR H))%R *: (rest_c c H - theta_rested))%vec) ->
  forall (c : nat) (inside : (c < N)%nat), (theta_rested = theta_star) /\ (xi_rested_c c = xi_rest_c c) /\ (vmean N (fun c => xi_rest_c c) =
    0%vec) /\ (xi_rest_c c = (- grad_c c theta_star)%vec)).
Proof.
  intros V N grad_c hess_c H L gamma mu some H_positive L_positive gamma_positive mu_positive the_minimiser the_quadratic_gradient curvature
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
  intros theta_rested.
  intros round_at_rest.
  intros xi_rested_c.
  intros update_at_rest.
  assert (the_end : forall (c : nat) (inside : (c < N)%nat), rest_c c H = theta_star).
  { intros c inside. as_vectors (nobody_moves c inside H).
  }
  assert (all_ends : vmean N (fun c => rest_c c H) = theta_star).
  { transitivity (@vmean V N (fun c => (rest_c c H)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (theta_star)%vec)); [ |
    vectors]].
    apply vmean_equal; intros c inside; as_vectors (the_end c inside).
  }
  assert (point_over_1 : theta_rested = theta_star).
  { less_in (linear V) (1)%R round_at_rest.
    less_in (linear V) (1)%R all_ends.
    vectors.
  }
  assert (control_variates_over_1 : forall (c : nat) (inside : (c < N)%nat), xi_rested_c c = xi_rest_c c).
  { intros c inside. less_in (linear V) (1)%R (update_at_rest c inside).
    less_in (linear V) (1 / (gamma * INR H))%R (the_end c inside).
    less_in (linear V) (- 1 / (gamma * INR H))%R point_over_1.
    vectors.
  }
  assert (mean_at_rest : vmean N (fun c => xi_rest_c c) = (- vmean N (fun c => grad_c c theta_star))%vec).
  { transitivity (@vmean V N (fun c => (xi_rest_c c)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (- grad_c c
    theta_star)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (at_rest_ c inside).
  }
  assert (mean_zero_over_1 : vmean N (fun c => xi_rest_c c) = 0%vec).
  { less_in (linear V) (1)%R mean_at_rest.
    less_in (linear V) (- 1)%R optimum.
    vectors.
  }
  intros c inside.
  split. { as_vectors point_over_1. }
  split. { as_vectors (control_variates_over_1 c inside). }
  split. { as_vectors mean_zero_over_1. }
  as_vectors (at_rest_ c inside).
Qed.

Definition all_of_this_file := (a_local_step_from_theta, the_control_variate_of_a_client_that_did_not_move, symfed_scaffold_rests).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
