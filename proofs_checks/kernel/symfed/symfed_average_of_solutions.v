(* symfed-average-of-solutions: theta* exceeds the mean of the clients' solutions by Abar^-1 times the covariance of Abar^c and theta_c*
   over clients.
   symfed, ARGO slide 'Best Scenario', without equal data. Printed:
     \theta_\star-\frac1N\sum_c\theta_\star^c=\bar A^{-1}\,\frac1N\sum_c(\bar A^c-\bar A)\Big(\theta_\star^c-\frac1N\sum_{c'}\theta_\star^{c'}\Big)
   Conditions:
     in words: theta* and all theta_c* are unique
   Cross-checks, on which nothing rests and which are not here: systems. *)
From Symfed Require Import Words Arithmetic Named.

(* one client (all sizes; a vector is a matrix of which all other columns are zero) *)
Theorem one_client :
  forall (matrices : Algebra) (A M x m : matrices),
  ((A - M) * (x + - m) = A * x - A * m - M * x + M * m)%words.
Proof.
  words.
Qed.

(* symfed-average-of-solutions: theta* exceeds the mean of the clients' solutions by Abar^-1 times the covariance of Abar^c and theta_c* over clients. *)
Theorem symfed_average_of_solutions :
  forall (V : Euclidean) (N : nat) (Abar_c : nat -> mat V) (Abar_inverse : mat V) (theta_lsa_c : nat -> vec V),
  (1 <= N)%nat ->
  forall bbar_c : nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), bbar_c c = (Abar_c c @ theta_lsa_c c)%vec) ->
  forall theta_fedlsa : vec V,
  (theta_fedlsa = (Abar_inverse @ vmean N (fun c => bbar_c c))%vec) ->
  (forall (x : vec V), (Abar_inverse @ mmean N (fun c => Abar_c c) @ x)%vec = x) ->
  (theta_fedlsa - vmean N (fun c => theta_lsa_c c))%vec = (Abar_inverse @ (vmean N (fun c => (Abar_c c @ theta_lsa_c c)%vec) - mmean N (fun
    c => Abar_c c) @ vmean N (fun c => theta_lsa_c c)))%vec.
Proof.
  intros V N Abar_c Abar_inverse theta_lsa_c some.
  intros bbar_c.
  intros own_system.
  intros theta_fedlsa.
  intros mean_system.
  assert (in_the_mean : vmean N (fun c => bbar_c c) = vmean N (fun c => (Abar_c c @ theta_lsa_c c)%vec)).
  { transitivity (@vmean V N (fun c => (bbar_c c)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (Abar_c c @ theta_lsa_c
    c)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (own_system c inside).
  }
  intros unique.
  assert (of_the_mean_solution : (Abar_inverse @ mmean N (fun c => Abar_c c) @ vmean N (fun c => theta_lsa_c c))%vec = vmean N (fun c =>
    theta_lsa_c c)).
  { as_vectors (unique (vmean N (fun c => theta_lsa_c c))).
  }
  assert (average_over_1 : (theta_fedlsa - vmean N (fun c => theta_lsa_c c))%vec = (Abar_inverse @ (vmean N (fun c => (Abar_c c @
    theta_lsa_c c)%vec) - mmean N (fun c => Abar_c c) @ vmean N (fun c => theta_lsa_c c)))%vec).
  { less_in (linear V) (1)%R mean_system.
    less_in (linear V) (Abar_inverse)%mat in_the_mean.
    less_in (linear V) (1)%R of_the_mean_solution.
    vectors.
  }
  as_vectors average_over_1.
Qed.

Definition all_of_this_file := (one_client, symfed_average_of_solutions).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
