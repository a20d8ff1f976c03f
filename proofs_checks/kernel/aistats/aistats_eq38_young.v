(* aistats-eq38-young: (38), for every sample.
   aistats, Equation (38). Printed:
     \|\nabla F(\tilde T)-\nabla f_c(\theta^\star)\|^2\le2\|\nabla F(\tilde V)-\nabla F(\theta^\star)\|^2+4\|\nabla F(\tilde T)-\nabla F(\tilde V)\|^2+4\|\nabla F(\theta^\star)-\nabla f_c(\theta^\star)\|^2
   Cross-checks, on which nothing rests and which are not here: instances. *)
From Symfed Require Import Arithmetic Named.

(* _38 *)
Theorem aistats_eq38_young__38 :
  forall (a1 : R) (a2 : R) (a3 : R) (a4 : R) (a5 : R),
  0 <= a1 ->
  0 <= a2 ->
  0 <= a3 ->
  0 <= a4 ->
  0 <= a5 ->
  a1 ^ 2 <= 2 * a3 ^ 2 + 2 * a5 ^ 2 ->
  a5 ^ 2 <= 2 * a2 ^ 2 + 2 * a4 ^ 2 ->
  a1 ^ 2 <= 4 * a2 ^ 2 + 2 * a3 ^ 2 + 4 * a4 ^ 2.
Proof.
  intros a1 a2 a3 a4 a5 sign_a1 sign_a2 sign_a3 sign_a4 sign_a5 given_1 given_2.
  assert (slack_given_1 := slack _ _ given_1).
  assert (slack_given_2 := slack _ _ given_2).
  assert (so_3 : 0 <= 1). { positive. }
  assert (so_4 : 0 <= 2). { positive. }
  assert (factor : 0 <= ((1))) by positive.
  certified (((1))) (Rplus_le_le_0_compat _ _ (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_3 slack_given_1)) (Rmult_le_pos _ _ factor (Rmult_le_pos _ _ so_4 slack_given_2))).
Qed.

(* aistats-eq38-young: (38), for every sample. *)
Theorem aistats_eq38_young :
  forall (V : Euclidean) (draw : Type) (N : nat) (grad_c : nat -> vec V -> vec V) (grad_cw : nat -> draw -> nat -> vec V -> vec V) (gamma :
    R) (theta_star : vec V),
  (1 <= N)%nat ->
  0 < gamma ->
  forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (grad_c c theta_star - grad_cw c w h x) ^ 2 <= 2 * norm
    (grad_cw c w h theta_star - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec) ^ 2 + 4 * norm (grad_cw c w h x - grad_cw
    c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec) ^ 2 + 4 * norm (grad_c c theta_star - grad_cw c w h theta_star) ^ 2.
Proof.
  intros V draw N grad_c grad_cw gamma theta_star some gamma_positive.
  assert (in_two : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (grad_c c theta_star - grad_cw c w h x) ^
    2 <= 2 * norm (grad_cw c w h theta_star - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec) ^ 2 + 2 * norm (grad_c c
    theta_star + grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec - grad_cw c w h x - grad_cw c w h theta_star) ^ 2).
  { intros c inside w h x. assert (size : norm ((grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec - grad_cw c w h
    theta_star)%vec + (grad_cw c w h x + grad_cw c w h theta_star - grad_c c theta_star - grad_cw c w h ((INR h * gamma)%R *: grad_c c
    theta_star + x)%vec)%vec) = norm (grad_c c theta_star - grad_cw c w h x)) by lengths.
    assert (left : norm ((grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec - grad_cw c w h theta_star)%vec + (grad_cw c w h
      x + grad_cw c w h theta_star - grad_c c theta_star - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec)%vec) ^ 2 = norm
      (grad_c c theta_star - grad_cw c w h x) ^ 2) by (try rewrite size; reals).
    assert (positive : 0 < 1).
    { lra. }
    assert (right_0 : norm (grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec - grad_cw c w h theta_star) = norm (grad_cw c w
      h theta_star - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec)) by lengths.
    assert (right_1 : norm (grad_cw c w h x + grad_cw c w h theta_star - grad_c c theta_star - grad_cw c w h ((INR h * gamma)%R *: grad_c c
      theta_star + x)%vec) = norm (grad_c c theta_star + grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec - grad_cw c w h x
      - grad_cw c w h theta_star)) by lengths.
    assert (right : (1 + 1) * norm (grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec - grad_cw c w h theta_star) ^ 2 + (1 +
      1 / 1) * norm (grad_cw c w h x + grad_cw c w h theta_star - grad_c c theta_star - grad_cw c w h ((INR h * gamma)%R *: grad_c c
      theta_star + x)%vec) ^ 2 = 2 * norm (grad_cw c w h theta_star - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec) ^ 2
      + 2 * norm (grad_c c theta_star + grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec - grad_cw c w h x - grad_cw c w h
      theta_star) ^ 2) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (squared_triangle (grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec - grad_cw c w h
      theta_star)%vec (grad_cw c w h x + grad_cw c w h theta_star - grad_c c theta_star - grad_cw c w h ((INR h * gamma)%R *: grad_c c
      theta_star + x)%vec)%vec 1 positive)).
  }
  assert (the_second_in_two : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (grad_c c theta_star + grad_cw
    c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec - grad_cw c w h x - grad_cw c w h theta_star) ^ 2 <= 2 * norm (grad_cw c w h x
    - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec) ^ 2 + 2 * norm (grad_c c theta_star - grad_cw c w h theta_star) ^
    2).
  { intros c inside w h x. assert (size : norm ((grad_cw c w h x - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec)%vec +
    (grad_cw c w h theta_star - grad_c c theta_star)%vec) = norm (grad_c c theta_star + grad_cw c w h ((INR h * gamma)%R *: grad_c c
    theta_star + x)%vec - grad_cw c w h x - grad_cw c w h theta_star)) by lengths.
    assert (left : norm ((grad_cw c w h x - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec)%vec + (grad_cw c w h
      theta_star - grad_c c theta_star)%vec) ^ 2 = norm (grad_c c theta_star + grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star +
      x)%vec - grad_cw c w h x - grad_cw c w h theta_star) ^ 2) by (try rewrite size; reals).
    assert (positive : 0 < 1).
    { lra. }
    assert (right_0 : norm (grad_cw c w h x - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec) = norm (grad_cw c w h x -
      grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec)) by lengths.
    assert (right_1 : norm (grad_cw c w h theta_star - grad_c c theta_star) = norm (grad_c c theta_star - grad_cw c w h theta_star)) by
      lengths.
    assert (right : (1 + 1) * norm (grad_cw c w h x - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec) ^ 2 + (1 + 1 / 1) *
      norm (grad_cw c w h theta_star - grad_c c theta_star) ^ 2 = 2 * norm (grad_cw c w h x - grad_cw c w h ((INR h * gamma)%R *: grad_c c
      theta_star + x)%vec) ^ 2 + 2 * norm (grad_c c theta_star - grad_cw c w h theta_star) ^ 2) by (rewrite ?right_0, ?right_1; reals).
    exact (between _ _ _ _ left right (squared_triangle (grad_cw c w h x - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star +
      x)%vec)%vec (grad_cw c w h theta_star - grad_c c theta_star)%vec 1 positive)).
  }
  assert (the_38 : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (grad_c c theta_star - grad_cw c w h x) ^
    2 <= 2 * norm (grad_cw c w h theta_star - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec) ^ 2 + 4 * norm (grad_cw c w
    h x - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec) ^ 2 + 4 * norm (grad_c c theta_star - grad_cw c w h theta_star)
    ^ 2).
  { intros c inside w h x. assert (known := aistats_eq38_young__38 (norm (grad_c c theta_star - grad_cw c w h x)) (norm (grad_c c theta_star
    - grad_cw c w h theta_star)) (norm (grad_cw c w h theta_star - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec)) (norm
    (grad_cw c w h x - grad_cw c w h ((INR h * gamma)%R *: grad_c c theta_star + x)%vec)) (norm (grad_c c theta_star + grad_cw c w h ((INR h
    * gamma)%R *: grad_c c theta_star + x)%vec - grad_cw c w h x - grad_cw c w h theta_star))).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (in_two c inside w h x))).
    specialize (known ltac:(cbv beta; fits (the_second_in_two c inside w h x))).
    fits known.
  }
  intros c inside w h x.
  fits (the_38 c inside w h x).
Qed.

Definition all_of_this_file := (aistats_eq38_young).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
