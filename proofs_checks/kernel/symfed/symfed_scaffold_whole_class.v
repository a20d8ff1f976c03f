(* symfed-scaffold-whole-class: Communication acceleration for every smooth, strongly convex client, quadratic or not, any N and d: with H^2
   gamma mu <= 1 a round of H local steps shrinks V as much as H gradient steps on one client would, by (1 - gamma mu)^(2H); quadratics
   attain it. At gamma = 1/L and H = sqrt(kappa) that is about exp(-2 kappa^(-1/2)) a round, no drift being left. (For H = 1 it is a
   gradient step.)
   symfed, Scaffold beyond quadratics. Printed:
     \gamma L\le1,\ H^2\gamma\mu\le1:\quad V^+\le(1-\gamma\mu)^{2H}V,\quad V=|\theta-\theta_\star|^2+\frac{(\gamma H)^2}N\sum_c|\xi_c+\nabla f_c(\theta_\star)|^2
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     H**2*gamma*mu <= 1
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Cross-checks, on which nothing rests and which are not here: rounds of exact clients.
   Not here, or not whole:
     the proof: by named theorems: it is read as sentences *)
From Symfed Require Import Prelude.

(* q from below *)
Theorem q_from_below :
  forall (H : nat) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < mu ->
  gamma * mu * (INR H) ^ 2 <= 1 ->
  - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 4 * INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 9 - 1.
Proof.
  intros H gamma mu given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> gamma * mu * (INR H) ^ 2 <= 1 -> - (1 - gamma * mu) ^ H <= gamma * mu * INR H - 4 * INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 9 - 1) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((INR H - 1) ^ 2 * (gamma * mu * (INR H) ^ 2) + (INR H - 1) ^ 2 * (1 - gamma * mu * (INR H) ^ 2) + 2 * (INR H - 1) * (gamma * mu * (INR H) ^ 2) + 2 * (INR H - 1) * (1 - gamma * mu * (INR H) ^ 2) + (1 - gamma * mu * (INR H) ^ 2)) / ((INR H) ^ 2))); [identity | sign]. }
  clear real_1 given_1 given_4 H.
  apply (by_induction (fun H => gamma * mu * (INR H) ^ 2 <= 1) (fun H => - (1 - gamma * mu) ^ H) (fun H => gamma * mu * INR H - 4 * INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 9 - 1) (fun H => 1 - gamma * mu) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    assert (written_1 : 0 <= 4 * gamma * mu + 1 - 4 * gamma * mu * INR H). { assert (case_1 : 0 <= - (INR H) ^ 2 * (4 * gamma * mu * INR H - 4 * gamma * mu - 1)). { destruct (Rle_or_lt 0 (INR H / 2 - 1)). { apply (by_certificate _ _ (4 * (1 - gamma * mu * (INR H) ^ 2) + 8 * (INR H / 2 - 1) * (1 - gamma * mu * (INR H) ^ 2) + 4 * (INR H / 2 - 1) ^ 2 * (1 - gamma * mu * (INR H) ^ 2) + 4 * (INR H / 2 - 1) ^ 2 * (gamma * mu * (INR H) ^ 2))); [identity | sign]. } { apply (by_certificate _ _ (4 * (1 - INR H / 2) ^ 2 * (1 - gamma * mu * (INR H) ^ 2) + 4 * (1 - INR H / 2) ^ 2 * (gamma * mu * (INR H) ^ 2) + 8 * (INR H - 1) * (1 - INR H / 2) * (1 - gamma * mu * (INR H) ^ 2) + 4 * (INR H - 1) ^ 2 * (1 - gamma * mu * (INR H) ^ 2))); [identity | sign]. } } apply (by_certificate _ _ ((- (INR H) ^ 2 * (4 * gamma * mu * INR H - 4 * gamma * mu - 1)) / ((INR H) ^ 2))); [identity | sign]. }
    apply (by_certificate _ _ (INR H * gamma ^ 2 * mu ^ 2 * (4 * gamma * mu + 1 - 4 * gamma * mu * INR H) / 9)); [identity | sign].
Qed.

(* q from above *)
Theorem q_from_above :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu < L ->
  (1 - gamma * mu) ^ H <= INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> True -> (1 - gamma * mu) ^ H <= INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * mu). { apply (by_certificate _ _ (((L * gamma) * (L - mu) + (1 - L * gamma) * (mu) + (1 - L * gamma) * (L - mu)) / ((L)))); [identity | sign]. }
  clear real_1 given_1 H.
  apply (by_induction (fun H => True) (fun H => (1 - gamma * mu) ^ H) (fun H => INR H * gamma ^ 2 * mu ^ 2 * (INR H - 1) / 2 + 1 - gamma * mu * INR H) (fun H => 1 - gamma * mu) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (0)); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * mu) H.
    apply (by_certificate _ _ (INR H * gamma ^ 3 * mu ^ 3 * (INR H - 1) / 2)); [identity | sign].
Qed.

Definition all_of_this_file := (q_from_below, q_from_above).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
