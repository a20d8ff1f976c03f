(* argo-general-bias-stoch-part: The part by noise, printed with a plus sign as in the preprint, and with an inverse whose client nobody
   names.
   argo, slide 'In the General Case'. Printed:
     +\frac\eta{2N}\nabla^2f^c(\theta_\star)^{-1}\nabla^3f(\theta_\star)\mathbf A\mathcal C(\theta_\star)
   Conditions:
     in words: strongly convex and smooth functions f^c *)
From Symfed Require Import Prelude.

(* The part by noise, printed with a plus sign as in the preprint, and with an inverse whose client nobody names. *)
Theorem argo_general_bias_stoch_part_is_false :
  ~ (forall (N : nat) (C : nat -> R) (a : nat -> R) (b : nat -> R) (g : nat -> R) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N g = 0 ->
  (1 <= H)%nat ->
  0 < gamma ->
  ((gamma) / (2 * INR N)) * ((mean N b * (mean N C / (2 * mean N a))) / mean N a) = gamma * ((INR H - 1) * mean N (fun c => a c * g c) / (2 * mean N a) - mean N C * mean N b / (4 * INR N * (mean N a) ^ 2)) - gamma * (INR H - 1) * mean N (fun c => a c * g c) / (2 * mean N a)).
Proof.
  intros printed. pose proof (printed 1%nat (fun c => match c with _ => 1 end) (fun c => match c with _ => 1 end) (fun c => match c with _ => 1 end) (fun c => match c with _ => 0 end) 1%nat (1)) as point.
  inside point.
  contradiction_at point (- 1 / 2).
Qed.

Definition all_of_this_file := (argo_general_bias_stoch_part_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
