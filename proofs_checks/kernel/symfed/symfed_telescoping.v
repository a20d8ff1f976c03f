(* symfed-telescoping: Lemma 9 in Section 1's convention: later factors, the primed ones, stand on the left.
   symfed, Lemma 9 in the order of Section 1. Printed:
     \prod_{k=1}^KM_k-\prod_{k=1}^KM_k'=\sum_{k=1}^K\Big\{\prod_{\ell=k+1}^KM_\ell'\Big\}(M_k-M_k')\Big\{\prod_{\ell=1}^{k-1}M_\ell\Big\}
   Cross-checks, on which nothing rests and which are not here: up to three factors. *)
From Symfed Require Import Words Arithmetic Named.

(* one more factor (the step from K to K + 1 factors, all matrices of any size; a vector is a matrix of which all other columns are zero) *)
Theorem one_more_factor :
  forall (matrices : Algebra) (M M' P P' : matrices),
  (M * P - M' * P' = M' * (P - P') + (M - M') * P)%words.
Proof.
  words.
Qed.

(* symfed-telescoping: Lemma 9 in Section 1's convention: later factors, the primed ones, stand on the left. *)
Theorem symfed_telescoping :
  forall (V : Euclidean) (N : nat) (factor_M : nat -> mat V) (factor_M_primed : nat -> mat V),
  (1 <= N)%nat ->
  forall product_M : nat -> vec V -> vec V,
  (forall (x : vec V), product_M 0%nat x = x) ->
  (forall (h : nat) (x : vec V), product_M (S h) x = (factor_M h @ product_M h x)%vec) ->
  forall product_M_primed : nat -> vec V -> vec V,
  (forall (x : vec V), product_M_primed 0%nat x = x) ->
  (forall (h : nat) (x : vec V), product_M_primed (S h) x = (factor_M_primed h @ product_M_primed h x)%vec) ->
  forall swapped : nat -> vec V -> vec V,
  (forall (x : vec V), swapped 0%nat x = 0%vec) ->
  (forall (h : nat) (x : vec V), swapped (S h) x = ((factor_M h - factor_M_primed h) @ product_M h x + factor_M_primed h @ swapped h x)%vec)
    ->
  forall (h : nat) (x : vec V), (product_M h x - product_M_primed h x)%vec = swapped h x.
Proof.
  intros V N factor_M factor_M_primed some.
  intros product_M.
  intros no_factor_M.
  intros one_factor_M_more.
  intros product_M_primed.
  intros no_factor_M_2.
  intros one_factor_M_more_2.
  intros swapped.
  intros no_term.
  intros one_term_more.
  assert (renewed_over_1 : forall (h : nat) (x : vec V), (product_M (S h) x - product_M_primed (S h) x - swapped (S h) x)%vec =
    (factor_M_primed h @ (product_M h x - product_M_primed h x - swapped h x))%vec).
  { intros h x. less_in (linear V) (1)%R (one_factor_M_more h x).
    less_in (linear V) (- 1)%R (one_factor_M_more_2 h x).
    less_in (linear V) (- 1)%R (one_term_more h x).
    vectors.
  }
  assert (without_factors_over_1 : forall (x : vec V), (product_M 0%nat x - product_M_primed 0%nat x)%vec = swapped 0%nat x).
  { intros x. less_in (linear V) (1)%R (no_factor_M x).
    less_in (linear V) (- 1)%R (no_factor_M_2 x).
    less_in (linear V) (- 1)%R (no_term x).
    vectors.
  }
  assert (telescoping : forall (h : nat) (x : vec V), (product_M h x - product_M_primed h x)%vec = swapped h x).
  { intros h x. revert h. apply (equal_by_induction (fun h => (product_M h x - product_M_primed h x)%vec) (fun h => (swapped h x)%vec) (fun
    h => (factor_M_primed h)%mat)).
    - cbv beta. as_vectors (without_factors_over_1 x).
    - intros h. cbv beta. as_vectors (renewed_over_1 h x).
  }
  intros h x.
  as_vectors (telescoping h x).
Qed.

Definition all_of_this_file := (one_more_factor, symfed_telescoping).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
