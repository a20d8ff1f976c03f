(* symfed-lsa-unrolled: The error after T steps: the first error through all of them, less eta times each noise through the later ones.
   symfed, ARGO 'Context, analysis of TD (II)', with both signs. Printed:
     \theta_T-\theta_\star=\Gamma_{1:T}(\theta_0-\theta_\star)-\eta\sum_{t=1}^T\Gamma_{t+1:T}\,\varepsilon(Z_t),\quad\Gamma_{T+1:T}=\mathrm{Id}
   Cross-checks, on which nothing rests and which are not here: runs. *)
From Symfed Require Import Words Arithmetic Named.

(* one step more (from T to T + 1, all sizes; a vector is a matrix of which all other columns are zero) *)
Theorem one_step_more :
  forall (matrices : Algebra) (A G e S n : matrices) (gamma : R),
  0 < gamma ->
  (G * e - gamma *: S - gamma *: A * (G * e - gamma *: S) - gamma *: n =
   (G - gamma *: A * G) * e + (- gamma) *: (S - gamma *: A * S + n))%words.
Proof.
  words.
Qed.

(* symfed-lsa-unrolled: The error after T steps: the first error through all of them, less eta times each noise through the later ones. *)
Theorem symfed_lsa_unrolled :
  forall (V : Euclidean) (N : nat) (A_step : nat -> mat V) (b_step : nat -> vec V) (gamma : R) (lsa_start : vec V) (theta_lsa : vec V),
  (1 <= N)%nat ->
  0 < gamma ->
  forall lsa : nat -> vec V,
  (forall (t : nat), lsa (S t) = (lsa t - gamma *: (A_step t @ lsa t - b_step t))%vec) ->
  forall eps_step : nat -> vec V,
  (forall (t : nat), eps_step t = (A_step t @ theta_lsa - b_step t)%vec) ->
  (lsa 0%nat = lsa_start) ->
  forall Gamma : nat -> vec V -> vec V,
  (forall (x : vec V), Gamma 0%nat x = x) ->
  (forall (t : nat) (x : vec V), Gamma (S t) x = (Gamma t x - gamma *: A_step t @ Gamma t x)%vec) ->
  forall noises : nat -> vec V,
  (noises 0%nat = 0%vec) ->
  (forall (t : nat), noises (S t) = (eps_step t + noises t - gamma *: A_step t @ noises t)%vec) ->
  forall (t : nat), (lsa t - theta_lsa)%vec = (Gamma t (lsa 0%nat - theta_lsa)%vec - gamma *: noises t)%vec.
Proof.
  intros V N A_step b_step gamma lsa_start theta_lsa some gamma_positive.
  intros lsa.
  intros step.
  intros eps_step.
  intros noise.
  intros where_it_starts.
  intros Gamma.
  intros no_step.
  intros through_one_step_more.
  intros noises.
  intros no_noise.
  intros one_noise_more.
  assert (the_first_error : Gamma 0%nat (lsa 0%nat - theta_lsa)%vec = (lsa 0%nat - theta_lsa)%vec).
  { as_vectors (no_step (lsa 0%nat - theta_lsa)%vec).
  }
  assert (the_first_error_s_step : forall (t : nat), Gamma (S t) (lsa 0%nat - theta_lsa)%vec = (Gamma t (lsa 0%nat - theta_lsa)%vec - gamma
    *: A_step t @ Gamma t (lsa 0%nat - theta_lsa)%vec)%vec).
  { intros t. as_vectors (through_one_step_more t (lsa 0%nat - theta_lsa)%vec).
  }
  assert (renewed_over_1 : forall (t : nat), (lsa (S t) - theta_lsa - (Gamma (S t) (lsa 0%nat - theta_lsa)%vec - gamma *: noises (S t)))%vec
    = (lsa t - gamma *: A_step t @ (lsa t - theta_lsa - (Gamma t (lsa 0%nat - theta_lsa)%vec - gamma *: noises t)) - theta_lsa - (Gamma t
    (lsa 0%nat - theta_lsa)%vec - gamma *: noises t))%vec).
  { intros t. less_in (linear V) (1)%R (step t).
    less_in (linear V) (- 1)%R (the_first_error_s_step t).
    less_in (linear V) (gamma)%R (one_noise_more t).
    less_in (linear V) (gamma)%R (noise t).
    vectors.
  }
  assert (at_the_start_over_1 : (lsa 0%nat - theta_lsa)%vec = (Gamma 0%nat (lsa 0%nat - theta_lsa)%vec - gamma *: noises 0%nat)%vec).
  { less_in (linear V) (- 1)%R the_first_error.
    less_in (linear V) (gamma)%R no_noise.
    vectors.
  }
  assert (unrolled : forall (t : nat), (lsa t - theta_lsa)%vec = (Gamma t (lsa 0%nat - theta_lsa)%vec - gamma *: noises t)%vec).
  { intros t. revert t. apply (equal_by_induction (fun t => (lsa t - theta_lsa)%vec) (fun t => (Gamma t (lsa 0%nat - theta_lsa)%vec - gamma
    *: noises t)%vec) (fun t => (1%mat - gamma *: A_step t)%mat)).
    - cbv beta. as_vectors at_the_start_over_1.
    - intros t. cbv beta. as_vectors (renewed_over_1 t).
  }
  intros t.
  as_vectors (unrolled t).
Qed.

Definition all_of_this_file := (one_step_more, symfed_lsa_unrolled).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
