(* aistats-eq57-bias: The second moment already holds its 1/N: the factor before it is 1/2, as dividing the display before by its sums
   gives, not 1/(2N). With N clients (57) is N times too small in its second term. (It is judged with gamma/N A C for the second moment,
   which Theorem 4 proves.) The last display of the proof has the right factor again.
   aistats, equation (57). Printed:
     \bar\theta_{sto}-\theta^\star=\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_c(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)-\frac1{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)+O(\gamma^{3/2}H+\gamma^2H^2)
   Conditions:
     45*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3 *)
From Symfed Require Import Prelude.

(* The second moment already holds its 1/N: the factor before it is 1/2, as dividing the display before by its sums gives, not 1/(2N). With N clients (57) is N times too small in its second term. (It is judged with gamma/N A C for the second moment, which Theorem 4 proves.) The last display of the proof has the right factor again. *)
Theorem aistats_eq57_bias_is_false :
  ~ (forall (N : nat) (C : nat -> R) (a : nat -> R) (b : nat -> R) (g : nat -> R) (H : nat) (L : R) (gamma : R) (mu : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N g = 0 ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  0 < mu ->
  45 * L * gamma <= 1 ->
  gamma * mu * INR H <= 1 ->
  mu <= L ->
  (forall c, (c < N)%nat -> mu < a c) ->
  (forall c, (c < N)%nat -> a c < L) ->
  ((gamma * (INR H - 1)) / 2) * (mean N (fun c => (a c - mean N a) * g c) / mean N a) - ((mean N b * ((gamma / INR N) * (mean N C / (2 * mean N a)))) / mean N a) / (2 * INR N) = gamma * ((INR H - 1) * mean N (fun c => a c * g c) / (2 * mean N a) - mean N C * mean N b / (4 * INR N * (mean N a) ^ 2))).
Proof.
  intros printed. pose proof (printed 2%nat (fun c => match c with 0%nat => 0 | _ => 1 end) (fun c => match c with 0%nat => 1 | _ => 1 end) (fun c => match c with 0%nat => 0 | _ => 1 end) (fun c => match c with 0%nat => 0 | _ => 0 end) 1%nat (2) (1 / 200) (1 / 2)) as point.
  inside point.
  contradiction_at point (- 1 / 12800).
Qed.

Definition all_of_this_file := (aistats_eq57_bias_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
