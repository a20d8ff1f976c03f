(* symfed-scaffold-round: One round in the coordinates e = theta - theta*, y_c = gamma H (xi_c + grad f_c(theta* )): each client's own q(A_c)
   and r(A_c), then the mean. H (1 - r(A_c)) is the sum of the first H powers of I - gamma A_c, of which gamma A_c makes 1 - q(A_c).
   symfed, Scaffold on quadratics, one round. Printed:
     x_c^+=q(A_c)e+r(A_c)y_c,\quad e^+=\frac1N\sum_cx_c^+,\quad y_c^+=x_c^+-e^+;\quad q(a)=(1-\gamma a)^H,\ r(a)=1-\frac{1-q(a)}{\gamma aH}
   Conditions:
     in words: quadratic clients
     in words: the control variates have mean zero when they start, and so for ever
   Cross-checks, on which nothing rests and which are not here: rounds by the rule. *)
From Symfed Require Import Prelude Arithmetic Named.

(* local steps *)
Theorem local_steps :
  forall (a : R) (g : R) (gamma : R) (h : nat) (theta : R),
  0 < a ->
  0 < gamma ->
  gamma * (a * (theta * (1 - a * gamma) ^ h - g * (1 - (1 - a * gamma) ^ h) / a) + g) + theta * (1 - a * gamma) ^ (h + 1) + g * (1 - (1 - a * gamma) ^ h) / a - theta * (1 - a * gamma) ^ h - g * (1 - (1 - a * gamma) ^ (h + 1)) / a = 0.
Proof.
  intros a g gamma h theta given_1 given_2.
  identity.
Qed.

(* symfed-scaffold-round: One round in the coordinates e = theta - theta*, y_c = gamma H (xi_c + grad f_c(theta* )): each client's own q(A_c) and r(A_c), then the mean. H (1 - r(A_c)) is the sum of the first H powers of I - gamma A_c, of which gamma A_c makes 1 - q(A_c). *)
Theorem symfed_scaffold_round :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R)
    (scaffold_point : vec V) (xi_c : nat -> vec V),
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
  forall scaffold_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), scaffold_c c 0%nat = scaffold_point) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), scaffold_c c (S h) = (scaffold_c c h - gamma *: (xi_c c + grad_c c (scaffold_c c
    h)))%vec) ->
  forall e : vec V,
  (e = (scaffold_point - theta_star)%vec) ->
  forall y_c : nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), y_c c = ((gamma * INR H)%R *: (xi_c c + grad_c c theta_star))%vec) ->
  forall e_after : vec V,
  (e_after = (vmean N (fun c => scaffold_c c H) - theta_star)%vec) ->
  forall y_after_c : nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), y_after_c c = ((gamma * INR H)%R *: (xi_c c + grad_c c theta_star + (1 / (gamma * INR H))%R *:
    (scaffold_c c H - vmean N (fun c => scaffold_c c H))))%vec) ->
  forall x_after_c : nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), x_after_c c = (e_after + y_after_c c)%vec) ->
  forall power_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), power_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), power_c c (S h) x = (power_c c h x - gamma *: hess_c c theta_star @
    power_c c h x)%vec) ->
  forall powers_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), powers_c c 0%nat x = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), powers_c c (S h) x = (x + powers_c c h x - gamma *: hess_c c theta_star @
    powers_c c h x)%vec) ->
  (vmean N (fun c => xi_c c) = 0%vec) ->
  forall (c : nat) (inside : (c < N)%nat) (x : vec V), (e_after = vmean N (fun c => x_after_c c)) /\ (y_after_c c = (x_after_c c -
    e_after)%vec) /\ (x_after_c c = (y_c c + power_c c H e - (1 / INR H)%R *: powers_c c H (y_c c))%vec) /\ ((x - power_c c H x)%vec =
    (gamma *: hess_c c theta_star @ powers_c c H x)%vec)).
Proof.
  intros V N grad_c hess_c H L gamma mu scaffold_point xi_c some H_positive L_positive gamma_positive mu_positive the_minimiser
    the_quadratic_gradient curvature constant_hessian.
  split.
  { destruct (the_minimiser N grad_c hess_c mu L some mu_positive curvature) as [found known].
    exists found. exact known.
  }
  intros theta_star optimum.
  intros scaffold_c.
  intros start_.
  intros local_step.
  intros e.
  intros e_2.
  intros y_c.
  intros y.
  intros e_after.
  intros e_after_2.
  intros y_after_c.
  intros y_after.
  intros x_after_c.
  intros x_after.
  intros power_c.
  intros no_factor.
  intros one_factor_more.
  intros powers_c.
  intros no_power.
  intros one_power_more.
  assert (no_factor_of_e : forall (c : nat) (inside : (c < N)%nat), power_c c 0%nat e = e).
  { intros c inside. as_vectors (no_factor c inside e).
  }
  assert (one_factor_more_of_e : forall (c : nat) (inside : (c < N)%nat) (h : nat), power_c c (S h) e = (power_c c h e - gamma *: hess_c c
    theta_star @ power_c c h e)%vec).
  { intros c inside h. as_vectors (one_factor_more c inside h e).
  }
  assert (no_power_of_the_push : forall (c : nat) (inside : (c < N)%nat), powers_c c 0%nat (xi_c c + grad_c c theta_star)%vec = 0%vec).
  { intros c inside. as_vectors (no_power c inside (xi_c c + grad_c c theta_star)%vec).
  }
  assert (one_power_more_of_the_push : forall (c : nat) (inside : (c < N)%nat) (h : nat), powers_c c (S h) (xi_c c + grad_c c
    theta_star)%vec = (xi_c c + grad_c c theta_star + powers_c c h (xi_c c + grad_c c theta_star)%vec - gamma *: hess_c c theta_star @
    powers_c c h (xi_c c + grad_c c theta_star)%vec)%vec).
  { intros c inside h. as_vectors (one_power_more c inside h (xi_c c + grad_c c theta_star)%vec).
  }
  assert (no_power_of_y : forall (c : nat) (inside : (c < N)%nat), powers_c c 0%nat (y_c c) = 0%vec).
  { intros c inside. as_vectors (no_power c inside (y_c c)).
  }
  assert (one_power_more_of_y : forall (c : nat) (inside : (c < N)%nat) (h : nat), powers_c c (S h) (y_c c) = (y_c c + powers_c c h (y_c c)
    - gamma *: hess_c c theta_star @ powers_c c h (y_c c))%vec).
  { intros c inside h. as_vectors (one_power_more c inside h (y_c c)).
  }
  assert (linear_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (grad_c c (scaffold_c c h) - grad_c c theta_star)%vec = (hess_c
    c theta_star @ (scaffold_c c h - theta_star))%vec).
  { intros c inside h. as_vectors (the_quadratic_gradient N grad_c hess_c mu L some mu_positive curvature constant_hessian c inside
    (scaffold_c c h)%vec (theta_star)%vec (theta_star)%vec).
  }
  assert (local_path_renewed_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (scaffold_c c (S h) - theta_star - (power_c c (S h)
    e - gamma *: powers_c c (S h) (xi_c c + grad_c c theta_star)%vec))%vec = (scaffold_c c h - gamma *: hess_c c theta_star @ (scaffold_c c
    h - theta_star - (power_c c h e - gamma *: powers_c c h (xi_c c + grad_c c theta_star)%vec)) - theta_star - (power_c c h e - gamma *:
    powers_c c h (xi_c c + grad_c c theta_star)%vec))%vec).
  { intros c inside h. less_in (linear V) (1)%R (local_step c inside h).
    less_in (linear V) (- gamma)%R (linear_over_1 c inside h).
    less_in (linear V) (- 1)%R (one_factor_more_of_e c inside h).
    less_in (linear V) (gamma)%R (one_power_more_of_the_push c inside h).
    vectors.
  }
  assert (local_path_at_first_over_1 : forall (c : nat) (inside : (c < N)%nat), (scaffold_c c 0%nat - theta_star)%vec = (power_c c 0%nat e -
    gamma *: powers_c c 0%nat (xi_c c + grad_c c theta_star)%vec)%vec).
  { intros c inside. less_in (linear V) (1)%R (start_ c inside).
    less_in (linear V) (- 1)%R e_2.
    less_in (linear V) (- 1)%R (no_factor_of_e c inside).
    less_in (linear V) (gamma)%R (no_power_of_the_push c inside).
    vectors.
  }
  assert (local_path_always : forall (c : nat) (inside : (c < N)%nat) (h : nat), (scaffold_c c h - theta_star)%vec = (power_c c h e - gamma
    *: powers_c c h (xi_c c + grad_c c theta_star)%vec)%vec).
  { intros c inside h. revert h. apply (equal_by_induction (fun h => (scaffold_c c h - theta_star)%vec) (fun h => (power_c c h e - gamma *:
    powers_c c h (xi_c c + grad_c c theta_star)%vec)%vec) (fun h => (1%mat - gamma *: hess_c c theta_star)%mat)).
    - cbv beta. as_vectors (local_path_at_first_over_1 c inside).
    - intros h. cbv beta. as_vectors (local_path_renewed_over_1 c inside h).
  }
  assert (local_path : forall (c : nat) (inside : (c < N)%nat), (scaffold_c c H - theta_star)%vec = (power_c c H e - gamma *: powers_c c H
    (xi_c c + grad_c c theta_star)%vec)%vec).
  { intros c inside. as_vectors (local_path_always c inside H).
  }
  assert (q_by_powers_renewed_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (x - gamma *: hess_c c theta_star @
    powers_c c (S h) x - power_c c (S h) x)%vec = (x - gamma *: hess_c c theta_star @ (x - gamma *: hess_c c theta_star @ powers_c c h x -
    power_c c h x) - gamma *: hess_c c theta_star @ powers_c c h x - power_c c h x)%vec).
  { intros c inside h x. less_in (linear V) (- 1)%R (one_factor_more c inside h x).
    less_in (linear V) (- (gamma *: hess_c c theta_star))%mat (one_power_more c inside h x).
    vectors.
  }
  assert (q_by_powers_at_first_over_1 : forall (c : nat) (inside : (c < N)%nat) (x : vec V), (x - power_c c 0%nat x)%vec = (gamma *: hess_c
    c theta_star @ powers_c c 0%nat x)%vec).
  { intros c inside x. less_in (linear V) (- 1)%R (no_factor c inside x).
    less_in (linear V) (- (gamma *: hess_c c theta_star))%mat (no_power c inside x).
    vectors.
  }
  assert (q_by_powers_always : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (x - power_c c h x)%vec = (gamma *: hess_c c
    theta_star @ powers_c c h x)%vec).
  { intros c inside h x. revert h. apply (equal_by_induction (fun h => (x - power_c c h x)%vec) (fun h => (gamma *: hess_c c theta_star @
    powers_c c h x)%vec) (fun h => (1%mat - gamma *: hess_c c theta_star)%mat)).
    - cbv beta. as_vectors (q_by_powers_at_first_over_1 c inside x).
    - intros h. cbv beta. as_vectors (q_by_powers_renewed_over_1 c inside h x).
  }
  assert (q_by_powers : forall (c : nat) (inside : (c < N)%nat) (x : vec V), (x - power_c c H x)%vec = (gamma *: hess_c c theta_star @
    powers_c c H x)%vec).
  { intros c inside x. as_vectors (q_by_powers_always c inside H x).
  }
  assert (a_multiple_renewed_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (powers_c c (S h) (y_c c) - (gamma * INR H)%R *:
    powers_c c (S h) (xi_c c + grad_c c theta_star)%vec)%vec = (powers_c c h (y_c c) - (gamma * INR H)%R *: powers_c c h (xi_c c + grad_c c
    theta_star)%vec - gamma *: hess_c c theta_star @ (powers_c c h (y_c c) - (gamma * INR H)%R *: powers_c c h (xi_c c + grad_c c
    theta_star)%vec))%vec).
  { intros c inside h. less_in (linear V) (1)%R (one_power_more_of_y c inside h).
    less_in (linear V) (- gamma * INR H)%R (one_power_more_of_the_push c inside h).
    less_in (linear V) (1)%R (y c inside).
    vectors.
  }
  assert (a_multiple_at_first_over_1 : forall (c : nat) (inside : (c < N)%nat), powers_c c 0%nat (y_c c) = ((gamma * INR H)%R *: powers_c c
    0%nat (xi_c c + grad_c c theta_star)%vec)%vec).
  { intros c inside. less_in (linear V) (1)%R (no_power_of_y c inside).
    less_in (linear V) (- gamma * INR H)%R (no_power_of_the_push c inside).
    vectors.
  }
  assert (a_multiple_always : forall (c : nat) (inside : (c < N)%nat) (h : nat), powers_c c h (y_c c) = ((gamma * INR H)%R *: powers_c c h
    (xi_c c + grad_c c theta_star)%vec)%vec).
  { intros c inside h. revert h. apply (equal_by_induction (fun h => (powers_c c h (y_c c))%vec) (fun h => ((gamma * INR H)%R *: powers_c c
    h (xi_c c + grad_c c theta_star)%vec)%vec) (fun h => (1%mat - gamma *: hess_c c theta_star)%mat)).
    - cbv beta. as_vectors (a_multiple_at_first_over_1 c inside).
    - intros h. cbv beta. as_vectors (a_multiple_renewed_over_1 c inside h).
  }
  assert (a_multiple : forall (c : nat) (inside : (c < N)%nat), powers_c c H (y_c c) = ((gamma * INR H)%R *: powers_c c H (xi_c c + grad_c c
    theta_star)%vec)%vec).
  { intros c inside. as_vectors (a_multiple_always c inside H).
  }
  assert (one_client_over_1 : forall (c : nat) (inside : (c < N)%nat), x_after_c c = (y_c c + power_c c H e - (1 / INR H)%R *: powers_c c H
    (y_c c))%vec).
  { intros c inside. less_in (linear V) (1)%R (x_after c inside).
    less_in (linear V) (1)%R e_after_2.
    less_in (linear V) (1)%R (y_after c inside).
    less_in (linear V) (1)%R (local_path c inside).
    less_in (linear V) (- 1)%R (y c inside).
    less_in (linear V) (1 / INR H)%R (a_multiple c inside).
    vectors.
  }
  intros zero_sum.
  assert (mean_of_y_after : vmean N (fun c => y_after_c c) = ((gamma * INR H)%R *: vmean N (fun c => xi_c c) + (gamma * INR H)%R *: vmean N
    (fun c => grad_c c theta_star))%vec).
  { transitivity (@vmean V N (fun c => (y_after_c c)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => ((gamma * INR H)%R *:
    xi_c c + (gamma * INR H)%R *: grad_c c theta_star + scaffold_c c H - vmean N (fun c => scaffold_c c H))%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (y_after c inside).
  }
  assert (mean_of_x_after : vmean N (fun c => x_after_c c) = (e_after + vmean N (fun c => y_after_c c))%vec).
  { transitivity (@vmean V N (fun c => (x_after_c c)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (e_after + y_after_c
    c)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (x_after c inside).
  }
  assert (their_mean_over_1 : e_after = vmean N (fun c => x_after_c c)).
  { less_in (linear V) (- 1)%R mean_of_x_after.
    less_in (linear V) (- 1)%R mean_of_y_after.
    less_in (linear V) (- gamma * INR H)%R optimum.
    less_in (linear V) (- gamma * INR H)%R zero_sum.
    vectors.
  }
  assert (what_is_left_over_1 : forall (c : nat) (inside : (c < N)%nat), y_after_c c = (x_after_c c - e_after)%vec).
  { intros c inside. less_in (linear V) (- 1)%R (x_after c inside).
    vectors.
  }
  intros c inside x.
  split. { as_vectors their_mean_over_1. }
  split. { as_vectors (what_is_left_over_1 c inside). }
  split. { as_vectors (one_client_over_1 c inside). }
  as_vectors (q_by_powers c inside x).
Qed.

Definition all_of_this_file := (local_steps, symfed_scaffold_round).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
