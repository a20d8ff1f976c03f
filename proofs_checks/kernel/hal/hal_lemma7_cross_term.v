(* hal-lemma7-cross-term: The scalar product in two parts; the published version prints -2 gamma before each.
   hal, Appendix B.2, proof of Lemma 7, after (6.1). Printed:
     \gamma\langle\tilde V-\theta^\star,\nabla f_c(\tilde T)-\nabla f_c(\theta^\star)\rangle=\gamma\langle\tilde V-\theta^\star,\nabla f_c(\tilde V)-\nabla f_c(\theta^\star)\rangle+\gamma\langle\tilde V-\theta^\star,\nabla f_c(\tilde T)-\nabla f_c(\tilde V)\rangle
   Cross-checks, on which nothing rests and which are not here: instances. *)
From Symfed Require Import Arithmetic Named.

(* times_gamma *)
Theorem hal_lemma7_cross_term_times_gamma :
  forall (a1 : R) (a2 : R) (a3 : R) (gamma : R),
  0 < gamma ->
  a1 = a2 + a3 ->
  a1 * gamma = gamma * (a2 + a3).
Proof.
  intros a1 a2 a3 gamma sign_gamma given_1.
  symmetry in given_1. destruct given_1.
  equal.
Qed.

(* hal-lemma7-cross-term: The scalar product in two parts; the published version prints -2 gamma before each. *)
Theorem hal_lemma7_cross_term :
  forall (V : Euclidean) (N : nat) (grad_c : nat -> vec V -> vec V) (gamma : R) (theta_star : vec V),
  (1 <= N)%nat ->
  0 < gamma ->
  forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star) (grad_c c
    x - grad_c c theta_star) * gamma = inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star) (grad_c c x - grad_c c ((INR h *
    gamma)%R *: grad_c c theta_star + x)%vec) * gamma + inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star) (grad_c c ((INR h
    * gamma)%R *: grad_c c theta_star + x)%vec - grad_c c theta_star) * gamma.
Proof.
  intros V N grad_c gamma theta_star some gamma_positive.
  assert (two_pushes : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), inner ((INR h * gamma)%R *: grad_c c theta_star + x -
    theta_star) (grad_c c x - grad_c c theta_star) = inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star) (grad_c c x - grad_c
    c ((INR h * gamma)%R *: grad_c c theta_star + x)%vec) + inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star) (grad_c c
    ((INR h * gamma)%R *: grad_c c theta_star + x)%vec - grad_c c theta_star)).
  { intros c inside h x. assert (part_0 : inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star)%vec ((grad_c c ((INR h *
    gamma)%R *: grad_c c theta_star + x)%vec - grad_c c theta_star)%vec + (grad_c c x - grad_c c ((INR h * gamma)%R *: grad_c c theta_star +
    x)%vec)%vec) = inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star) (grad_c c x - grad_c c theta_star)) by (apply f_equal2;
    vectors).
    assert (part_1 : inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star)%vec (grad_c c ((INR h * gamma)%R *: grad_c c
      theta_star + x)%vec - grad_c c theta_star)%vec = inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star) (grad_c c ((INR h *
      gamma)%R *: grad_c c theta_star + x)%vec - grad_c c theta_star)) by (apply f_equal2; vectors).
    assert (part_2 : inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star)%vec (grad_c c x - grad_c c ((INR h * gamma)%R *:
      grad_c c theta_star + x)%vec)%vec = inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star) (grad_c c x - grad_c c ((INR h *
      gamma)%R *: grad_c c theta_star + x)%vec)) by (apply f_equal2; vectors).
    assert (known := inner_add V ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star)%vec (grad_c c ((INR h * gamma)%R *: grad_c c
      theta_star + x)%vec - grad_c c theta_star)%vec (grad_c c x - grad_c c ((INR h * gamma)%R *: grad_c c theta_star + x)%vec)%vec).
      rewrite ?part_0, ?part_1, ?part_2 in known. fits known.
  }
  assert (times_gamma : forall (c : nat) (inside : (c < N)%nat) (h : nat) (x : vec V), inner ((INR h * gamma)%R *: grad_c c theta_star + x -
    theta_star) (grad_c c x - grad_c c theta_star) * gamma = gamma * (inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star)
    (grad_c c x - grad_c c ((INR h * gamma)%R *: grad_c c theta_star + x)%vec) + inner ((INR h * gamma)%R *: grad_c c theta_star + x -
    theta_star) (grad_c c ((INR h * gamma)%R *: grad_c c theta_star + x)%vec - grad_c c theta_star))).
  { intros c inside h x. assert (known := hal_lemma7_cross_term_times_gamma (inner ((INR h * gamma)%R *: grad_c c theta_star + x -
    theta_star) (grad_c c x - grad_c c theta_star)) (inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star) (grad_c c ((INR h *
    gamma)%R *: grad_c c theta_star + x)%vec - grad_c c theta_star)) (inner ((INR h * gamma)%R *: grad_c c theta_star + x - theta_star)
    (grad_c c x - grad_c c ((INR h * gamma)%R *: grad_c c theta_star + x)%vec)) (gamma)).
    specialize (known ltac:(first [assumption | lia | not_negative])).
    specialize (known ltac:(cbv beta; fits (two_pushes c inside h x))).
    fits known.
  }
  intros c inside h x.
  fits (times_gamma c inside h x).
Qed.

Definition all_of_this_file := (hal_lemma7_cross_term).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
