(* symfed-fedavg-whole-class-round: A round of FedAvg with exact gradients for every H and all smooth, strongly convex clients, and how far
   from theta* it comes to rest: at most about gamma (H-1) zeta/sqrt(2 gamma mu H), where Proposition 2 has gamma (H-1) zeta L/mu. Not
   sharp: about sqrt(3/2) times the exact distance at gamma L = 1 where gamma mu H is small; and for gamma L H below mu/L Proposition 2
   has less.
   symfed, FedAvg beyond quadratics, every H. Printed:
     |\theta^+-\theta_\star|^2\le\frac q{2-q}|\theta-\theta_\star|^2+\gamma^2(H-1)^2\zeta^2,\quad|\bar\theta_{det}-\theta_\star|^2\le\frac{2-q}{2(1-q)}\gamma^2(H-1)^2\zeta^2;\quad q=(1-\gamma\mu)^H,\ \zeta^2=\tfrac1N\sum_c|\nabla f_c(\theta_\star)|^2
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Cross-checks, on which nothing rests and which are not here: exact rounds.
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* H r <= (H-1)(1 - q) *)
Theorem H_r_at_most_H_1_1_minus_q :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) <= - (1 - gamma * mu) ^ H * (INR H - 1) - 1.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> - (1 - (1 - gamma * mu) ^ H) / (gamma * mu) <= - (1 - gamma * mu) ^ H * (INR H - 1) - 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => - (1 - (1 - gamma * mu) ^ H) / (gamma * mu)) (fun H => - (1 - gamma * mu) ^ H * (INR H - 1) - 1) (fun H => 1 - gamma * mu) (fun H => - 1)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    assert (written_2 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
    apply (by_certificate _ _ ((1 - (1 - gamma * mu) ^ H) * (1 - gamma * mu))); [identity | sign].
Qed.

(* C at c = 0 *)
Theorem C_at_c_0 :
  forall (n : R) (q : R) (x : R),
  q >= 0 ->
  (1 - q) * n - x >= 0 ->
  (1 - q) * n + x >= 0 ->
  n ^ 2 * q ^ 2 * (2 - q) <= (n ^ 2 - x ^ 2) * q.
Proof.
  intros n q x given_1 given_2 given_3.
  apply (by_certificate _ _ ((q) * (((1 - q) * n - x) * ((1 - q) * n + x)))); [identity | sign].
Qed.

(* at rest *)
Theorem lemma_at_rest :
  forall (H : nat) (L : R) (gamma : R) (mu : R) (q : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  INR H >= 2 ->
  2 - 2 * q <> 0 ->
  2 - q <> 0 ->
  1 - q / (2 - q) <> 0 ->
  (2 - q) / (2 - 2 * q) = 1 / (1 - q / (2 - q)).
Proof.
  intros H L gamma mu q given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

Definition all_of_this_file := (H_r_at_most_H_1_1_minus_q, C_at_c_0, lemma_at_rest).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
