(* aistats-B5-lem9-use: The sum of the powers, by Lemma 9 with M_k = Id and M_k' = Id - gamma A: the sign is right.
   aistats, Appendix B.5, Lemma 9 used. Printed:
     -\frac\gamma2\sum_{h=0}^{H-1}\Gamma^{\star,H-h-1}=-\frac12(Id-\Gamma^{\star,H})\nabla^2f(\theta^\star)^{-1}
   Conditions:
     in words: every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L]
   Cross-checks, on which nothing rests and which are not here: matrices. *)
From Symfed Require Import Arithmetic Named.

(* aistats-B5-lem9-use: The sum of the powers, by Lemma 9 with M_k = Id and M_k' = Id - gamma A: the sign is right. *)
Theorem aistats_B5_lem9_use :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R)
    (theta_star : vec V),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  solvable V ->
  curved N grad_c hess_c mu L ->
  forall power_at_theta_star : nat -> vec V -> vec V,
  (forall (x : vec V), power_at_theta_star 0%nat x = x) ->
  (forall (h : nat) (x : vec V), power_at_theta_star (S h) x = (power_at_theta_star h x - gamma *: mmean N (fun c => hess_c c theta_star) @
    power_at_theta_star h x)%vec) ->
  forall powers_at_theta_star : nat -> vec V -> vec V,
  (forall (x : vec V), powers_at_theta_star 0%nat x = 0%vec) ->
  (forall (h : nat) (x : vec V), powers_at_theta_star (S h) x = (x + powers_at_theta_star h x - gamma *: mmean N (fun c => hess_c c
    theta_star) @ powers_at_theta_star h x)%vec) ->
  there is inverse_at_theta_star : (vec V -> vec V), with ((forall (x : vec V), (mmean N (fun c => hess_c c theta_star) @
    inverse_at_theta_star x)%vec = x)); then (
  forall (x : vec V), (- ((gamma / 2)%R *: powers_at_theta_star H x))%vec = (- ((1 / 2)%R *: (inverse_at_theta_star x - power_at_theta_star
    H (inverse_at_theta_star x))))%vec).
Proof.
  intros V N grad_c hess_c H L gamma mu theta_star some H_positive L_positive gamma_positive mu_positive the_solvable curvature.
  intros power_at_theta_star.
  intros no_factor.
  intros one_factor_more.
  intros powers_at_theta_star.
  intros an_empty_sum.
  intros one_power_more.
  assert (curvature_over_1 : forall (c : nat) (inside : (c < N)%nat), at_least (hess_c c theta_star)%mat mu).
  { intros c inside. exact (proj1 (proj2 (curvature c inside (theta_star)%vec))).
  }
  assert (curvature_of_f_over_1 : at_least (mmean N (fun c => hess_c c theta_star))%mat mu).
  { apply mean_at_least; [exact some | intros c inside; exact (curvature_over_1 c inside)].
  }
  split.
  { assert (bounded : at_least (mmean N (fun c => hess_c c theta_star))%mat mu). { exact curvature_of_f_over_1. }
    assert (positive : 0 < mu). { first [lra | not_negative]. }
    destruct (the_solvable (mmean N (fun c => hess_c c theta_star))%mat mu bounded positive) as [found known].
    exists (fun x => found (x)%vec).
    intros x. cbv beta. as_vectors (known (x)%vec).
  }
  intros inverse_at_theta_star inverse.
  assert (no_factor_of_it : forall (x : vec V), power_at_theta_star 0%nat (inverse_at_theta_star x) = inverse_at_theta_star x).
  { intros x. as_vectors (no_factor (inverse_at_theta_star x)).
  }
  assert (one_factor_more_of_it : forall (h : nat) (x : vec V), power_at_theta_star (S h) (inverse_at_theta_star x) = (power_at_theta_star h
    (inverse_at_theta_star x) - gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h (inverse_at_theta_star x))%vec).
  { intros h x. as_vectors (one_factor_more h (inverse_at_theta_star x)).
  }
  assert (sum_begins_over_1 : forall (x : vec V), (gamma *: powers_at_theta_star 0%nat x)%vec = (inverse_at_theta_star x -
    power_at_theta_star 0%nat (inverse_at_theta_star x))%vec).
  { intros x. less_in (linear V) (gamma)%R (an_empty_sum x).
    less_in (linear V) (1)%R (no_factor_of_it x).
    vectors.
  }
  assert (sum_goes_on_over_1 : forall (h : nat) (x : vec V), (gamma *: powers_at_theta_star (S h) x - (inverse_at_theta_star x -
    power_at_theta_star (S h) (inverse_at_theta_star x)))%vec = (gamma *: powers_at_theta_star h x + gamma *: mmean N (fun c => hess_c c
    theta_star) @ inverse_at_theta_star x + power_at_theta_star h (inverse_at_theta_star x) - (gamma ^ 2)%R *: mmean N (fun c => hess_c c
    theta_star) @ powers_at_theta_star h x - gamma *: mmean N (fun c => hess_c c theta_star) @ power_at_theta_star h (inverse_at_theta_star
    x) - inverse_at_theta_star x)%vec).
  { intros h x. less_in (linear V) (gamma)%R (one_power_more h x).
    less_in (linear V) (1)%R (one_factor_more_of_it h x).
    less_in (linear V) (- gamma)%R (inverse x).
    vectors.
  }
  assert (closed : forall (h : nat) (x : vec V), (gamma *: powers_at_theta_star h x)%vec = (inverse_at_theta_star x - power_at_theta_star h
    (inverse_at_theta_star x))%vec).
  { intros h x. revert h. apply (equal_by_induction (fun h => (gamma *: powers_at_theta_star h x)%vec) (fun h => (inverse_at_theta_star x -
    power_at_theta_star h (inverse_at_theta_star x))%vec) (fun h => (1%mat - gamma *: mmean N (fun c => hess_c c theta_star))%mat)).
    - cbv beta. as_vectors (sum_begins_over_1 x).
    - intros h. cbv beta. as_vectors (sum_goes_on_over_1 h x).
  }
  assert (closed_at_H : forall (x : vec V), (gamma *: powers_at_theta_star H x)%vec = (inverse_at_theta_star x - power_at_theta_star H
    (inverse_at_theta_star x))%vec).
  { intros x. as_vectors (closed H x).
  }
  assert (half_of_it_over_1 : forall (x : vec V), (- ((gamma / 2)%R *: powers_at_theta_star H x))%vec = (- ((1 / 2)%R *:
    (inverse_at_theta_star x - power_at_theta_star H (inverse_at_theta_star x))))%vec).
  { intros x. less_in (linear V) (- 1 / 2)%R (closed_at_H x).
    vectors.
  }
  intros x.
  as_vectors (half_of_it_over_1 x).
Qed.

Definition all_of_this_file := (aistats_B5_lem9_use).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
