(* hal-eq35: As (57) of the published version, whose second term is N times too small, and with a minus sign before the first term, which
   contradicts the theorem that is to be proved. (It is judged with gamma/N A C for the second moment.)
   hal, equation (35). Printed:
     \bar\theta_{sto}-\theta^\star=-\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_c(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)-\frac1{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)+O(\gamma^{3/2}H+\gamma^2H^2)
   Conditions:
     25*L*gamma <= 1
     H*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3 *)
From Symfed Require Import Prelude.

(* As (57) of the published version, whose second term is N times too small, and with a minus sign before the first term, which contradicts the theorem that is to be proved. (It is judged with gamma/N A C for the second moment.) *)
Theorem hal_eq35_is_false :
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
  - ((gamma * (INR H - 1)) / 2) * (mean N (fun c => (a c - mean N a) * g c) / mean N a) - ((mean N b * ((gamma / INR N) * (mean N C / (2 * mean N a)))) / mean N a) / (2 * INR N) = gamma * ((INR H - 1) * mean N (fun c => a c * g c) / (2 * mean N a) - mean N C * mean N b / (4 * INR N * (mean N a) ^ 2))).
Proof.
  intros printed. pose proof (printed 2%nat (fun c => match c with 0%nat => 0 | _ => 1 end) (fun c => match c with 0%nat => 1 | _ => 1 end) (fun c => match c with 0%nat => 0 | _ => 1 end) (fun c => match c with 0%nat => 0 | _ => 0 end) 1%nat (2) (1 / 50)) as point.
  inside point.
  contradiction_at point (- 1 / 3200).
Qed.

Definition all_of_this_file := (hal_eq35_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
