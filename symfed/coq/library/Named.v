(* Named theorems that are used and not proved here, each as a statement with its citation, and what a problem is: gradients and Hessians
   of the losses of N clients. A claim's theorem has those that it uses as hypotheses; what it needs beyond the libraries stands in the list
   of its conditions. Each is true of every Euclidean space; none speaks of a claim. *)
From Symfed Require Export VectorMeans.
Require Export List.
Export ListNotations.

(* A is the derivative of g at x. *)
Definition derivative {V} (g : vec V -> vec V) (x : vec V) (A : mat V) : Prop :=
  forall small, 0 < small -> exists r, 0 < r /\
    forall y, norm (y - x) <= r -> norm (g y - g x - A @ (y - x)) <= small * norm (y - x).

(* Every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L]. *)
Definition curved {V} (N : nat) (grad : nat -> vec V -> vec V) (hess : nat -> vec V -> mat V) (mu L : R) : Prop :=
  forall c, (c < N)%nat -> forall x, derivative (grad c) x (hess c x) /\ at_least (hess c x) mu /\ at_most (hess c x) L.
(* Quadratic clients: the Hessian is the same everywhere. *)
Definition quadratic {V} (N : nat) (hess : nat -> vec V -> mat V) : Prop :=
  forall c, (c < N)%nat -> forall x y v, act (hess c x) v = act (hess c y) v.
(* The norm that belongs to vectors' norms. *)
Definition is_operator_norm {V} (size : mat V -> R) : Prop :=
  forall A, (forall v, norm (act A v) <= size A * norm v) /\ (forall b, 0 <= b -> (forall v, norm (act A v) <= b * norm v) -> size A <= b).
(* Three times differentiable: the Hessian is differentiable, and so near p at most a multiple of the distance away from what it is there. *)
Definition thrice {V} (N : nat) (hess : nat -> vec V -> mat V) : Prop :=
  forall c, (c < N)%nat -> forall p, exists bound r, 0 < r /\
    forall u v, norm (u - p) <= r -> norm (act (hess c u) v - act (hess c p) v) <= bound * norm (u - p) * norm v.

Section Of_a_problem.
  Variable V : Euclidean.
  Local Notation problem statement :=
    (forall (N : nat) (grad : nat -> vec V -> vec V) (hess : nat -> vec V -> mat V) (mu L : R),
      (1 <= N)%nat -> 0 < mu -> curved N grad hess mu L -> statement N grad hess mu L) (only parsing).

  (* Nesterov, Lectures on Convex Optimization, chapter 2: the integral of the Hessian on the segment between two points. *)
  Definition mean_value_hessian : Prop := problem (fun N grad (_ : nat -> vec V -> mat V) mu L =>
    exists D : nat -> vec V -> vec V -> mat V, forall c, (c < N)%nat -> forall x y,
      (grad c x - grad c y)%vec = (D c x y @ (x - y))%vec /\ at_least (D c x y) mu /\ at_most (D c x y) L).
  (* Nesterov, chapter 2 (strongly convex functions: existence of the minimiser). *)
  Definition minimiser : Prop := problem (fun N grad (_ : nat -> vec V -> mat V) (_ _ : R) =>
    exists p, vmean N (fun c => grad c p) = 0%vec).
  Definition own_minimiser : Prop := problem (fun N grad (_ : nat -> vec V -> mat V) (_ _ : R) =>
    exists p : nat -> vec V, forall c, (c < N)%nat -> grad c (p c) = 0%vec).
  (* A second derivative that is constant. *)
  Definition quadratic_gradient : Prop := problem (fun N grad hess (_ _ : R) =>
    quadratic N hess -> forall c, (c < N)%nat -> forall x y p, (grad c x - grad c y)%vec = (hess c p @ (x - y))%vec).
  (* Nesterov, chapter 1 (Lipschitz gradients). *)
  Definition lipschitz_gradient : Prop := problem (fun N grad (_ : nat -> vec V -> mat V) (_ L : R) =>
    forall c, (c < N)%nat -> forall x y, norm (grad c x - grad c y) <= L * norm (x - y)).
  (* Rudin, Principles of Mathematical Analysis, chapter 9; far from p the Hessians' difference is at most L, a multiple of the distance. *)
  Definition curvature_near : Prop := problem (fun N (_ : nat -> vec V -> vec V) hess (_ _ : R) =>
    thrice N hess -> forall size, is_operator_norm size -> forall p, exists bound, 0 <= bound /\
      forall c, (c < N)%nat -> forall u, size (hess c u - hess c p)%mat <= bound * norm (u - p)).
  (* Nesterov, chapter 1 (functions with Lipschitz Hessians): the integral of the Hessian's change along the segment. *)
  Definition taylor_at : Prop := problem (fun N grad hess (_ _ : R) =>
    forall size, is_operator_norm size -> forall c, (c < N)%nat -> forall p bound,
      (forall u, size (hess c u - hess c p)%mat <= bound * norm (u - p)) ->
      forall x, norm (grad c x - grad c p - hess c p @ (x - p)) <= bound / 2 * norm (x - p) ^ 2).
End Of_a_problem.

(* mu <= L: both bound the eigenvalues of the same Hessians. *)
Lemma ordered_curvatures {V} N (grad : nat -> vec V -> vec V) hess mu L : (1 <= N)%nat -> curved N grad hess mu L -> mu <= L.
Proof.
  intros some each. destruct (each 0%nat some 0%vec) as [_ [[_ low] [_ high]]].
  specialize (low (direction V)). specialize (high (direction V)). rewrite direction_one in low, high. lra.
Qed.

(* A polynomial, by its coefficients from the constant one upwards; of a number, and of a matrix and then of a vector. *)
Definition value (p : list R) (x : R) : R := fold_right (fun a rest => a + x * rest) 0 p.
Definition at_matrix {V} (p : list R) (A : mat V) (v : vec V) : vec V := fold_right (fun a rest => (a *: v + A @ rest)%vec) 0%vec p.
(* Horn, Johnson, Matrix Analysis, chapter 4 (the spectral theorem for Hermitian matrices). *)
Definition spectral (V : Euclidean) : Prop :=
  forall (A : mat V) (low high bound : R) (p : list R), at_least A low -> at_most A high ->
    (forall x, low <= x <= high -> Rabs (value p x) <= bound) -> forall v, norm (at_matrix p A v) <= bound * norm v.
(* Horn, Johnson, Matrix Analysis, Theorem 4.2.2 (Rayleigh): symmetric A whose eigenvalues are positive has an inverse. *)
Definition solvable (V : Euclidean) : Prop :=
  forall (A : mat V) (low : R), at_least A low -> 0 < low -> exists inverse : vec V -> vec V, forall w, act A (inverse w) = w.
(* Banach, Fundamenta Mathematicae 3 (1922). *)
Definition banach (V : Euclidean) : Prop :=
  forall (T : vec V -> vec V) (q : R), 0 <= q -> q < 1 -> (forall x y, norm (T x - T y) <= q * norm (x - y)) ->
    exists p, T p = p /\ forall x, norm (x - p) <= norm (x - T x) / (1 - q).

(* A sample loss that is convex, of which this is the gradient; and one whose gradient is L-Lipschitz. *)
Definition gradient_of_convex {V} (g : vec V -> vec V) : Prop :=
  exists f : vec V -> R, forall x y, f x + inner (g x) (y - x) <= f y.
Definition lipschitz {V} (g : vec V -> vec V) (L : R) : Prop := forall x y, norm (g x - g y) <= L * norm (x - y).
(* Nesterov, Lectures on Convex Optimization, Theorem 2.1.5. *)
Definition cocoercive (V : Euclidean) : Prop :=
  forall (g : vec V -> vec V) (L : R), 0 < L -> gradient_of_convex g -> lipschitz g L ->
    forall x y, norm (g x - g y) ^ 2 <= L * inner (x - y) (g x - g y).

(* The conditions can be met: every client's loss is |x|^2/2. *)
Example some_problem {V : Euclidean} (N : nat) : curved N (fun _ x => x) (fun _ _ => mone : mat V) 1 1 /\ quadratic N (fun _ _ => mone : mat V).
Proof.
  split; [intros c _ x | easy]. split; [ | split; (split; [easy | intros v; cbn; lra])].
  intros small above. exists 1. split; [lra | intros y _].
  assert (none : (y - x - mone @ (y - x))%vec = 0%vec) by vectors.
  rewrite none, norm_zero. apply Rmult_le_pos; [lra | apply norm_nonnegative].
Qed.
