(* argo-fedlsa-gamma-def: Gamma^c accumulates a client's updates within a round, the last one leftmost: the mean over clients moves the
   difference of two runs. (The expansion needs Gamma_{t,H+1:H}^c = Id, an empty product.)
   argo, slide 'Analysis of FedLSA'. Printed:
     \Gamma_{t,h:h'}^c=(\mathrm{Id}-\eta A^c(Z_{t,h'}^c))(\mathrm{Id}-\eta A^c(Z_{t,h'-1}^c))\cdots(\mathrm{Id}-\eta A^c(Z_{t,h}^c))
   Cross-checks, on which nothing rests and which are not here: runs. *)
From Symfed Require Import Words Arithmetic Named.

(* one factor more (from h to h + 1 factors, all sizes; a vector is a matrix of which all other columns are zero) *)
Theorem one_factor_more :
  forall (matrices : Algebra) (A P d : matrices) (gamma : R),
  0 < gamma ->
  (P * d - gamma *: A * (P * d) = (P - gamma *: A * P) * d)%words.
Proof.
  words.
Qed.

(* argo-fedlsa-gamma-def: Gamma^c accumulates a client's updates within a round, the last one leftmost: the mean over clients moves the difference of two runs. (The expansion needs Gamma_{t,H+1:H}^c = Id, an empty product.) *)
Theorem argo_fedlsa_gamma_def :
  forall (V : Euclidean) (N : nat) (A_step_c : nat -> nat -> mat V) (H : nat) (b_step_c : nat -> nat -> vec V) (gamma : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < gamma ->
  forall fedlsa_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), fedlsa_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), fedlsa_c c (S h) x = (fedlsa_c c h x - gamma *: (A_step_c c h @ fedlsa_c c
    h x - b_step_c c h))%vec) ->
  forall fedlsa_round : vec V -> vec V,
  (forall (x : vec V), fedlsa_round x = vmean N (fun c => fedlsa_c c H x)) ->
  forall Gamma_fedlsa_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (y : vec V), Gamma_fedlsa_c c 0%nat y = y) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (y : vec V), Gamma_fedlsa_c c (S h) y = (Gamma_fedlsa_c c h y - gamma *: A_step_c c h @
    Gamma_fedlsa_c c h y)%vec) ->
  forall (x : vec V) (y : vec V), (fedlsa_round x - fedlsa_round y)%vec = vmean N (fun c => Gamma_fedlsa_c c H (x - y)%vec).
Proof.
  intros V N A_step_c H b_step_c gamma some H_positive gamma_positive.
  intros fedlsa_c.
  intros start_.
  intros step.
  intros fedlsa_round.
  intros round_.
  intros Gamma_fedlsa_c.
  intros no_step.
  intros through_one_step_more.
  assert (the_other_s_start : forall (c : nat) (inside : (c < N)%nat) (y : vec V), fedlsa_c c 0%nat y = y).
  { intros c inside y. as_vectors (start_ c inside y).
  }
  assert (the_other_s_step : forall (c : nat) (inside : (c < N)%nat) (h : nat) (y : vec V), fedlsa_c c (S h) y = (fedlsa_c c h y - gamma *:
    (A_step_c c h @ fedlsa_c c h y - b_step_c c h))%vec).
  { intros c inside h y. as_vectors (step c inside h y).
  }
  assert (the_other_s_round : forall (y : vec V), fedlsa_round y = vmean N (fun c => fedlsa_c c H y)).
  { intros y. as_vectors (round_ y).
  }
  assert (no_step_difference : forall (c : nat) (inside : (c < N)%nat) (x : vec V) (y : vec V), Gamma_fedlsa_c c 0%nat (x - y)%vec = (x -
    y)%vec).
  { intros c inside x y. as_vectors (no_step c inside (x - y)%vec).
  }
  assert (through_one_step_more_difference : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), Gamma_fedlsa_c c (S
    h) (x - y)%vec = (Gamma_fedlsa_c c h (x - y)%vec - gamma *: A_step_c c h @ Gamma_fedlsa_c c h (x - y)%vec)%vec).
  { intros c inside h x y. as_vectors (through_one_step_more c inside h (x - y)%vec).
  }
  assert (renewed_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), (fedlsa_c c (S h) x - Gamma_fedlsa_c c
    (S h) (x - y)%vec - fedlsa_c c (S h) y)%vec = (fedlsa_c c h x - gamma *: A_step_c c h @ (fedlsa_c c h x - Gamma_fedlsa_c c h (x - y)%vec
    - fedlsa_c c h y) - Gamma_fedlsa_c c h (x - y)%vec - fedlsa_c c h y)%vec).
  { intros c inside h x y. less_in (linear V) (1)%R (step c inside h x).
    less_in (linear V) (- 1)%R (the_other_s_step c inside h y).
    less_in (linear V) (- 1)%R (through_one_step_more_difference c inside h x y).
    vectors.
  }
  assert (at_first_over_1 : forall (c : nat) (inside : (c < N)%nat) (x : vec V) (y : vec V), (fedlsa_c c 0%nat x - fedlsa_c c 0%nat y)%vec =
    Gamma_fedlsa_c c 0%nat (x - y)%vec).
  { intros c inside x y. less_in (linear V) (1)%R (start_ c inside x).
    less_in (linear V) (- 1)%R (the_other_s_start c inside y).
    less_in (linear V) (- 1)%R (no_step_difference c inside x y).
    vectors.
  }
  assert (one_client_s_steps : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), (fedlsa_c c h x - fedlsa_c c h
    y)%vec = Gamma_fedlsa_c c h (x - y)%vec).
  { intros c inside h x y. revert h. apply (equal_by_induction (fun h => (fedlsa_c c h x - fedlsa_c c h y)%vec) (fun h => (Gamma_fedlsa_c c
    h (x - y)%vec)%vec) (fun h => (1%mat - gamma *: A_step_c c h)%mat)).
    - cbv beta. as_vectors (at_first_over_1 c inside x y).
    - intros h. cbv beta. as_vectors (renewed_over_1 c inside h x y).
  }
  assert (its_end : forall (c : nat) (inside : (c < N)%nat) (x : vec V) (y : vec V), (fedlsa_c c H x - fedlsa_c c H y)%vec = Gamma_fedlsa_c
    c H (x - y)%vec).
  { intros c inside x y. as_vectors (one_client_s_steps c inside H x y).
  }
  assert (their_ends : forall (x : vec V) (y : vec V), (vmean N (fun c => fedlsa_c c H x) - vmean N (fun c => fedlsa_c c H y))%vec = vmean N
    (fun c => Gamma_fedlsa_c c H (x - y)%vec)).
  { intros x y. transitivity (@vmean V N (fun c => (fedlsa_c c H x - fedlsa_c c H y)%vec)); [symmetry; vectors | transitivity (@vmean V N
    (fun c => (Gamma_fedlsa_c c H (x - y)%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (its_end c inside x y).
  }
  assert (definition_over_1 : forall (x : vec V) (y : vec V), (fedlsa_round x - fedlsa_round y)%vec = vmean N (fun c => Gamma_fedlsa_c c H
    (x - y)%vec)).
  { intros x y. less_in (linear V) (1)%R (round_ x).
    less_in (linear V) (- 1)%R (the_other_s_round y).
    less_in (linear V) (1)%R (their_ends x y).
    vectors.
  }
  intros x y.
  as_vectors (definition_over_1 x y).
Qed.

Definition all_of_this_file := (one_factor_more, argo_fedlsa_gamma_def).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
