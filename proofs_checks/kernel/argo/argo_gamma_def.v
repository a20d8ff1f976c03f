(* argo-gamma-def: Gamma_{t:t'} accumulates the updates, the last one leftmost: it takes the difference of two runs on the same draws to the
   end. (The expansion needs Gamma_{T+1:T} = Id, an empty product.)
   argo, slide 'Context, analysis of TD (II)'. Printed:
     \Gamma_{t:t'}=(\mathrm{Id}-\eta A(Z_{t'}))(\mathrm{Id}-\eta A(Z_{t'-1}))\cdots(\mathrm{Id}-\eta A(Z_t))
   Cross-checks, on which nothing rests and which are not here: runs. *)
From Symfed Require Import Words Arithmetic Named.

(* one factor more (from t to t + 1 factors, all sizes; a vector is a matrix of which all other columns are zero) *)
Theorem one_factor_more :
  forall (matrices : Algebra) (A P d : matrices) (gamma : R),
  0 < gamma ->
  (P * d - gamma *: A * (P * d) = (P - gamma *: A * P) * d)%words.
Proof.
  words.
Qed.

(* argo-gamma-def: Gamma_{t:t'} accumulates the updates, the last one leftmost: it takes the difference of two runs on the same draws to the end. (The expansion needs Gamma_{T+1:T} = Id, an empty product.) *)
Theorem argo_gamma_def :
  forall (V : Euclidean) (N : nat) (A_step : nat -> mat V) (b_step : nat -> vec V) (gamma : R),
  (1 <= N)%nat ->
  0 < gamma ->
  forall lsa_from : nat -> vec V -> vec V,
  (forall (x : vec V), lsa_from 0%nat x = x) ->
  (forall (t : nat) (x : vec V), lsa_from (S t) x = (lsa_from t x - gamma *: (A_step t @ lsa_from t x - b_step t))%vec) ->
  forall Gamma : nat -> vec V -> vec V,
  (forall (x : vec V), Gamma 0%nat x = x) ->
  (forall (t : nat) (x : vec V), Gamma (S t) x = (Gamma t x - gamma *: A_step t @ Gamma t x)%vec) ->
  forall (t : nat) (x : vec V) (y : vec V), (lsa_from t x - lsa_from t y)%vec = Gamma t (x - y)%vec.
Proof.
  intros V N A_step b_step gamma some gamma_positive.
  intros lsa_from.
  intros start_.
  intros step.
  intros Gamma.
  intros no_step.
  intros through_one_step_more.
  assert (the_other_s_start : forall (y : vec V), lsa_from 0%nat y = y).
  { intros y. as_vectors (start_ y).
  }
  assert (the_other_s_step : forall (t : nat) (y : vec V), lsa_from (S t) y = (lsa_from t y - gamma *: (A_step t @ lsa_from t y - b_step
    t))%vec).
  { intros t y. as_vectors (step t y).
  }
  assert (no_step_difference : forall (x : vec V) (y : vec V), Gamma 0%nat (x - y)%vec = (x - y)%vec).
  { intros x y. as_vectors (no_step (x - y)%vec).
  }
  assert (through_one_step_more_difference : forall (t : nat) (x : vec V) (y : vec V), Gamma (S t) (x - y)%vec = (Gamma t (x - y)%vec -
    gamma *: A_step t @ Gamma t (x - y)%vec)%vec).
  { intros t x y. as_vectors (through_one_step_more t (x - y)%vec).
  }
  assert (renewed_over_1 : forall (t : nat) (x : vec V) (y : vec V), (lsa_from (S t) x - Gamma (S t) (x - y)%vec - lsa_from (S t) y)%vec =
    (lsa_from t x - gamma *: A_step t @ (lsa_from t x - Gamma t (x - y)%vec - lsa_from t y) - Gamma t (x - y)%vec - lsa_from t y)%vec).
  { intros t x y. less_in (linear V) (1)%R (step t x).
    less_in (linear V) (- 1)%R (the_other_s_step t y).
    less_in (linear V) (- 1)%R (through_one_step_more_difference t x y).
    vectors.
  }
  assert (at_first_over_1 : forall (x : vec V) (y : vec V), (lsa_from 0%nat x - lsa_from 0%nat y)%vec = Gamma 0%nat (x - y)%vec).
  { intros x y. less_in (linear V) (1)%R (start_ x).
    less_in (linear V) (- 1)%R (the_other_s_start y).
    less_in (linear V) (- 1)%R (no_step_difference x y).
    vectors.
  }
  assert (definition : forall (t : nat) (x : vec V) (y : vec V), (lsa_from t x - lsa_from t y)%vec = Gamma t (x - y)%vec).
  { intros t x y. revert t. apply (equal_by_induction (fun t => (lsa_from t x - lsa_from t y)%vec) (fun t => (Gamma t (x - y)%vec)%vec) (fun
    t => (1%mat - gamma *: A_step t)%mat)).
    - cbv beta. as_vectors (at_first_over_1 x y).
    - intros t. cbv beta. as_vectors (renewed_over_1 t x y).
  }
  intros t x y.
  as_vectors (definition t x y).
Qed.

Definition all_of_this_file := (one_factor_more, argo_gamma_def).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
