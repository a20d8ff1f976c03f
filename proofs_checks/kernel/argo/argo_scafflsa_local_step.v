(* argo-scafflsa-local-step: A local step of SCAFFLSA: the control variate is subtracted from the sampled drift, so that without noise
   theta* rests at xi_c = Abar_c theta* - bbar_c. Our rule takes this step; with the other sign of the update it is the rule that
   converges.
   argo, slide 'Solution: Control variates (SCAFFLSA)'. Printed:
     \theta_{t,h}=\theta_{t,h-1}^c-\eta(A^c(Z_{t,h}^c)\theta_{t,h-1}^c-b^c(Z_{t,h}^c)-\xi_t) *)
From Symfed Require Import Prelude.

(* rule *)
Theorem rule :
  forall (Atheta : R) (b : R) (gamma : R) (theta : R) (xi : R),
  0 < gamma ->
  theta - gamma * (Atheta - b - xi) = theta - gamma * ((Atheta - b) - xi).
Proof.
  intros Atheta b gamma theta xi given_1.
  identity.
Qed.

(* rests *)
Theorem rests :
  forall (Atheta : R) (b : R) (gamma : R) (theta : R),
  0 < gamma ->
  theta - gamma * ((Atheta - b) - (Atheta - b)) = theta.
Proof.
  intros Atheta b gamma theta given_1.
  identity.
Qed.

Definition all_of_this_file := (rule, rests).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
