(* symfed-scaffold-rate: The slides' rate on quadratics with additive noise, gamma H L <= 1 and control variates from zero: it holds with
   the constants 4 and 6, and needs neither sigma^2/(L mu) in its start nor the terms with Q.
   symfed, the rate of the slides with its conditions, on quadratics. Printed:
     \mathbb E\|x^{(T)}-x^\star\|^2\le4\Big(1-\frac{\gamma\mu}4\Big)^{HT}\{\|x^{(0)}-x^\star\|^2+\gamma^2H^2\zeta^2\}+\frac{6\gamma}{N\mu}\sigma_\star^2\qquad(\gamma HL\le1,\ \xi_c^{(0)}=0)
   Conditions:
     H*L*gamma <= 1
     mu <= L
     in words: quadratic clients with additive noise
     in words: control variates that are zero at the start
   Cross-checks, on which nothing rests and which are not here: runs.
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* mean: the square of E x - x*; added: what noise adds in T rounds; stays: that in the stationary law *)
Theorem lemma_sum :
  forall (H : nat) (L : R) (added : R) (floor : R) (gamma : R) (mean_ : R) (mu : R) (start : R) (stays : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  L * gamma * INR H <= 1 ->
  mu <= L ->
  mean_ <= 4 * start ->
  added <= stays ->
  stays <= 6 * floor ->
  start >= 0 ->
  floor >= 0 ->
  added + mean_ <= 6 * floor + 4 * start.
Proof.
  intros H L added floor gamma mean_ mu start stays given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8 given_9 given_10 given_11.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * INR H * (L - mu)) by sign.
  apply (by_certificate _ _ ((6 * floor + 4 * start - added - mean_))); [identity | sign].
Qed.

Definition all_of_this_file := (lemma_sum).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
