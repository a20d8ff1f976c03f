(* hal-eq30: The bias by the second moment about theta*, with plus: where that is gamma/N A C, as the proof goes on to show, the bias comes
   out with the wrong sign. With minus, and Lipschitz third derivatives, (30) is right.
   hal, equation (30). Printed:
     \bar\theta_{sto}-\theta^\star=\frac12\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)+O(\gamma^2H)+O(\gamma^{3/2})
   Conditions:
     8*L*gamma <= 1
     H*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: equal clients *)
From Symfed Require Import Prelude.

(* The bias by the second moment about theta*, with plus: where that is gamma/N A C, as the proof goes on to show, the bias comes out with the wrong sign. With minus, and Lipschitz third derivatives, (30) is right. *)
Theorem hal_eq30_is_false :
  ~ (forall (C : R) (H : nat) (L : R) (N : nat) (a : R) (b : R) (gamma : R),
  0 <= C ->
  (1 <= H)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < a ->
  0 < gamma ->
  8 * L * gamma <= 1 ->
  gamma * INR H <= 1 ->
  a < L ->
  (gamma / (2 * INR N)) * ((b * (C / (2 * a))) / a) = - b * C * gamma / (4 * a ^ 2 * INR N)).
Proof.
  intros printed. pose proof (printed (1) 1%nat (2) 1%nat (1) (1) (1 / 100)) as point.
  inside point.
  contradiction_at point (- 1 / 200).
Qed.

Definition all_of_this_file := (hal_eq30_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
