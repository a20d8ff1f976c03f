(* symfed-scaffold-optimal-integer: optimal_local_steps is the number of local steps that minimises max(q(mu), r(L)), for every gamma, mu
   and L, not in the limit only.
   symfed, Scaffold, the best number of local steps, exactly. Printed:
     \arg\min_{H\in\{1,2,\dots\}}\rho(\gamma,H,\mu,L)\quad(\gamma L\le1)
   Conditions:
     L*gamma <= 1
     mu <= L
   Cross-checks, on which nothing rests and which are not here: cases.
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* q(mu) falls with H *)
Theorem q_mu_falls_with_H :
  forall (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma <= 1 ->
  mu <= L ->
  (1 - gamma * mu) ^ (H + 1) <= (1 - gamma * mu) ^ H.
Proof.
  intros H L gamma mu given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - mu)) by sign.
  powers_between (1 - gamma * mu) H.
  apply (by_certificate _ _ ((gamma * mu) * ((1 - gamma * mu) ^ H))); [identity | sign].
Qed.

Definition all_of_this_file := (q_mu_falls_with_H).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
