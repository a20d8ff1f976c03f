(* flta-numerics-accelerated: More local steps never slow the worst case down up to the optimal number of them, and never speed it up from
   there on: rho(H+1) <= max(rho(H), rho(H+1+h)), and rho(H+h) <= max(rho(H), rho(H+h+1)). 'Optimal H_gamma' is read as the best H; that
   the formula printed for it lies above is flta-h-opt.
   flta, Numerical Results, second item. Printed:
     \text{Accelerated convergence up to optimal }H_\gamma
   Conditions:
     L*gamma <= 1
     mu <= L
   Cross-checks, on which nothing rests and which are not here: cases.
   Not here, or not whole:
     the proof: by named theorems: it is read as sentences *)
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
