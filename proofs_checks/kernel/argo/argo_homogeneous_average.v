(* argo-homogeneous-average: theta* is the mean of the clients' solutions where their data agree, for any losses with one minimiser; the
   printed 'OK if' is not an 'only if' (equal Hessians are enough).
   argo, slide 'Best Scenario: Homogeneous Data'. Printed:
     \theta_\star=\frac1N\sum_{c=1}^N\theta_\star^c\quad\text{OK if }\mathcal D_1=\mathcal D_2=\dots=\mathcal D_N
   Conditions:
     in words: all agents draw from the same law
   Cross-checks, on which nothing rests and which are not here: systems. *)
From Symfed Require Import Arithmetic Named.

(* argo-homogeneous-average: theta* is the mean of the clients' solutions where their data agree, for any losses with one minimiser; the printed 'OK if' is not an 'only if' (equal Hessians are enough). *)
Theorem argo_homogeneous_average :
  forall (V : Euclidean) (N : nat) (argmin : vec V -> vec V) (data : vec V) (data_c : nat -> vec V) (expected_loss : vec V -> vec V),
  (1 <= N)%nat ->
  forall solution_c : nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), solution_c c = argmin (expected_loss (data_c c))) ->
  forall solution : vec V,
  (solution = argmin (vmean N (fun c => expected_loss (data_c c)))) ->
  (forall (c : nat) (inside : (c < N)%nat), data_c c = data) ->
  solution = vmean N (fun c => solution_c c).
Proof.
  intros V N argmin data data_c expected_loss some.
  intros solution_c.
  intros theta_c.
  intros solution.
  intros theta.
  intros same_data.
  assert (a_client_s : forall (c : nat) (inside : (c < N)%nat), solution_c c = argmin (expected_loss data)).
  { intros c inside. assert (known := (theta_c c inside)). rewrite (same_data c inside) in known.
    first [exact known | as_vectors known | fits known].
  }
  assert (everybody_s : solution = argmin (expected_loss data)).
  { assert (known := theta).
    rewrite (vmean_equal N (fun c => (expected_loss (data_c c))%vec) (fun c => (expected_loss data)%vec)) in known by (intros c inside;
      rewrite (same_data c inside); reflexivity).
    rewrite ?(@vmean_constant V N) in known by exact some.
    as_vectors known.
  }
  assert (in_the_mean : vmean N (fun c => solution_c c) = argmin (expected_loss data)).
  { transitivity (@vmean V N (fun c => (solution_c c)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun c => (argmin (expected_loss
    data))%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (a_client_s c inside).
  }
  assert (average_over_1 : solution = vmean N (fun c => solution_c c)).
  { less_in (linear V) (1)%R everybody_s.
    less_in (linear V) (- 1)%R in_the_mean.
    vectors.
  }
  as_vectors average_over_1.
Qed.

Definition all_of_this_file := (argo_homogeneous_average).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
