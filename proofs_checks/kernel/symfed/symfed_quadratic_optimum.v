(* symfed-quadratic-optimum: theta* leaves the mean of the theta_c* by the covariance, over clients, of Hessians and optima; it is zero if
   either is constant.
   symfed, criterion behind the remark after A5, in both versions. Printed:
     \bar A\Big(\theta^\star-\frac1N\sum_c\theta_c^\star\Big)=\frac1N\sum_c(\bar A_c-\bar A)(\theta_c^\star-\tfrac1N\sum_{c'}\theta_{c'}^\star)
   Conditions:
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A5: every f_c is quadratic
   Cross-checks, on which nothing rests and which are not here: random quadratics. *)
From Symfed Require Import Words Arithmetic Named.

(* one client (matrices and vectors of any size; a vector is a matrix of which all other columns are zero) *)
Theorem one_client :
  forall (matrices : Algebra) (A mean_A x mean_x centre : matrices),
  ((A - mean_A) * (x - mean_x) =
   A * (x - centre) + (A - mean_A) * (centre - mean_x) - mean_A * (x - mean_x) + mean_A * (centre - mean_x))%words.
Proof.
  words.
Qed.

(* symfed-quadratic-optimum: theta* leaves the mean of the theta_c* by the covariance, over clients, of Hessians and optima; it is zero if either is constant. *)
Theorem symfed_quadratic_optimum :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (L : R) (mu : R),
  (1 <= N)%nat ->
  0 < L ->
  0 < mu ->
  minimiser V ->
  own_minimiser V ->
  quadratic_gradient V ->
  curved N grad_c hess_c mu L ->
  quadratic N hess_c ->
  there is theta_star : (vec V), with ((vmean N (fun c => grad_c c theta_star) = 0%vec)); then (
  there is theta_c : (nat -> vec V), with ((forall (c : nat) (inside : (c < N)%nat), grad_c c (theta_c c) = 0%vec)); then (
  (mmean N (fun c => hess_c c theta_star) @ (theta_star - vmean N (fun c => theta_c c)))%vec = (vmean N (fun c => (hess_c c theta_star @
    theta_c c)%vec) - mmean N (fun c => hess_c c theta_star) @ vmean N (fun c => theta_c c))%vec)).
Proof.
  intros V N grad_c hess_c L mu some L_positive mu_positive the_minimiser the_own_minimiser the_quadratic_gradient curvature
    constant_hessian.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
  split.
  { destruct (the_own_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. intros c inside. exact (known c inside).
  }
  intros theta_c own_optimum.
  assert (linear_over_1 : forall (c : nat) (inside : (c < N)%nat), (grad_c c (theta_c c) - grad_c c theta_star)%vec = (hess_c c theta_star @
    (theta_c c - theta_star))%vec).
  { intros c inside. as_vectors (the_quadratic_gradient N grad_c hess_c mu L some mu_positive curvature constant_hessian c inside (theta_c
    c)%vec (theta_star)%vec (theta_star)%vec).
  }
  assert (own_optima : vmean N (fun c => grad_c c (theta_c c)) = 0%vec).
  { transitivity (@vmean V N (fun c => (grad_c c (theta_c c))%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (0%vec)%vec));
    [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (own_optimum c inside).
  }
  assert (mean_ : (vmean N (fun c => grad_c c (theta_c c)) - vmean N (fun c => grad_c c theta_star))%vec = (vmean N (fun c => (hess_c c
    theta_star @ theta_c c)%vec) - mmean N (fun c => hess_c c theta_star) @ theta_star)%vec).
  { transitivity (@vmean V N (fun c => (grad_c c (theta_c c) - grad_c c theta_star)%vec)); [symmetry; vectors | transitivity (@vmean V N
    (fun c => (hess_c c theta_star @ theta_c c - hess_c c theta_star @ theta_star)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (linear_over_1 c inside).
  }
  assert (shift_over_1 : (mmean N (fun c => hess_c c theta_star) @ (theta_star - vmean N (fun c => theta_c c)))%vec = (vmean N (fun c =>
    (hess_c c theta_star @ theta_c c)%vec) - mmean N (fun c => hess_c c theta_star) @ vmean N (fun c => theta_c c))%vec).
  { less_in (linear V) (1)%R mean_.
    less_in (linear V) (- 1)%R own_optima.
    less_in (linear V) (1)%R optimum.
    vectors.
  }
  as_vectors shift_over_1.
Qed.

Definition all_of_this_file := (one_client, symfed_quadratic_optimum).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
