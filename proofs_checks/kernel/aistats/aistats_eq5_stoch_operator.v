(* aistats-eq5-stoch-operator: A round of FedAvg, an operator of the point and of the drawn states, equals one step along the summed sample
   gradients: for any losses and draws.
   aistats, Section 5.1, equation (5) and the displays around it. Printed:
     \tilde T_c^{(\gamma,h+1)}(\theta;Z_c^{1:h+1})=(Id-\gamma\nabla F_c^{Z_c^{h+1}})(\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h})),\ \tilde T^{(\gamma,H)}=\frac1N\sum_c\tilde T_c^{(\gamma,H)}=\theta-\gamma G^{(\gamma,H)},\ G=\frac1N\sum_c\sum_{h=0}^{H-1}\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})
   Cross-checks, on which nothing rests and which are not here: runs. *)
From Symfed Require Import Arithmetic Named.

(* aistats-eq5-stoch-operator: A round of FedAvg, an operator of the point and of the drawn states, equals one step along the summed sample gradients: for any losses and draws. *)
Theorem aistats_eq5_stoch_operator :
  forall (V : Euclidean) (draw : Type) (N : nat) (grad_cw : nat -> draw -> nat -> vec V -> vec V) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < gamma ->
  forall S_cw : nat -> draw -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), S_cw c w 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), S_cw c w (S h) x = (S_cw c w h x - gamma *: grad_cw c w h (S_cw
    c w h x))%vec) ->
  forall T_w : draw -> vec V -> vec V,
  (forall (w : draw) (x : vec V), T_w w x = vmean N (fun c => S_cw c w H x)) ->
  forall G_cw : nat -> draw -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), G_cw c w 0%nat x = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), G_cw c w (S h) x = (G_cw c w h x + grad_cw c w h (S_cw c w h
    x))%vec) ->
  forall G_w : draw -> vec V -> vec V,
  (forall (w : draw) (x : vec V), G_w w x = vmean N (fun c => G_cw c w H x)) ->
  forall (w : draw) (x : vec V), T_w w x = (x - gamma *: G_w w x)%vec.
Proof.
  intros V draw N grad_cw H gamma some H_positive gamma_positive.
  intros S_cw.
  intros start_.
  intros local_step.
  intros T_w.
  intros round_.
  intros G_cw.
  intros no_gradient.
  intros one_more_gradient.
  intros G_w.
  intros summed_gradient.
  assert (path_begins_over_1 : forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), (gamma *: G_cw c w 0%nat x + S_cw c w 0%nat x
    - x)%vec = 0%vec).
  { intros c inside w x. less_in (linear V) (1)%R (start_ c inside w x).
    less_in (linear V) (gamma)%R (no_gradient c inside w x).
    vectors.
  }
  assert (path_steps_over_1 : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), (gamma *: G_cw c w (S h) x + S_cw c
    w (S h) x - x)%vec = (gamma *: G_cw c w h x + S_cw c w h x - x)%vec).
  { intros c inside w h x. less_in (linear V) (1)%R (local_step c inside w h x).
    less_in (linear V) (gamma)%R (one_more_gradient c inside w h x).
    vectors.
  }
  assert (path : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), (gamma *: G_cw c w h x + S_cw c w h x - x)%vec =
    0%vec).
  { intros c inside w h x. revert h. apply (equal_by_induction (fun h => (gamma *: G_cw c w h x + S_cw c w h x - x)%vec) (fun h =>
    (0%vec)%vec) (fun h => (1%mat)%mat)).
    - cbv beta. as_vectors (path_begins_over_1 c inside w x).
    - intros h. cbv beta. as_vectors (path_steps_over_1 c inside w h x).
  }
  assert (path_after_H_steps : forall (c : nat) (inside : (c < N)%nat) (w : draw) (x : vec V), (gamma *: G_cw c w H x + S_cw c w H x -
    x)%vec = 0%vec).
  { intros c inside w x. as_vectors (path c inside w H x).
  }
  assert (mean_path : forall (w : draw) (x : vec V), (gamma *: vmean N (fun c => G_cw c w H x) + vmean N (fun c => S_cw c w H x) - x)%vec =
    0%vec).
  { intros w x. transitivity (@vmean V N (fun c => (gamma *: G_cw c w H x + S_cw c w H x - x)%vec)); [symmetry; vectors | transitivity
    (@vmean V N (fun c => (0%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (path_after_H_steps c inside w x).
  }
  assert (one_step_over_1 : forall (w : draw) (x : vec V), T_w w x = (x - gamma *: G_w w x)%vec).
  { intros w x. less_in (linear V) (1)%R (round_ w x).
    less_in (linear V) (1)%R (mean_path w x).
    less_in (linear V) (gamma)%R (summed_gradient w x).
    vectors.
  }
  intros w x.
  as_vectors (one_step_over_1 w x).
Qed.

Definition all_of_this_file := (aistats_eq5_stoch_operator).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
