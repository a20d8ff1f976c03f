(* symfed-fedlsa-variance: In stationarity FedLSA spreads by at most eta sigma~²/(N a), where sigma~² is the clients' noise along their mean
   paths from the limit: linear speed-up, with the noise at points the iterates visit and not at the clients' own solutions. theta_inf is
   the limit of E theta_t.
   symfed, ARGO 'Analysis of FedLSA: convergence rate', t to infinity, with the noise that is seen. Printed:
     \mathbb E\|\theta-\theta_\infty\|^2\le\frac{\eta\tilde\sigma^2}{Na},\quad \tilde\sigma^2=\frac1N\sum_c\max_{h<H}\mathbb E\|A^c(Z)m_h^c-b^c(Z)-\bar A^cm_h^c+\bar b^c\|^2,\quad m_h^c=\theta_\star^c+(\mathrm{Id}-\eta\bar A^c)^h(\theta_\infty-\theta_\star^c)
   Conditions:
     decay*gamma <= 1
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: laws.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* v_{h+1} <= (1 - eta a) v_h + eta² from zero is at most eta/a (1 - (1 - eta a)^H) after H steps *)
Theorem a_client_s_noises :
  forall (H : nat) (decay : R) (gamma : R),
  (1 <= H)%nat ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  gamma * (1 - (1 - gamma * decay) ^ (H + 1)) / decay = gamma ^ 2 + gamma * (1 - (1 - gamma * decay) ^ H) * (1 - gamma * decay) / decay.
Proof.
  intros H decay gamma given_1 given_2 given_3 given_4.
  assert (real_1 := at_least_one _ given_1).
  identity.
Qed.

(* V <= q V + (1 - q) F makes V <= F where q < 1 *)
Theorem rounds :
  forall (F : R) (V : R) (decay : R) (gamma : R) (q : R),
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  V <= (1 - q) * F + V * q ->
  q < 1 ->
  V <= F.
Proof.
  intros F V decay gamma q given_1 given_2 given_3 given_4 given_5.
  apply (by_certificate _ _ ((F - V))); [identity | sign].
Qed.

Definition all_of_this_file := (a_client_s_noises, rounds).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
