(* symfed-scaffold-short-rounds-factors: Where gamma a H <= 1, q is at most 1 - 5/8 gamma a H, which is to say that r <= 3/8; and r <= q.
   symfed, the two factors of a short round. Printed:
     (1-\gamma a)^H\le\frac1{1+x+x^2/2+x^3/6}\le1-\tfrac58x,\quad r(a)\le q(a),\quad x=\gamma aH\qquad(\mu\le a\le L,\ \gamma HL\le1)
   Conditions:
     H*L*gamma <= 1 *)
From Symfed Require Import Prelude.

(* powers *)
Theorem lemma_powers :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma * INR H <= 1 ->
  lambda <= L ->
  (1 - gamma * lambda) ^ H <= 1 / (gamma ^ 3 * lambda ^ 3 * (INR H) ^ 3 / 6 + gamma ^ 2 * lambda ^ 2 * (INR H) ^ 2 / 2 + gamma * lambda * INR H + 1).
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  enough (all : forall H : nat, (1 <= H)%nat -> L * gamma * INR H <= 1 -> (1 - gamma * lambda) ^ H <= 1 / (gamma ^ 3 * lambda ^ 3 * (INR H) ^ 3 / 6 + gamma ^ 2 * lambda ^ 2 * (INR H) ^ 2 / 2 + gamma * lambda * INR H + 1)) by (apply all; repeat split; assumption).
  assert (base_1 : 0 <= 1 - gamma * lambda). { apply (by_certificate _ _ (((INR H - 1) * (L * gamma * INR H) * (lambda) + (INR H - 1) * (L * gamma * INR H) * (L - lambda) + (INR H - 1) * (1 - L * gamma * INR H) * (lambda) + (INR H - 1) * (1 - L * gamma * INR H) * (L - lambda) + (L * gamma * INR H) * (L - lambda) + (1 - L * gamma * INR H) * (lambda) + (1 - L * gamma * INR H) * (L - lambda)) / ((L) * (INR H)))); [identity | sign]. }
  clear real_1 given_1 given_5 H.
  apply (by_induction (fun H => L * gamma * INR H <= 1) (fun H => (1 - gamma * lambda) ^ H) (fun H => 1 / (gamma ^ 3 * lambda ^ 3 * (INR H) ^ 3 / 6 + gamma ^ 2 * lambda ^ 2 * (INR H) ^ 2 / 2 + gamma * lambda * INR H + 1)) (fun H => 1 - gamma * lambda) (fun H => 0)).
  - intros H one holds. each_step. repeat split; first [exact I | nra].
  - intros H one holds. each_step. identity.
  - intros H one holds. each_step. sign.
  - intros holds. each_step.
    apply (by_certificate _ _ (gamma ^ 2 * lambda ^ 2 * (gamma ^ 2 * lambda ^ 2 + 2 * gamma * lambda + 3) / (gamma ^ 3 * lambda ^ 3 + 3 * gamma ^ 2 * lambda ^ 2 + 6 * gamma * lambda + 6))); [identity | sign].
  - intros H one holds. each_step.
    powers_between (1 - gamma * lambda) H.
    apply (by_certificate _ _ (6 * gamma ^ 2 * lambda ^ 2 * (gamma ^ 2 * lambda ^ 2 * (INR H) ^ 3 + 3 * gamma ^ 2 * lambda ^ 2 * (INR H) ^ 2 + 3 * INR H * gamma ^ 2 * lambda ^ 2 + 3 * gamma * lambda * INR H + gamma ^ 2 * lambda ^ 2 + 2 * gamma * lambda + 3) / ((gamma ^ 3 * lambda ^ 3 * (INR H) ^ 3 + 3 * gamma ^ 2 * lambda ^ 2 * (INR H) ^ 2 + 6 * gamma * lambda * INR H + 6) * (gamma ^ 3 * lambda ^ 3 * (INR H) ^ 3 + 3 * gamma ^ 3 * lambda ^ 3 * (INR H) ^ 2 + 3 * gamma ^ 2 * lambda ^ 2 * (INR H) ^ 2 + 3 * INR H * gamma ^ 3 * lambda ^ 3 + 6 * INR H * gamma ^ 2 * lambda ^ 2 + 6 * gamma * lambda * INR H + gamma ^ 3 * lambda ^ 3 + 3 * gamma ^ 2 * lambda ^ 2 + 6 * gamma * lambda + 6)))); [identity | sign].
Qed.

(* three eighths *)
Theorem three_eighths :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma * INR H <= 1 ->
  lambda <= L ->
  1 / (gamma ^ 3 * lambda ^ 3 * (INR H) ^ 3 / 6 + gamma ^ 2 * lambda ^ 2 * (INR H) ^ 2 / 2 + gamma * lambda * INR H + 1) <= 1 - 5 * gamma * lambda * INR H / 8.
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - lambda)) by sign.
  assert (written_1 : 0 <= 1 - gamma * lambda * INR H). { apply (by_certificate _ _ (((L * gamma * INR H) * (L - lambda) + (1 - L * gamma * INR H) * (lambda) + (1 - L * gamma * INR H) * (L - lambda)) / ((L)))); [identity | sign]. }
  apply (by_certificate _ _ ((gamma * lambda * INR H * (1 - gamma * lambda * INR H) * (5 * gamma ^ 2 * lambda ^ 2 * (INR H) ^ 2 + 12 * gamma * lambda * INR H + 18) / (8 * (gamma ^ 3 * lambda ^ 3 * (INR H) ^ 3 + 3 * gamma ^ 2 * lambda ^ 2 * (INR H) ^ 2 + 6 * gamma * lambda * INR H + 6))))); [identity | sign].
Qed.

(* the two regimes of a round meet at gamma a H = 1 *)
Theorem r_below_q :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma * INR H <= 1 ->
  lambda <= L ->
  1 - (1 - (1 - gamma * lambda) ^ H) / (gamma * lambda * INR H) <= (1 - gamma * lambda) ^ H.
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - lambda)) by sign.
  powers_between (1 - gamma * lambda) H.
  assert (written_2 : 0 <= 1 - gamma * lambda * INR H). { apply (by_certificate _ _ (((L * gamma * INR H) * (L - lambda) + (1 - L * gamma * INR H) * (lambda) + (1 - L * gamma * INR H) * (L - lambda)) / ((L)))); [identity | sign]. }
  apply (by_certificate _ _ (((1 - (1 - gamma * lambda) ^ H) * (1 - gamma * lambda * INR H) / (gamma * lambda * INR H)))); [identity | sign].
Qed.

Definition all_of_this_file := (lemma_powers, three_eighths, r_below_q).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
