(* symfed-fedlsa-expansion: The error after a round: the old one through all local steps, the pull towards the clients' own solutions, less
   eta times each noise, taken at the client's solution, through the later steps; Abar^c theta_c* = bbar^c, and Gamma_{t,H+1:H}^c = Id.
   symfed, ARGO slide 'Analysis of FedLSA', with signs and indices. Printed:
     \theta_{t+1}-\theta_\star=\frac1N\sum_c\Gamma_{t,1:H}^c(\theta_t-\theta_\star)+\frac1N\sum_c(\mathrm{Id}-\Gamma_{t,1:H}^c)(\theta_\star^c-\theta_\star)-\frac\eta N\sum_c\sum_h\Gamma_{t,h+1:H}^c\varepsilon^c(Z_{t,h}^c),\quad\varepsilon^c(Z)=A^c(Z)\theta_\star^c-b^c(Z)
   Cross-checks, on which nothing rests and which are not here: rounds. *)
From Symfed Require Import Words Arithmetic Named.

(* one client (one client's end less theta*, all sizes; a vector is a matrix of which all other columns are zero) *)
Theorem one_client :
  forall (matrices : Algebra) (G x y e s : matrices) (gamma : R),
  0 < gamma ->
  (y + G * (e + x - y) - gamma *: s - x = G * e + (y - x - G * (y - x)) + (- gamma) *: s)%words.
Proof.
  words.
Qed.

(* symfed-fedlsa-expansion: The error after a round: the old one through all local steps, the pull towards the clients' own solutions, less eta times each noise, taken at the client's solution, through the later steps; Abar^c theta_c* = bbar^c, and Gamma_{t,H+1:H}^c = Id. *)
Theorem symfed_fedlsa_expansion :
  forall (V : Euclidean) (N : nat) (A_step_c : nat -> nat -> mat V) (H : nat) (b_step_c : nat -> nat -> vec V) (gamma : R) (theta_fedlsa :
    vec V) (theta_lsa_c : nat -> vec V),
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
  forall eps_step_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), eps_step_c c h = (A_step_c c h @ theta_lsa_c c - b_step_c c h)%vec) ->
  forall noises_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), noises_c c 0%nat = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), noises_c c (S h) = (eps_step_c c h + noises_c c h - gamma *: A_step_c c h @ noises_c c
    h)%vec) ->
  forall (x : vec V), (fedlsa_round x - theta_fedlsa)%vec = (vmean N (fun c => theta_lsa_c c) + vmean N (fun c => Gamma_fedlsa_c c H (x -
    theta_fedlsa)%vec) - gamma *: vmean N (fun c => noises_c c H) - theta_fedlsa - vmean N (fun c => Gamma_fedlsa_c c H (theta_lsa_c c -
    theta_fedlsa)%vec))%vec.
Proof.
  intros V N A_step_c H b_step_c gamma theta_fedlsa theta_lsa_c some H_positive gamma_positive.
  intros fedlsa_c.
  intros start_.
  intros step.
  intros fedlsa_round.
  intros round_.
  intros Gamma_fedlsa_c.
  intros no_step.
  intros through_one_step_more.
  intros eps_step_c.
  intros noise.
  intros noises_c.
  intros no_noise.
  intros one_noise_more.
  assert (no_step_own : forall (c : nat) (inside : (c < N)%nat) (x : vec V), Gamma_fedlsa_c c 0%nat (x - theta_lsa_c c)%vec = (x -
    theta_lsa_c c)%vec).
  { intros c inside x. as_vectors (no_step c inside (x - theta_lsa_c c)%vec).
  }
  assert (through_one_step_more_own : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), Gamma_fedlsa_c c (S h) (x - theta_lsa_c
    c)%vec = (Gamma_fedlsa_c c h (x - theta_lsa_c c)%vec - gamma *: A_step_c c h @ Gamma_fedlsa_c c h (x - theta_lsa_c c)%vec)%vec).
  { intros c inside h x. as_vectors (through_one_step_more c inside h (x - theta_lsa_c c)%vec).
  }
  assert (no_step_common : forall (c : nat) (inside : (c < N)%nat) (x : vec V), Gamma_fedlsa_c c 0%nat (x - theta_fedlsa)%vec = (x -
    theta_fedlsa)%vec).
  { intros c inside x. as_vectors (no_step c inside (x - theta_fedlsa)%vec).
  }
  assert (through_one_step_more_common : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), Gamma_fedlsa_c c (S h) (x -
    theta_fedlsa)%vec = (Gamma_fedlsa_c c h (x - theta_fedlsa)%vec - gamma *: A_step_c c h @ Gamma_fedlsa_c c h (x -
    theta_fedlsa)%vec)%vec).
  { intros c inside h x. as_vectors (through_one_step_more c inside h (x - theta_fedlsa)%vec).
  }
  assert (no_step_pull : forall (c : nat) (inside : (c < N)%nat), Gamma_fedlsa_c c 0%nat (theta_lsa_c c - theta_fedlsa)%vec = (theta_lsa_c c
    - theta_fedlsa)%vec).
  { intros c inside. as_vectors (no_step c inside (theta_lsa_c c - theta_fedlsa)%vec).
  }
  assert (through_one_step_more_pull : forall (c : nat) (inside : (c < N)%nat) (h : nat), Gamma_fedlsa_c c (S h) (theta_lsa_c c -
    theta_fedlsa)%vec = (Gamma_fedlsa_c c h (theta_lsa_c c - theta_fedlsa)%vec - gamma *: A_step_c c h @ Gamma_fedlsa_c c h (theta_lsa_c c -
    theta_fedlsa)%vec)%vec).
  { intros c inside h. as_vectors (through_one_step_more c inside h (theta_lsa_c c - theta_fedlsa)%vec).
  }
  assert (an_error_renewed_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (fedlsa_c c (S h) x - theta_lsa_c c -
    (Gamma_fedlsa_c c (S h) (x - theta_lsa_c c)%vec - gamma *: noises_c c (S h)))%vec = (fedlsa_c c h x - gamma *: A_step_c c h @ (fedlsa_c
    c h x - theta_lsa_c c - (Gamma_fedlsa_c c h (x - theta_lsa_c c)%vec - gamma *: noises_c c h)) - theta_lsa_c c - (Gamma_fedlsa_c c h (x -
    theta_lsa_c c)%vec - gamma *: noises_c c h))%vec).
  { intros c inside h x. less_in (linear V) (1)%R (step c inside h x).
    less_in (linear V) (- 1)%R (through_one_step_more_own c inside h x).
    less_in (linear V) (gamma)%R (one_noise_more c inside h).
    less_in (linear V) (gamma)%R (noise c inside h).
    vectors.
  }
  assert (an_error_at_first_over_1 : forall (c : nat) (inside : (c < N)%nat) (x : vec V), (fedlsa_c c 0%nat x - theta_lsa_c c)%vec =
    (Gamma_fedlsa_c c 0%nat (x - theta_lsa_c c)%vec - gamma *: noises_c c 0%nat)%vec).
  { intros c inside x. less_in (linear V) (1)%R (start_ c inside x).
    less_in (linear V) (- 1)%R (no_step_own c inside x).
    less_in (linear V) (gamma)%R (no_noise c inside).
    vectors.
  }
  assert (one_client_s_steps : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (fedlsa_c c h x - theta_lsa_c c)%vec =
    (Gamma_fedlsa_c c h (x - theta_lsa_c c)%vec - gamma *: noises_c c h)%vec).
  { intros c inside h x. revert h. apply (equal_by_induction (fun h => (fedlsa_c c h x - theta_lsa_c c)%vec) (fun h => (Gamma_fedlsa_c c h
    (x - theta_lsa_c c)%vec - gamma *: noises_c c h)%vec) (fun h => (1%mat - gamma *: A_step_c c h)%mat)).
    - cbv beta. as_vectors (an_error_at_first_over_1 c inside x).
    - intros h. cbv beta. as_vectors (an_error_renewed_over_1 c inside h x).
  }
  assert (a_difference_renewed_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (Gamma_fedlsa_c c (S h) (x -
    theta_lsa_c c)%vec - (Gamma_fedlsa_c c (S h) (x - theta_fedlsa)%vec - Gamma_fedlsa_c c (S h) (theta_lsa_c c - theta_fedlsa)%vec))%vec =
    (Gamma_fedlsa_c c h (x - theta_lsa_c c)%vec - gamma *: A_step_c c h @ (Gamma_fedlsa_c c h (x - theta_lsa_c c)%vec - (Gamma_fedlsa_c c h
    (x - theta_fedlsa)%vec - Gamma_fedlsa_c c h (theta_lsa_c c - theta_fedlsa)%vec)) - (Gamma_fedlsa_c c h (x - theta_fedlsa)%vec -
    Gamma_fedlsa_c c h (theta_lsa_c c - theta_fedlsa)%vec))%vec).
  { intros c inside h x. less_in (linear V) (1)%R (through_one_step_more_own c inside h x).
    less_in (linear V) (- 1)%R (through_one_step_more_common c inside h x).
    less_in (linear V) (1)%R (through_one_step_more_pull c inside h).
    vectors.
  }
  assert (a_difference_at_first_over_1 : forall (c : nat) (inside : (c < N)%nat) (x : vec V), Gamma_fedlsa_c c 0%nat (x - theta_lsa_c c)%vec
    = (Gamma_fedlsa_c c 0%nat (x - theta_fedlsa)%vec - Gamma_fedlsa_c c 0%nat (theta_lsa_c c - theta_fedlsa)%vec)%vec).
  { intros c inside x. less_in (linear V) (1)%R (no_step_own c inside x).
    less_in (linear V) (- 1)%R (no_step_common c inside x).
    less_in (linear V) (1)%R (no_step_pull c inside).
    vectors.
  }
  assert (linear_ : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), Gamma_fedlsa_c c h (x - theta_lsa_c c)%vec =
    (Gamma_fedlsa_c c h (x - theta_fedlsa)%vec - Gamma_fedlsa_c c h (theta_lsa_c c - theta_fedlsa)%vec)%vec).
  { intros c inside h x. revert h. apply (equal_by_induction (fun h => (Gamma_fedlsa_c c h (x - theta_lsa_c c)%vec)%vec) (fun h =>
    (Gamma_fedlsa_c c h (x - theta_fedlsa)%vec - Gamma_fedlsa_c c h (theta_lsa_c c - theta_fedlsa)%vec)%vec) (fun h => (1%mat - gamma *:
    A_step_c c h)%mat)).
    - cbv beta. as_vectors (a_difference_at_first_over_1 c inside x).
    - intros h. cbv beta. as_vectors (a_difference_renewed_over_1 c inside h x).
  }
  assert (its_end : forall (c : nat) (inside : (c < N)%nat) (x : vec V), (fedlsa_c c H x - theta_lsa_c c)%vec = (Gamma_fedlsa_c c H (x -
    theta_lsa_c c)%vec - gamma *: noises_c c H)%vec).
  { intros c inside x. as_vectors (one_client_s_steps c inside H x).
  }
  assert (its_parts : forall (c : nat) (inside : (c < N)%nat) (x : vec V), Gamma_fedlsa_c c H (x - theta_lsa_c c)%vec = (Gamma_fedlsa_c c H
    (x - theta_fedlsa)%vec - Gamma_fedlsa_c c H (theta_lsa_c c - theta_fedlsa)%vec)%vec).
  { intros c inside x. as_vectors (linear_ c inside H x).
  }
  assert (their_ends : forall (x : vec V), (vmean N (fun c => fedlsa_c c H x) - vmean N (fun c => theta_lsa_c c))%vec = (vmean N (fun c =>
    Gamma_fedlsa_c c H (x - theta_lsa_c c)%vec) - gamma *: vmean N (fun c => noises_c c H))%vec).
  { intros x. transitivity (@vmean V N (fun c => (fedlsa_c c H x - theta_lsa_c c)%vec)); [symmetry; vectors | transitivity (@vmean V N (fun
    c => (Gamma_fedlsa_c c H (x - theta_lsa_c c)%vec - gamma *: noises_c c H)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (its_end c inside x).
  }
  assert (their_parts : forall (x : vec V), vmean N (fun c => Gamma_fedlsa_c c H (x - theta_lsa_c c)%vec) = (vmean N (fun c =>
    Gamma_fedlsa_c c H (x - theta_fedlsa)%vec) - vmean N (fun c => Gamma_fedlsa_c c H (theta_lsa_c c - theta_fedlsa)%vec))%vec).
  { intros x. transitivity (@vmean V N (fun c => (Gamma_fedlsa_c c H (x - theta_lsa_c c)%vec)%vec)); [symmetry; vectors | transitivity
    (@vmean V N (fun c => (Gamma_fedlsa_c c H (x - theta_fedlsa)%vec - Gamma_fedlsa_c c H (theta_lsa_c c - theta_fedlsa)%vec)%vec)); [ |
    vectors]].
    apply vmean_equal; intros c inside; as_vectors (its_parts c inside x).
  }
  assert (expansion_over_1 : forall (x : vec V), (fedlsa_round x - theta_fedlsa)%vec = (vmean N (fun c => theta_lsa_c c) + vmean N (fun c =>
    Gamma_fedlsa_c c H (x - theta_fedlsa)%vec) - gamma *: vmean N (fun c => noises_c c H) - theta_fedlsa - vmean N (fun c => Gamma_fedlsa_c
    c H (theta_lsa_c c - theta_fedlsa)%vec))%vec).
  { intros x. less_in (linear V) (1)%R (round_ x).
    less_in (linear V) (1)%R (their_ends x).
    less_in (linear V) (1)%R (their_parts x).
    vectors.
  }
  intros x.
  as_vectors (expansion_over_1 x).
Qed.

Definition all_of_this_file := (one_client, symfed_fedlsa_expansion).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
