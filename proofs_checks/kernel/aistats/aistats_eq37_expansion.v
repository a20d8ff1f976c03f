(* aistats-eq37-expansion: (37), both of its members, along a client's path of any length; V with a plus, where (30) prints a minus.
   aistats, Equation (37). Printed:
     \|\tilde V^{h+1}-\theta^\star\|^2=\|\tilde V^h-\theta^\star\|^2+\gamma^2\|\nabla F(\tilde T)-\nabla f_c(\theta^\star)\|^2-2\gamma\langle\tilde V-\theta^\star,\nabla F(\tilde T)-\nabla f_c(\theta^\star)\rangle=\|\tilde V^h-\theta^\star\|^2+\gamma^2\|\nabla F(\tilde T)-\nabla f_c(\theta^\star)\|^2-2\gamma\langle\tilde V-\theta^\star,\nabla F(\tilde V)-\nabla f_c(\theta^\star)\rangle-2\gamma\langle\tilde V-\theta^\star,\nabla F(\tilde T)-\nabla F(\tilde V)\rangle
   Cross-checks, on which nothing rests and which are not here: instances. *)
From Symfed Require Import Arithmetic Named.

(* a_step_on_squared *)
Theorem aistats_eq37_expansion_a_step_on_squared :
  forall (a1 : R) (a2 : R),
  0 <= a1 ->
  0 <= a2 ->
  a1 = a2 ->
  a1 ^ 2 = a2 ^ 2.
Proof.
  intros a1 a2 sign_a1 sign_a2 given_1.
  symmetry in given_1. destruct given_1.
  equal.
Qed.

(* expanded *)
Theorem aistats_eq37_expansion_expanded :
  forall (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (gamma : R),
  0 <= a1 ->
  0 <= a3 ->
  0 <= a4 ->
  0 <= a5 ->
  0 < gamma ->
  a1 ^ 2 = a5 ^ 2 ->
  a5 ^ 2 = a3 ^ 2 + a4 ^ 2 * gamma ^ 2 - 2 * a2 * gamma ->
  a1 ^ 2 = a3 ^ 2 + a4 ^ 2 * gamma ^ 2 - 2 * a2 * gamma.
Proof.
  intros a1 a2 a3 a4 a5 gamma sign_a1 sign_a3 sign_a4 sign_a5 sign_gamma given_1 given_2.
  apply Rle_antisym.
  { certified (((1))) (Rplus_le_le_0_compat _ _ (vanishing ((1)) _ _ given_1) (vanishing ((1)) _ _ given_2)). }
  { certified (((1))) (Rplus_le_le_0_compat _ _ (vanishing ((- 1)) _ _ given_1) (vanishing ((- 1)) _ _ given_2)). }
Qed.

(* _37 *)
Theorem aistats_eq37_expansion__37 :
  forall (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R) (a6 : R) (gamma : R),
  0 <= a1 ->
  0 <= a4 ->
  0 <= a5 ->
  0 < gamma ->
  a1 ^ 2 = a4 ^ 2 + a5 ^ 2 * gamma ^ 2 - 2 * a6 * gamma ->
  a6 = a2 + a3 ->
  a1 ^ 2 = a4 ^ 2 + a5 ^ 2 * gamma ^ 2 - 2 * a2 * gamma - 2 * a3 * gamma.
Proof.
  intros a1 a2 a3 a4 a5 a6 gamma sign_a1 sign_a4 sign_a5 sign_gamma given_1 given_2.
  symmetry in given_2. destruct given_2.
  apply Rle_antisym.
  { certified (((1))) (vanishing ((1)) _ _ given_1). }
  { certified (((1))) (vanishing ((- 1)) _ _ given_1). }
Qed.

(* aistats-eq37-expansion: (37), both of its members, along a client's path of any length; V with a plus, where (30) prints a minus. *)
Theorem aistats_eq37_expansion :
  forall (V : Euclidean) (draw : Type) (N : nat) (grad_c : nat -> vec V -> vec V) (grad_cw : nat -> draw -> nat -> vec V -> vec V) (gamma :
    R) (theta_star : vec V),
  (1 <= N)%nat ->
  0 < gamma ->
  forall S_cw : nat -> draw -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), S_cw c w 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), S_cw c w (S h) x = (S_cw c w h x - gamma *: grad_cw c w h (S_cw
    c w h x))%vec) ->
  forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), (norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star -
    gamma *: grad_c c theta_star - S_cw c w (S h) x) ^ 2 = norm (grad_c c theta_star - grad_cw c w h (S_cw c w h x)) ^ 2 * gamma ^ 2 + norm
    (theta_star - (INR h * gamma)%R *: grad_c c theta_star - S_cw c w h x) ^ 2 - 2 * inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw
    c w h x - theta_star) (grad_cw c w h (S_cw c w h x) - grad_c c theta_star) * gamma) /\ (norm (theta_star - (INR h * gamma)%R *: grad_c c
    theta_star - gamma *: grad_c c theta_star - S_cw c w (S h) x) ^ 2 = norm (grad_c c theta_star - grad_cw c w h (S_cw c w h x)) ^ 2 *
    gamma ^ 2 + norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - S_cw c w h x) ^ 2 - 2 * inner ((INR h * gamma)%R *: grad_c c
    theta_star + S_cw c w h x - theta_star) (grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec - grad_c c
    theta_star) * gamma - 2 * inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star) (grad_cw c w h (S_cw c w h x) -
    grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec) * gamma).
Proof.
  intros V draw N grad_c grad_cw gamma theta_star some gamma_positive.
  intros S_cw.
  intros start_.
  intros local_step.
  assert (a_step_on_over_2 : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (theta_star - (INR h * gamma)%R
    *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w (S h) x) = norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star -
    (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w h x)).
  { intros c inside w h x. assert (whole : ((gamma * (INR h + 1))%R *: grad_c c theta_star + S_cw c w (S h) x - theta_star)%vec = ((INR h *
    gamma)%R *: grad_c c theta_star + S_cw c w h x - gamma *: (grad_cw c w h (S_cw c w h x) - grad_c c theta_star) - theta_star)%vec). {
    less_in (linear V) (1)%R (local_step c inside w h x). vectors. }
    assert (left : norm ((gamma * (INR h + 1))%R *: grad_c c theta_star + S_cw c w (S h) x - theta_star)%vec = norm (theta_star - (INR h *
      gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w (S h) x)) by lengths.
    assert (right : norm ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - gamma *: (grad_cw c w h (S_cw c w h x) - grad_c c
      theta_star) - theta_star)%vec = norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star - (INR h * gamma)%R *: grad_c c theta_star -
      gamma *: grad_c c theta_star - S_cw c w h x)) by lengths.
    exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).
  }
  assert (a_step_on_squared : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (theta_star - (INR h * gamma)%R
    *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w (S h) x) ^ 2 = norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star
    - (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w h x) ^ 2).
  { intros c inside w h x. assert (known := aistats_eq37_expansion_a_step_on_squared (norm (theta_star - (INR h * gamma)%R *: grad_c c
    theta_star - gamma *: grad_c c theta_star - S_cw c w (S h) x)) (norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star - (INR h *
    gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w h x))).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (a_step_on_over_2 c inside w h x))).
    fits known.
  }
  assert (square_ : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (gamma *: grad_cw c w h (S_cw c w h x) +
    theta_star - (INR h * gamma)%R *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w h x) ^ 2 = norm (grad_c c theta_star -
    grad_cw c w h (S_cw c w h x)) ^ 2 * gamma ^ 2 + norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - S_cw c w h x) ^ 2 - 2 *
    inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star) (grad_cw c w h (S_cw c w h x) - grad_c c theta_star) *
    gamma).
  { intros c inside w h x. assert (size : norm (((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star)%vec - gamma *:
    (grad_cw c w h (S_cw c w h x) - grad_c c theta_star)%vec) = norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star - (INR h * gamma)%R
    *: grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w h x)) by lengths.
    assert (left : norm (((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star)%vec - gamma *: (grad_cw c w h (S_cw c w h x)
      - grad_c c theta_star)%vec) ^ 2 = norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star - (INR h * gamma)%R *: grad_c c theta_star
      - gamma *: grad_c c theta_star - S_cw c w h x) ^ 2) by (try rewrite size; reals).
    assert (angle : inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star)%vec (grad_cw c w h (S_cw c w h x) - grad_c
      c theta_star)%vec = inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star) (grad_cw c w h (S_cw c w h x) -
      grad_c c theta_star)) by (apply f_equal2; vectors).
    assert (one_0 : norm ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star) = norm (theta_star - (INR h * gamma)%R *:
      grad_c c theta_star - S_cw c w h x)) by lengths.
    assert (one : norm ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star) = norm (theta_star - (INR h * gamma)%R *:
      grad_c c theta_star - S_cw c w h x)) by (rewrite ?one_0; reals).
    assert (other_0 : norm (grad_cw c w h (S_cw c w h x) - grad_c c theta_star) = norm (grad_c c theta_star - grad_cw c w h (S_cw c w h x)))
      by lengths.
    assert (other : norm (grad_cw c w h (S_cw c w h x) - grad_c c theta_star) = norm (grad_c c theta_star - grad_cw c w h (S_cw c w h x)))
      by (rewrite ?other_0; reals).
    assert (right : norm ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star)%vec ^ 2 - 2 * gamma * inner ((INR h *
      gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star)%vec (grad_cw c w h (S_cw c w h x) - grad_c c theta_star)%vec + gamma ^ 2
      * norm (grad_cw c w h (S_cw c w h x) - grad_c c theta_star)%vec ^ 2 = norm (grad_c c theta_star - grad_cw c w h (S_cw c w h x)) ^ 2 *
      gamma ^ 2 + norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - S_cw c w h x) ^ 2 - 2 * inner ((INR h * gamma)%R *: grad_c c
      theta_star + S_cw c w h x - theta_star) (grad_cw c w h (S_cw c w h x) - grad_c c theta_star) * gamma)
      by (rewrite ?angle, ?one, ?other; reals).
    exact (eq_trans (eq_sym left) (eq_trans (polarisation ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star)%vec
      (grad_cw c w h (S_cw c w h x) - grad_c c theta_star)%vec gamma) right)).
  }
  assert (expanded_ : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (theta_star - (INR h * gamma)%R *:
    grad_c c theta_star - gamma *: grad_c c theta_star - S_cw c w (S h) x) ^ 2 = norm (grad_c c theta_star - grad_cw c w h (S_cw c w h x)) ^
    2 * gamma ^ 2 + norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - S_cw c w h x) ^ 2 - 2 * inner ((INR h * gamma)%R *: grad_c
    c theta_star + S_cw c w h x - theta_star) (grad_cw c w h (S_cw c w h x) - grad_c c theta_star) * gamma).
  { intros c inside w h x. assert (known := aistats_eq37_expansion_expanded (norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star -
    gamma *: grad_c c theta_star - S_cw c w (S h) x)) (inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star) (grad_cw
    c w h (S_cw c w h x) - grad_c c theta_star)) (norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - S_cw c w h x)) (norm (grad_c
    c theta_star - grad_cw c w h (S_cw c w h x))) (norm (gamma *: grad_cw c w h (S_cw c w h x) + theta_star - (INR h * gamma)%R *: grad_c c
    theta_star - gamma *: grad_c c theta_star - S_cw c w h x)) (gamma)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (a_step_on_squared c inside w h x))).
    specialize (known ltac:(cbv beta; fits (square_ c inside w h x))).
    fits known.
  }
  assert (by_way_of_V : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), inner ((INR h * gamma)%R *: grad_c c
    theta_star + S_cw c w h x - theta_star) (grad_cw c w h (S_cw c w h x) - grad_c c theta_star) = inner ((INR h * gamma)%R *: grad_c c
    theta_star + S_cw c w h x - theta_star) (grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec - grad_c c
    theta_star) + inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star) (grad_cw c w h (S_cw c w h x) - grad_cw c w h
    ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec)).
  { intros c inside w h x. assert (part_0 : inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star)%vec ((grad_cw c w h
    ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec - grad_c c theta_star)%vec + (grad_cw c w h (S_cw c w h x) - grad_cw c w h
    ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec)%vec) = inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x -
    theta_star) (grad_cw c w h (S_cw c w h x) - grad_c c theta_star)) by (apply f_equal2; vectors).
    assert (part_1 : inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star)%vec (grad_cw c w h ((INR h * gamma)%R *:
      grad_c c theta_star + S_cw c w h x)%vec - grad_c c theta_star)%vec = inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x -
      theta_star) (grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec - grad_c c theta_star)) by (apply f_equal2;
      vectors).
    assert (part_2 : inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star)%vec (grad_cw c w h (S_cw c w h x) -
      grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec)%vec = inner ((INR h * gamma)%R *: grad_c c theta_star +
      S_cw c w h x - theta_star) (grad_cw c w h (S_cw c w h x) - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h
      x)%vec)) by (apply f_equal2; vectors).
    assert (known := inner_add V ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star)%vec (grad_cw c w h ((INR h *
      gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec - grad_c c theta_star)%vec (grad_cw c w h (S_cw c w h x) - grad_cw c w h ((INR h *
      gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec)%vec). rewrite ?part_0, ?part_1, ?part_2 in known. fits known.
  }
  assert (the_37 : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (theta_star - (INR h * gamma)%R *: grad_c
    c theta_star - gamma *: grad_c c theta_star - S_cw c w (S h) x) ^ 2 = norm (grad_c c theta_star - grad_cw c w h (S_cw c w h x)) ^ 2 *
    gamma ^ 2 + norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - S_cw c w h x) ^ 2 - 2 * inner ((INR h * gamma)%R *: grad_c c
    theta_star + S_cw c w h x - theta_star) (grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec - grad_c c
    theta_star) * gamma - 2 * inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star) (grad_cw c w h (S_cw c w h x) -
    grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec) * gamma).
  { intros c inside w h x. assert (known := aistats_eq37_expansion__37 (norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - gamma
    *: grad_c c theta_star - S_cw c w (S h) x)) (inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star) (grad_cw c w h
    ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec - grad_c c theta_star)) (inner ((INR h * gamma)%R *: grad_c c theta_star +
    S_cw c w h x - theta_star) (grad_cw c w h (S_cw c w h x) - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x)%vec))
    (norm (theta_star - (INR h * gamma)%R *: grad_c c theta_star - S_cw c w h x)) (norm (grad_c c theta_star - grad_cw c w h (S_cw c w h
    x))) (inner ((INR h * gamma)%R *: grad_c c theta_star + S_cw c w h x - theta_star) (grad_cw c w h (S_cw c w h x) - grad_c c theta_star))
    (gamma)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (expanded_ c inside w h x))).
    specialize (known ltac:(cbv beta; fits (by_way_of_V c inside w h x))).
    fits known.
  }
  intros c inside w h x.
  split. { fits (expanded_ c inside w h x). }
  fits (the_37 c inside w h x).
Qed.

Definition all_of_this_file := (aistats_eq37_expansion).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
