(* iccopt-fixed-point-difference: Two local runs of one client with exact gradients: their difference moves by the difference of the
   gradients.
   iccopt, slide 'Federated Averaging as Fixed Point Iteration', first display. Printed:
     x_c^{(t,h+1)}-y_c^{(t,h+1)}=x_c^{(t,h)}-y_c^{(t,h)}-\gamma(\nabla f_c(x_c^{(t,h)})-\nabla f_c(y_c^{(t,h)}))
   Cross-checks, on which nothing rests and which are not here: by the rule. *)
From Symfed Require Import Arithmetic Named.

(* iccopt-fixed-point-difference: Two local runs of one client with exact gradients: their difference moves by the difference of the gradients. *)
Theorem iccopt_fixed_point_difference :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (gamma : R),
  (1 <= N)%nat ->
  0 < gamma ->
  forall T_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), T_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), T_c c (S h) x = (T_c c h x - gamma *: grad_c c (T_c c h x))%vec) ->
  forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), (T_c c (S h) x - T_c c (S h) y)%vec = (T_c c h x - gamma *:
    (grad_c c (T_c c h x) - grad_c c (T_c c h y)) - T_c c h y)%vec.
Proof.
  intros V N grad_c gamma some gamma_positive.
  intros T_c.
  intros start_.
  intros local_step.
  assert (local_step_from_y : forall (c : nat) (inside : (c < N)%nat) (h : nat) (y : vec V), T_c c (S h) y = (T_c c h y - gamma *: grad_c c
    (T_c c h y))%vec).
  { intros c inside h y. as_vectors (local_step c inside h y).
  }
  assert (difference_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V) (y : vec V), (T_c c (S h) x - T_c c (S h) y)%vec
    = (T_c c h x - gamma *: (grad_c c (T_c c h x) - grad_c c (T_c c h y)) - T_c c h y)%vec).
  { intros c inside h x y. less_in (linear V) (1)%R (local_step c inside h x).
    less_in (linear V) (- 1)%R (local_step_from_y c inside h y).
    vectors.
  }
  intros c inside h x y.
  as_vectors (difference_over_1 c inside h x y).
Qed.

Definition all_of_this_file := (iccopt_fixed_point_difference).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
