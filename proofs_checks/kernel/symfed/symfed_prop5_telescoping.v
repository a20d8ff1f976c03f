(* symfed-prop5-telescoping: The telescoping sum of Proposition 5's proof with the sign of its factors' difference, for every number H - h
   of factors.
   symfed, the display before equation (50), with its sign. Printed:
     \Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H}=-\sum_{\ell=h+1}^H\Gamma_c^{\star,h+1:\ell-1}(\gamma\bar A_c-\gamma\bar A)\Gamma_{avg}^{\star,\ell+1:H}
   Cross-checks, on which nothing rests and which are not here: products. *)
From Symfed Require Import Arithmetic Named.

(* symfed-prop5-telescoping: The telescoping sum of Proposition 5's proof with the sign of its factors' difference, for every number H - h of factors. *)
Theorem symfed_prop5_telescoping :
  forall (V : Euclidean) (N : nat) (hess_c : nat -> vec V -> mat V) (gamma : R) (theta_star : vec V),
  (1 <= N)%nat ->
  0 < gamma ->
  forall Gamma_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), Gamma_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), Gamma_c c (S h) x = (Gamma_c c h x - gamma *: hess_c c theta_star @
    Gamma_c c h x)%vec) ->
  forall Gamma_avg : nat -> vec V -> vec V,
  (forall (x : vec V), Gamma_avg 0%nat x = x) ->
  (forall (h : nat) (x : vec V), Gamma_avg (S h) x = (Gamma_avg h x - gamma *: mmean N (fun c => hess_c c theta_star) @ Gamma_avg h x)%vec)
    ->
  forall swap_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), swap_c c 0%nat x = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), swap_c c (S h) x = (gamma *: (hess_c c theta_star - mmean N (fun c =>
    hess_c c theta_star)) @ Gamma_avg h x + swap_c c h x - gamma *: hess_c c theta_star @ swap_c c h x)%vec) ->
  forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (Gamma_c c h x - Gamma_avg h x)%vec = (- swap_c c h x)%vec.
Proof.
  intros V N hess_c gamma theta_star some gamma_positive.
  intros Gamma_c.
  intros no_factor.
  intros factor.
  intros Gamma_avg.
  intros no_mean_factor.
  intros mean_factor.
  intros swap_c.
  intros none_swapped.
  intros one_swapped.
  assert (all_swapped_begins_over_1 : forall (c : nat) (inside : (c < N)%nat) (x : vec V), (Gamma_c c 0%nat x + swap_c c 0%nat x - Gamma_avg
    0%nat x)%vec = 0%vec).
  { intros c inside x. less_in (linear V) (1)%R (no_factor c inside x).
    less_in (linear V) (- 1)%R (no_mean_factor x).
    less_in (linear V) (1)%R (none_swapped c inside x).
    vectors.
  }
  assert (all_swapped_steps_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (Gamma_c c (S h) x + swap_c c (S h) x -
    Gamma_avg (S h) x)%vec = (Gamma_c c h x + swap_c c h x - gamma *: hess_c c theta_star @ (Gamma_c c h x + swap_c c h x - Gamma_avg h x) -
    Gamma_avg h x)%vec).
  { intros c inside h x. less_in (linear V) (1)%R (factor c inside h x).
    less_in (linear V) (- 1)%R (mean_factor h x).
    less_in (linear V) (1)%R (one_swapped c inside h x).
    vectors.
  }
  assert (all_swapped : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (Gamma_c c h x + swap_c c h x - Gamma_avg h x)%vec =
    0%vec).
  { intros c inside h x. revert h. apply (equal_by_induction (fun h => (Gamma_c c h x + swap_c c h x - Gamma_avg h x)%vec) (fun h =>
    (0%vec)%vec) (fun h => (1%mat - gamma *: hess_c c theta_star)%mat)).
    - cbv beta. as_vectors (all_swapped_begins_over_1 c inside x).
    - intros h. cbv beta. as_vectors (all_swapped_steps_over_1 c inside h x).
  }
  assert (telescoping_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (Gamma_c c h x - Gamma_avg h x)%vec = (-
    swap_c c h x)%vec).
  { intros c inside h x. less_in (linear V) (1)%R (all_swapped c inside h x).
    vectors.
  }
  intros c inside h x.
  as_vectors (telescoping_over_1 c inside h x).
Qed.

Definition all_of_this_file := (symfed_prop5_telescoping).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
