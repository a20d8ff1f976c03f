(* aistats-sec4-pseudogradient: A round of FedAvg-D is one gradient step along the sum of the local gradients, for any losses and from any
   point.
   aistats, Section 4, third display. Printed:
     T^{(\gamma,H)}(\theta)=\theta-\gamma g^{(\gamma,H)}(\theta),\quad g^{(\gamma,H)}(\theta)=\frac1N\sum_{c=1}^N\sum_{h=0}^{H-1}\nabla f_c(T_c^{(\gamma,h)}(\theta))
   Cross-checks, on which nothing rests and which are not here: runs. *)
From Symfed Require Import Arithmetic Named.

(* aistats-sec4-pseudogradient: A round of FedAvg-D is one gradient step along the sum of the local gradients, for any losses and from any point. *)
Theorem aistats_sec4_pseudogradient :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < gamma ->
  forall T_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), T_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), T_c c (S h) x = (T_c c h x - gamma *: grad_c c (T_c c h x))%vec) ->
  forall T : vec V -> vec V,
  (forall (x : vec V), T x = vmean N (fun c => T_c c H x)) ->
  forall G_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), G_c c 0%nat x = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), G_c c (S h) x = (G_c c h x + grad_c c (T_c c h x))%vec) ->
  forall pseudo_gradient : vec V -> vec V,
  (forall (x : vec V), pseudo_gradient x = vmean N (fun c => G_c c H x)) ->
  forall (x : vec V), T x = (x - gamma *: pseudo_gradient x)%vec.
Proof.
  intros V N grad_c H gamma some H_positive gamma_positive.
  intros T_c.
  intros start_.
  intros local_step.
  intros T.
  intros round_.
  intros G_c.
  intros no_gradient.
  intros one_more_gradient.
  intros pseudo_gradient.
  intros pseudo_gradient_2.
  assert (path_begins_over_1 : forall (c : nat) (inside : (c < N)%nat) (x : vec V), (gamma *: G_c c 0%nat x + T_c c 0%nat x - x)%vec =
    0%vec).
  { intros c inside x. less_in (linear V) (1)%R (start_ c inside x).
    less_in (linear V) (gamma)%R (no_gradient c inside x).
    vectors.
  }
  assert (path_steps_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (gamma *: G_c c (S h) x + T_c c (S h) x -
    x)%vec = (gamma *: G_c c h x + T_c c h x - x)%vec).
  { intros c inside h x. less_in (linear V) (1)%R (local_step c inside h x).
    less_in (linear V) (gamma)%R (one_more_gradient c inside h x).
    vectors.
  }
  assert (path : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), (gamma *: G_c c h x + T_c c h x - x)%vec = 0%vec).
  { intros c inside h x. revert h. apply (equal_by_induction (fun h => (gamma *: G_c c h x + T_c c h x - x)%vec) (fun h => (0%vec)%vec) (fun
    h => (1%mat)%mat)).
    - cbv beta. as_vectors (path_begins_over_1 c inside x).
    - intros h. cbv beta. as_vectors (path_steps_over_1 c inside h x).
  }
  assert (path_after_H_steps : forall (c : nat) (inside : (c < N)%nat) (x : vec V), (gamma *: G_c c H x + T_c c H x - x)%vec = 0%vec).
  { intros c inside x. as_vectors (path c inside H x).
  }
  assert (mean_path : forall (x : vec V), (gamma *: vmean N (fun c => G_c c H x) + vmean N (fun c => T_c c H x) - x)%vec = 0%vec).
  { intros x. transitivity (@vmean V N (fun c => (gamma *: G_c c H x + T_c c H x - x)%vec)); [symmetry; vectors | transitivity (@vmean V N
    (fun c => (0%vec)%vec)); [ | vectors]].
    apply vmean_equal; intros c inside; as_vectors (path_after_H_steps c inside x).
  }
  assert (one_step_over_1 : forall (x : vec V), T x = (x - gamma *: pseudo_gradient x)%vec).
  { intros x. less_in (linear V) (1)%R (round_ x).
    less_in (linear V) (1)%R (mean_path x).
    less_in (linear V) (gamma)%R (pseudo_gradient_2 x).
    vectors.
  }
  intros x.
  as_vectors (one_step_over_1 x).
Qed.

Definition all_of_this_file := (aistats_sec4_pseudogradient).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
