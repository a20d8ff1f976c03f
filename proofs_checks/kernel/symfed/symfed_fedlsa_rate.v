(* symfed-fedlsa-rate: FedLSA forgets its start, measured from its limit, at the rate of a client's steps, down to eta sigma~²/(N a).
   symfed, ARGO 'Analysis of FedLSA: convergence rate', with its constants. Printed:
     \mathbb E\|\theta_t-\theta_\infty\|^2\le\Big((1-\eta a)^{Ht/2}\|\theta_0-\theta_\infty\|+\tilde\sigma\sqrt{\tfrac\eta{Na}}\Big)^2,\quad \theta_\infty=\theta_\star+\theta_\infty^{\mathrm{bias}}
   Conditions:
     decay*gamma <= 1
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: runs.
   Not here, or not whole:
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* the noises of all rounds stay below F = eta sigma~²/(N a) if they were, V <= F *)
Theorem a_round_more :
  forall (F : R) (V : R) (decay : R) (gamma : R) (q : R),
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  V <= F ->
  q >= 0 ->
  (1 - q) * F + V * q <= F.
Proof.
  intros F V decay gamma q given_1 given_2 given_3 given_4 given_5.
  apply (by_certificate _ _ (((F - V) * q))); [identity | sign].
Qed.

Definition all_of_this_file := (a_round_more).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
