(* hal-thm4-final: The last display, called the result of the theorem: its first term has the opposite sign, its second term is twice the
   right one, which stands in the published version, and neither is what the theorem states, where the noise's part has the sign plus.
   hal, proof of Theorem 4, last display. Printed:
     \bar\theta_{sto}-\theta^\star=-\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_c(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)-\frac\gamma N\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2)+O(\gamma^{3/2}H)
   Conditions:
     25*L*gamma <= 1
     H*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3 *)
From Symfed Require Import Prelude.

(* The last display, called the result of the theorem: its first term has the opposite sign, its second term is twice the right one, which stands in the published version, and neither is what the theorem states, where the noise's part has the sign plus. *)
Theorem hal_thm4_final_is_false :
  ~ (forall (N : nat) (C : nat -> R) (a : nat -> R) (b : nat -> R) (g : nat -> R) (H : nat) (L : R) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N g = 0 ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  25 * L * gamma <= 1 ->
  gamma * INR H <= 1 ->
  (forall c, (c < N)%nat -> a c < L) ->
  - ((gamma * (INR H - 1)) / 2) * (mean N (fun c => (a c - mean N a) * g c) / mean N a) - (mean N b * ((gamma / INR N) * (mean N C / (2 * mean N a)))) / mean N a = gamma * ((INR H - 1) * mean N (fun c => a c * g c) / (2 * mean N a) - mean N C * mean N b / (4 * INR N * (mean N a) ^ 2))).
Proof.
  intros printed. pose proof (printed 1%nat (fun c => match c with _ => 1 end) (fun c => match c with _ => 1 end) (fun c => match c with _ => 1 end) (fun c => match c with _ => 0 end) 1%nat (2) (1 / 50)) as point.
  inside point.
  contradiction_at point (1 / 200).
Qed.

Definition all_of_this_file := (hal_thm4_final_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
