(* symfed-exponential-stability: Products of independent factors, applied to a vector, shrink at every factor if one does; no norm of
   matrices is needed. The vector is written u - v: as a factor is linear, it takes u and v apart.
   symfed, ARGO, exponential stability with the norm of a vector. Printed:
     \mathbb E\|(\mathrm{Id}-\eta A(Z))u\|^2\le(1-\eta a)\|u\|^2\ \forall u\ \Rightarrow\ \mathbb E\|\Gamma_{t:t'}u\|^2\le(1-\eta a)^{t'-t+1}\|u\|^2
   Conditions:
     decay*gamma <= 1
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: runs.
   Not here, or not whole:
     the proof: by named theorems: it is read as sentences *)
From Symfed Require Import Prelude.

(* one factor more *)
Theorem one_factor_more :
  forall (before : R) (bound : R) (decay : R) (gamma : R),
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  before <= bound ->
  (1 - gamma * decay) * before <= (1 - gamma * decay) * bound.
Proof.
  intros before bound decay gamma given_1 given_2 given_3 given_4.
  apply (by_certificate _ _ (((1 - gamma * decay) * (bound - before)))); [identity | sign].
Qed.

Definition all_of_this_file := (one_factor_more).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
