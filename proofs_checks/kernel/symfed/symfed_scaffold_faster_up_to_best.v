(* symfed-scaffold-faster-up-to-best: More local steps never slow rho = max(q(mu), r(L)), the worst case, down as long as still more of them
   are better, and never speed it up once fewer were better: rho(H+1) <= max(rho(H), rho(H+1+h)), and rho(H+h) <= max(rho(H),
   rho(H+h+1)), for every H and h. At H_best, where rho is smallest, put for H+1+h or for H, the maximum is the other one.
   symfed, Scaffold, the best number of local steps, and on either side of it. Printed:
     \rho(H+1)\le\rho(H)\text{ if }H<H_{\mathrm{best}},\quad\rho(H+1)\ge\rho(H)\text{ if }H\ge H_{\mathrm{best}}\qquad(\gamma L\le1)
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
