(* symfed-local-path-unrolled: With the products of Theorem 1's proof, l = h .. H-1 in F_c^{h+1:H}, equation (11) unrolls as printed in the
   proof of Proposition 2.
   symfed, the unrolled path in the proof of Proposition 2. Printed:
     T_c^{(\gamma,H)}(\bar\theta_{det})-\theta^\star=\digamma_c^{\star,1:H}(\bar\theta_{det}-\theta^\star)-\gamma\sum_{h=1}^H\digamma_c^{\star,h+1:H}\nabla f_c(\theta^\star),\quad\digamma_c^{\star,h+1:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\gamma,\ell)})
   Conditions:
     L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
   Cross-checks, on which nothing rests and which are not here: quadratics. *)
From Symfed Require Import Arithmetic Named.

(* symfed-local-path-unrolled: With the products of Theorem 1's proof, l = h .. H-1 in F_c^{h+1:H}, equation (11) unrolls as printed in the proof of Proposition 2. *)
Theorem symfed_local_path_unrolled :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (hess_c : nat -> vec V -> mat V) (H : nat) (L : R) (gamma : R) (mu : R)
    (theta_det : vec V) (theta_star : vec V),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  mean_value_hessian V ->
  curved N grad_c hess_c mu L ->
  L * gamma <= 1 ->
  forall T_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), T_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), T_c c (S h) x = (T_c c h x - gamma *: grad_c c (T_c c h x))%vec) ->
  there is Dstar_c : (nat -> nat -> mat V), with ((forall (c : nat) (inside : (c < N)%nat) (h : nat), (grad_c c (T_c c h theta_det) - grad_c
    c theta_star)%vec = (Dstar_c c h @ (T_c c h theta_det - theta_star))%vec) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat),
    at_least (Dstar_c c h)%mat mu) /\ (forall (c : nat) (inside : (c < N)%nat) (h : nat), at_most (Dstar_c c h)%mat L)); then (
  forall P_c : nat -> nat -> vec V -> vec V,
  (forall (c : nat) (inside : (c < N)%nat) (x : vec V), P_c c 0%nat x = x) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), P_c c (S h) x = (P_c c h x - gamma *: Dstar_c c h @ P_c c h x)%vec) ->
  forall R_c : nat -> nat -> vec V,
  (forall (c : nat) (inside : (c < N)%nat), R_c c 0%nat = 0%vec) ->
  (forall (c : nat) (inside : (c < N)%nat) (h : nat), R_c c (S h) = (R_c c h + grad_c c theta_star - gamma *: Dstar_c c h @ R_c c h)%vec) ->
  forall (c : nat) (inside : (c < N)%nat), (T_c c H theta_det - theta_star)%vec = (P_c c H (theta_det - theta_star)%vec - gamma *: R_c c
    H)%vec).
Proof.
  intros V N grad_c hess_c H L gamma mu theta_det theta_star some H_positive L_positive gamma_positive mu_positive the_mean_value_hessian
    curvature given_1.
  intros T_c.
  intros start_.
  intros local_step.
  assert (start_here : forall (c : nat) (inside : (c < N)%nat), T_c c 0%nat theta_det = theta_det).
  { intros c inside. as_vectors (start_ c inside theta_det).
  }
  assert (local_step_here : forall (c : nat) (inside : (c < N)%nat) (h : nat), T_c c (S h) theta_det = (T_c c h theta_det - gamma *: grad_c
    c (T_c c h theta_det))%vec).
  { intros c inside h. as_vectors (local_step c inside h theta_det).
  }
  split.
  { destruct (the_mean_value_hessian N grad_c hess_c mu L some mu_positive curvature) as [found each].
    exists (fun c h => found c (T_c c h theta_det)%vec (theta_star)%vec).
    split. { intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high).
      as_vectors equal. }
    split. { intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high). exact
      low. }
    intros c inside h. cbv beta. destruct (each c inside (T_c c h theta_det)%vec (theta_star)%vec) as (equal & low & high). exact high.
  }
  intros Dstar_c (mean_Hessian_over_1 & mean_Hessian_over_2 & mean_Hessian_over_3).
  intros P_c.
  intros no_product.
  intros product_.
  intros R_c.
  intros no_sum.
  intros sum_.
  assert (product_here : forall (c : nat) (inside : (c < N)%nat) (h : nat), P_c c (S h) (theta_det - theta_star)%vec = (P_c c h (theta_det -
    theta_star)%vec - gamma *: Dstar_c c h @ P_c c h (theta_det - theta_star)%vec)%vec).
  { intros c inside h. as_vectors (product_ c inside h (theta_det - theta_star)%vec).
  }
  assert (no_product_here : forall (c : nat) (inside : (c < N)%nat), P_c c 0%nat (theta_det - theta_star)%vec = (theta_det -
    theta_star)%vec).
  { intros c inside. as_vectors (no_product c inside (theta_det - theta_star)%vec).
  }
  assert (unrolled_begins_over_1 : forall (c : nat) (inside : (c < N)%nat), (gamma *: R_c c 0%nat + T_c c 0%nat theta_det - theta_star - P_c
    c 0%nat (theta_det - theta_star)%vec)%vec = 0%vec).
  { intros c inside. less_in (linear V) (1)%R (start_here c inside).
    less_in (linear V) (- 1)%R (no_product_here c inside).
    less_in (linear V) (gamma)%R (no_sum c inside).
    vectors.
  }
  assert (unrolled_steps_over_1 : forall (c : nat) (inside : (c < N)%nat) (h : nat), (gamma *: R_c c (S h) + T_c c (S h) theta_det -
    theta_star - P_c c (S h) (theta_det - theta_star)%vec)%vec = (gamma *: R_c c h + T_c c h theta_det - gamma *: Dstar_c c h @ (gamma *:
    R_c c h + T_c c h theta_det - theta_star - P_c c h (theta_det - theta_star)%vec) - theta_star - P_c c h (theta_det -
    theta_star)%vec)%vec).
  { intros c inside h. less_in (linear V) (1)%R (local_step_here c inside h).
    less_in (linear V) (- gamma)%R (mean_Hessian_over_1 c inside h).
    less_in (linear V) (- 1)%R (product_here c inside h).
    less_in (linear V) (gamma)%R (sum_ c inside h).
    vectors.
  }
  assert (unrolled : forall (c : nat) (inside : (c < N)%nat) (h : nat), (gamma *: R_c c h + T_c c h theta_det - theta_star - P_c c h
    (theta_det - theta_star)%vec)%vec = 0%vec).
  { intros c inside h. revert h. apply (equal_by_induction (fun h => (gamma *: R_c c h + T_c c h theta_det - theta_star - P_c c h (theta_det
    - theta_star)%vec)%vec) (fun h => (0%vec)%vec) (fun h => (1%mat - gamma *: Dstar_c c h)%mat)).
    - cbv beta. as_vectors (unrolled_begins_over_1 c inside).
    - intros h. cbv beta. as_vectors (unrolled_steps_over_1 c inside h).
  }
  assert (after_H_steps : forall (c : nat) (inside : (c < N)%nat), (gamma *: R_c c H + T_c c H theta_det - theta_star - P_c c H (theta_det -
    theta_star)%vec)%vec = 0%vec).
  { intros c inside. as_vectors (unrolled c inside H).
  }
  assert (the_path_over_1 : forall (c : nat) (inside : (c < N)%nat), (T_c c H theta_det - theta_star)%vec = (P_c c H (theta_det -
    theta_star)%vec - gamma *: R_c c H)%vec).
  { intros c inside. less_in (linear V) (1)%R (after_H_steps c inside).
    vectors.
  }
  intros c inside.
  as_vectors (the_path_over_1 c inside).
Qed.

Definition all_of_this_file := (symfed_local_path_unrolled).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
