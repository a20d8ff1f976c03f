(* hal-rr-estimator: The iterate 2 theta^(gamma,H) - theta^(2 gamma,H), whose weights keep theta* and cancel what is linear in gamma; and
   the mean of the first T of them, which is the extrapolation of the two runs' means.
   hal, Section 6, display. Printed:
     \vartheta_t^{(\gamma,H)}=2\theta_t^{(\gamma,H)}-\theta_t^{(2\gamma,H)},\quad\bar\vartheta_T^{(\gamma,H)}=\frac1T\sum_{t=0}^{T-1}\vartheta_t^{(\gamma,H)}
   Conditions:
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
   Cross-checks, on which nothing rests and which are not here: average.
   Not here, or not whole:
     iterate: is not exported yet *)
From Symfed Require Import Arithmetic Named.

(* hal-rr-estimator: The iterate 2 theta^(gamma,H) - theta^(2 gamma,H), whose weights keep theta* and cancel what is linear in gamma; and the mean of the first T of them, which is the extrapolation of the two runs' means. *)
Theorem hal_rr_estimator :
  forall (V : Euclidean) (N : nat) (rr_once : nat -> vec V) (rr_twice : nat -> vec V),
  (1 <= N)%nat ->
  forall rr_both : nat -> vec V,
  (forall (t : nat), rr_both t = (2 *: rr_once t - rr_twice t)%vec) ->
  forall rr_sum_once : nat -> vec V,
  (rr_sum_once 0%nat = 0%vec) ->
  (forall (t : nat), rr_sum_once (S t) = (rr_once t + rr_sum_once t)%vec) ->
  forall rr_sum_twice : nat -> vec V,
  (rr_sum_twice 0%nat = 0%vec) ->
  (forall (t : nat), rr_sum_twice (S t) = (rr_sum_twice t + rr_twice t)%vec) ->
  forall rr_sum_both : nat -> vec V,
  (rr_sum_both 0%nat = 0%vec) ->
  (forall (t : nat), rr_sum_both (S t) = (rr_both t + rr_sum_both t)%vec) ->
  forall (t : nat), ((1 / (INR t + 1))%R *: rr_sum_both (S t))%vec = ((1 / (INR t + 1))%R *: (2 *: rr_sum_once (S t) - rr_sum_twice (S
    t)))%vec.
Proof.
  intros V N rr_once rr_twice some.
  intros rr_both.
  intros an_iterate.
  intros rr_sum_once.
  intros no_sum_of_once.
  intros sum_of_once.
  intros rr_sum_twice.
  intros no_sum_of_twice.
  intros sum_of_twice.
  intros rr_sum_both.
  intros no_sum_of_both.
  intros sum_of_both_.
  assert (at_first_over_1 : rr_sum_both 0%nat = (2 *: rr_sum_once 0%nat - rr_sum_twice 0%nat)%vec).
  { less_in (linear V) (1)%R no_sum_of_both.
    less_in (linear V) (- 2)%R no_sum_of_once.
    less_in (linear V) (1)%R no_sum_of_twice.
    vectors.
  }
  assert (one_more_over_1 : forall (t : nat), (rr_sum_both (S t) - (2 *: rr_sum_once (S t) - rr_sum_twice (S t)))%vec = (rr_sum_both t - (2
    *: rr_sum_once t - rr_sum_twice t))%vec).
  { intros t. less_in (linear V) (1)%R (sum_of_both_ t).
    less_in (linear V) (1)%R (an_iterate t).
    less_in (linear V) (- 2)%R (sum_of_once t).
    less_in (linear V) (1)%R (sum_of_twice t).
    vectors.
  }
  assert (sums_ : forall (t : nat), rr_sum_both t = (2 *: rr_sum_once t - rr_sum_twice t)%vec).
  { intros t. revert t. apply (equal_by_induction (fun t => (rr_sum_both t)%vec) (fun t => (2 *: rr_sum_once t - rr_sum_twice t)%vec) (fun t
    => (1%mat)%mat)).
    - cbv beta. as_vectors at_first_over_1.
    - intros t. cbv beta. as_vectors (one_more_over_1 t).
  }
  assert (T_sums : forall (t : nat), rr_sum_both (S t) = (2 *: rr_sum_once (S t) - rr_sum_twice (S t))%vec).
  { intros t. as_vectors (sums_ (S t)).
  }
  assert (means_over_1 : forall (t : nat), ((1 / (INR t + 1))%R *: rr_sum_both (S t))%vec = ((1 / (INR t + 1))%R *: (2 *: rr_sum_once (S t)
    - rr_sum_twice (S t)))%vec).
  { intros t. less_in (linear V) (1 / (INR t + 1))%R (T_sums t).
    vectors.
  }
  intros t.
  as_vectors (means_over_1 t).
Qed.

Definition all_of_this_file := (hal_rr_estimator).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
