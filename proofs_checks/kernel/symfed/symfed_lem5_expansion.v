(* symfed-lem5-expansion: The square of a stochastic gradient step's distance to theta*.
   symfed, Lemma 5's proof, second display, with gamma squared. Printed:
     \|\tilde T_c^{(\gamma,h+1)}-\theta^\star\|^2=\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^2-2\gamma\langle\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)}),\tilde T_c^{(\gamma,h)}-\theta^\star\rangle+\gamma^2\|\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})\|^2
   Cross-checks, on which nothing rests and which are not here: instances. *)
From Symfed Require Import Arithmetic Named.

(* symfed-lem5-expansion: The square of a stochastic gradient step's distance to theta*. *)
Theorem symfed_lem5_expansion :
  forall (V : Euclidean) (draw : Type) (N : nat) (grad_cw : nat -> draw -> nat -> vec V -> vec V) (gamma : R) (theta_star : vec V),
  (1 <= N)%nat ->
  0 < gamma ->
  forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (x - gamma *: grad_cw c w h x - theta_star) ^ 2 = norm
    (grad_cw c w h x) ^ 2 * gamma ^ 2 + norm (x - theta_star) ^ 2 - 2 * inner (x - theta_star) (grad_cw c w h x) * gamma.
Proof.
  intros V draw N grad_cw gamma theta_star some gamma_positive.
  assert (square_ : forall (c : nat) (inside : (c < N)%nat) (w : draw) (h : nat) (x : vec V), norm (x - gamma *: grad_cw c w h x -
    theta_star) ^ 2 = norm (grad_cw c w h x) ^ 2 * gamma ^ 2 + norm (x - theta_star) ^ 2 - 2 * inner (x - theta_star) (grad_cw c w h x) *
    gamma).
  { intros c inside w h x. assert (size : norm ((x - theta_star)%vec - gamma *: (grad_cw c w h x)%vec) = norm (x - gamma *: grad_cw c w h x
    - theta_star)) by lengths.
    assert (left : norm ((x - theta_star)%vec - gamma *: (grad_cw c w h x)%vec) ^ 2 = norm (x - gamma *: grad_cw c w h x - theta_star) ^ 2)
      by (try rewrite size; reals).
    assert (angle : inner (x - theta_star)%vec (grad_cw c w h x)%vec = inner (x - theta_star) (grad_cw c w h x)) by (apply f_equal2;
      vectors).
    assert (one_0 : norm (x - theta_star) = norm (x - theta_star)) by lengths.
    assert (one : norm (x - theta_star) = norm (x - theta_star)) by (rewrite ?one_0; reals).
    assert (other_0 : norm (grad_cw c w h x) = norm (grad_cw c w h x)) by lengths.
    assert (other : norm (grad_cw c w h x) = norm (grad_cw c w h x)) by (rewrite ?other_0; reals).
    assert (right : norm (x - theta_star)%vec ^ 2 - 2 * gamma * inner (x - theta_star)%vec (grad_cw c w h x)%vec + gamma ^ 2 * norm (grad_cw
      c w h x)%vec ^ 2 = norm (grad_cw c w h x) ^ 2 * gamma ^ 2 + norm (x - theta_star) ^ 2 - 2 * inner (x - theta_star) (grad_cw c w h x) *
      gamma)
      by (rewrite ?angle, ?one, ?other; reals).
    exact (eq_trans (eq_sym left) (eq_trans (polarisation (x - theta_star)%vec (grad_cw c w h x)%vec gamma) right)).
  }
  intros c inside w h x.
  fits (square_ c inside w h x).
Qed.

Definition all_of_this_file := (symfed_lem5_expansion).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
