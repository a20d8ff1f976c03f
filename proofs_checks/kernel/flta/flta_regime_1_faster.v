(* flta-regime-1-faster: (1 - gamma a)^H falls with H: one more step multiplies it by 1 - gamma a. (While gamma a H <= 1 it is the larger
   factor.)
   flta, Interpretation of the Contraction Rate. Printed:
     \gamma aH\le1:\ \text{exponential decay }(1-\gamma a)^H\le(1-\gamma\mu)^H\to\text{ faster with larger }H
   Conditions:
     L*gamma <= 1 *)
From Symfed Require Import Prelude.

(* another step *)
Theorem another_step :
  forall (H : nat) (L : R) (gamma : R) (lambda : R),
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < lambda ->
  L * gamma <= 1 ->
  lambda <= L ->
  (1 - gamma * lambda) ^ (H + 1) <= (1 - gamma * lambda) ^ H.
Proof.
  intros H L gamma lambda given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (chain_1 : 0 <= gamma * (L - lambda)) by sign.
  powers_between (1 - gamma * lambda) H.
  apply (by_certificate _ _ ((gamma * lambda) * ((1 - gamma * lambda) ^ H))); [identity | sign].
Qed.

Definition all_of_this_file := (another_step).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
