(* symfed-scaffold-attained: Two or more equal clients attain the worst case: e and every y_c go by themselves, by q(A) and r(A); along an
   eigenvector of A by q(a) and r(a).
   symfed, Scaffold, attainment. Printed:
     A_c=A,\ N\ge2:\quad e^+=q(A)e,\quad y_c^+=r(A)y_c
   Conditions:
     in words: quadratic clients
     in words: the control variates have mean zero when they start, and so for ever
     in words: A_c = A for all clients
   Cross-checks, on which nothing rests and which are not here: rounds by the rule. *)
From Symfed Require Import Prelude Arithmetic Named.

(* along an eigenvector of A *)
Theorem along_an_eigenvector_of_A :
  forall (g : R) (gamma : R) (q : R) (r : R) (theta : R),
  0 < gamma ->
  q * theta + (gamma * r) * g = theta * q + g * gamma * r.
Proof.
  intros g gamma q r theta given_1.
  identity.
Qed.

(* symfed-scaffold-attained: Two or more equal clients attain the worst case: e and every y_c go by themselves, by q(A) and r(A); along an eigenvector of A by q(a) and r(a). *)
Theorem symfed_scaffold_attained :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (A_shared : mat V) (H : nat) (L : R)
    (gamma : R) (mu : R) (scaffold_point : vec V) (xi_c : nat -> vec V),
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
  forall powers_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), powers_c c 0%nat x = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), powers_c c (S h) x = (x + powers_c c h x - gamma *: hess_c c theta_star @
    powers_c c h x)%vec) ->
  (vmean N (fun c => xi_c c) = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), (hess_c c theta_star @ x)%vec = (A_shared @ x)%vec) ->
  forall power_shared : nat -> vec V -> vec V,
  (forall (x : vec V), power_shared 0%nat x = x) ->
  (forall (h : nat) (x : vec V), power_shared (S h) x = (power_shared h x - gamma *: A_shared @ power_shared h x)%vec) ->
  forall (c : nat) (inside : (c < N)%nat), (e_after = power_shared H e) /\ (y_after_c c = (y_c c - (1 / INR H)%R *: powers_c c H (y_c
    c))%vec)).
Proof.
  intros V N grad_c hess_c A_shared H L gamma mu scaffold_point xi_c some H_positive L_positive gamma_positive mu_positive the_minimiser
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
  pose (x_after_c := (fun (c : nat) => (e_after + y_after_c c)%vec) : nat -> vec V).
  assert (x_after : forall (c : nat) (inside : (c < N)%nat), x_after_c c = (e_after + y_after_c c)%vec) by reflexivity.
  clearbody x_after_c.
  pose (power_c := (fun (c : nat) (h : nat) =>
    nat_rect (fun _ => vec V -> vec V) (fun (x : vec V) => (x)%vec)
      (fun (h : nat) (before : vec V -> vec V) => fun (x : vec V) => ((before x) - gamma *: hess_c c theta_star @ (before x))%vec) h) : nat
        -> nat -> vec V -> vec V).
  assert (no_factor : forall (c : nat) (inside : (c < N)%nat) (x : vec V), power_c c 0%nat x = x) by reflexivity.
  assert (one_factor_more : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), power_c c (S h) x = (power_c c h x - gamma *:
    hess_c c theta_star @ power_c c h x)%vec) by reflexivity.
  clearbody power_c.
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
  intros one_for_all.
  intros power_shared.
  intros no_shared_factor.
  intros one_shared_factor_more.
  assert (on_a_power : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (hess_c c theta_star @ power_c c h x)%vec = (A_shared
    @ power_c c h x)%vec).
  { intros c inside h x. as_vectors (one_for_all c inside (power_c c h x)).
  }
  assert (shared_powers_renewed_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (power_c c (S h) x - power_shared (S
    h) x)%vec = (power_c c h x - gamma *: A_shared @ (power_c c h x - power_shared h x) - power_shared h x)%vec).
  { intros c inside h x. less_in (linear V) (1)%R (one_factor_more c inside h x).
    less_in (linear V) (- 1)%R (one_shared_factor_more h x).
    less_in (linear V) (- gamma)%R (on_a_power c inside h x).
    vectors.
  }
  assert (shared_powers_at_first_over_1 : forall (c : nat) (inside : (c < N)%nat) (x : vec V), power_c c 0%nat x = power_shared 0%nat x).
  { intros c inside x. less_in (linear V) (1)%R (no_factor c inside x).
    less_in (linear V) (- 1)%R (no_shared_factor x).
    vectors.
  }
  assert (shared_powers : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), power_c c h x = power_shared h x).
  { intros c inside h x. revert h. apply (equal_by_induction (fun h => (power_c c h x)%vec) (fun h => (power_shared h x)%vec) (fun h =>
    (1%mat - gamma *: A_shared)%mat)).
    - cbv beta. as_vectors (shared_powers_at_first_over_1 c inside x).
    - intros h. cbv beta. as_vectors (shared_powers_renewed_over_1 c inside h x).
  }
  assert (q_on_e : forall (c : nat) (inside : (c < N)%nat), power_c c H e = power_shared H e).
  { intros c inside. as_vectors (shared_powers c inside H e).
  }
  assert (q_on_e_in_the_mean : vmean N (fun c => power_c c H e) = power_shared H e).
  { transitivity (@vmean V N (fun c => (power_c c H e)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (power_shared H
    e)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (q_on_e c inside).
  }
  assert (mean_of_y : vmean N (fun c => y_c c) = ((gamma * INR H)%R *: vmean N (fun c => xi_c c) + (gamma * INR H)%R *: vmean N (fun c =>
    grad_c c theta_star))%vec).
  { transitivity (@vmean V N (fun c => (y_c c)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => ((gamma * INR H)%R *: xi_c c +
    (gamma * INR H)%R *: grad_c c theta_star)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (y c inside).
  }
  assert (y_has_mean_zero_over_1 : vmean N (fun c => y_c c) = 0%vec).
  { less_in (linear V) (1)%R mean_of_y.
    less_in (linear V) (gamma * INR H)%R optimum.
    less_in (linear V) (gamma * INR H)%R zero_sum.
    vectors.
  }
  assert (on_a_sum : forall (c : nat) (inside : (c < N)%nat) (h : nat), (hess_c c theta_star @ powers_c c h (y_c c))%vec = (A_shared @
    powers_c c h (y_c c))%vec).
  { intros c inside h. as_vectors (one_for_all c inside (powers_c c h (y_c c))).
  }
  assert (sums_on_a_mean : forall (h : nat), vmean N (fun c => (hess_c c theta_star @ powers_c c h (y_c c))%vec) = (A_shared @ vmean N (fun
    c => powers_c c h (y_c c)))%vec).
  { intros h. transitivity (@vmean V N (fun c => (hess_c c theta_star @ powers_c c h (y_c c))%vec)); [symmetry; vectors | transitivity
    (@vmean V N (fun c => (A_shared @ powers_c c h (y_c c))%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (on_a_sum c inside h).
  }
  assert (sums_at_first : vmean N (fun c => powers_c c 0%nat (y_c c)) = 0%vec).
  { transitivity (@vmean V N (fun c => (powers_c c 0%nat (y_c c))%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c =>
    (0%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (no_power_of_y c inside).
  }
  assert (sums_one_power_more : forall (h : nat), vmean N (fun c => powers_c c (S h) (y_c c)) = (vmean N (fun c => y_c c) + vmean N (fun c
    => powers_c c h (y_c c)) - gamma *: vmean N (fun c => (hess_c c theta_star @ powers_c c h (y_c c))%vec))%vec).
  { intros h. transitivity (@vmean V N (fun c => (powers_c c (S h) (y_c c))%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c =>
    (y_c c + powers_c c h (y_c c) - gamma *: hess_c c theta_star @ powers_c c h (y_c c))%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (one_power_more_of_y c inside h).
  }
  assert (sums_renewed_over_1 : forall (h : nat), vmean N (fun c => powers_c c (S h) (y_c c)) = (vmean N (fun c => powers_c c h (y_c c)) -
    gamma *: A_shared @ vmean N (fun c => powers_c c h (y_c c)))%vec).
  { intros h. less_in (linear V) (1)%R (sums_one_power_more h).
    less_in (linear V) (- gamma)%R (sums_on_a_mean h).
    less_in (linear V) (1)%R y_has_mean_zero_over_1.
    vectors.
  }
  assert (sums_have_mean_zero : forall (h : nat), vmean N (fun c => powers_c c h (y_c c)) = 0%vec).
  { intros h. revert h. apply (equal_by_induction (fun h => (vmean N (fun c => powers_c c h (y_c c)))%vec) (fun h => (0%vec)%vec) (fun h =>
    (1%mat - gamma *: A_shared)%mat)).
    - cbv beta. as_vectors sums_at_first.
    - intros h. cbv beta. as_vectors (sums_renewed_over_1 h).
  }
  assert (the_whole_sum : vmean N (fun c => powers_c c H (y_c c)) = 0%vec).
  { as_vectors (sums_have_mean_zero H).
  }
  assert (mean_of_a_client_s_end : vmean N (fun c => x_after_c c) = (vmean N (fun c => y_c c) + vmean N (fun c => power_c c H e) - (1 / INR
    H)%R *: vmean N (fun c => powers_c c H (y_c c)))%vec).
  { transitivity (@vmean V N (fun c => (x_after_c c)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (y_c c + power_c c H e -
    (1 / INR H)%R *: powers_c c H (y_c c))%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (one_client_over_1 c inside).
  }
  assert (e_alone_over_1 : e_after = power_shared H e).
  { less_in (linear V) (1)%R their_mean_over_1.
    less_in (linear V) (1)%R mean_of_a_client_s_end.
    less_in (linear V) (1)%R q_on_e_in_the_mean.
    less_in (linear V) (1)%R y_has_mean_zero_over_1.
    less_in (linear V) (- 1 / INR H)%R the_whole_sum.
    vectors.
  }
  assert (y_alone_over_1 : forall (c : nat) (inside : (c < N)%nat), y_after_c c = (y_c c - (1 / INR H)%R *: powers_c c H (y_c c))%vec).
  { intros c inside. less_in (linear V) (1)%R (what_is_left_over_1 c inside).
    less_in (linear V) (1)%R (one_client_over_1 c inside).
    less_in (linear V) (1)%R (q_on_e c inside).
    less_in (linear V) (- 1)%R e_alone_over_1.
    vectors.
  }
  intros c inside.
  split. { as_vectors e_alone_over_1. }
  as_vectors (y_alone_over_1 c inside).
Qed.

Definition all_of_this_file := (along_an_eigenvector_of_A, symfed_scaffold_attained).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
