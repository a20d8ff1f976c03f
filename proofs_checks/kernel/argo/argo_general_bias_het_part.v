(* argo-general-bias-het-part: The part by heterogeneity as this slide prints it is zero: both Hessians in the bracket are client c's.
   argo, slide 'In the General Case'. Printed:
     \frac{\eta(H-1)}{2N}\sum_{c=1}^N\nabla^2f^c(\theta_\star)^{-1}(\nabla^2f^c(\theta_\star)-\nabla^2f^c(\theta_\star))\nabla f^c(\theta_\star)
   Conditions:
     in words: strongly convex and smooth functions f^c *)
From Symfed Require Import Prelude.

(* The part by heterogeneity as this slide prints it is zero: both Hessians in the bracket are client c's. *)
Theorem argo_general_bias_het_part_is_false :
  ~ (forall (N : nat) (a : nat -> R) (g : nat -> R) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N g = 0 ->
  (1 <= H)%nat ->
  0 < gamma ->
  ((gamma * (INR H - 1)) / 2) * mean N (fun c => ((a c - a c) * g c) / a c) = gamma * (INR H - 1) * mean N (fun c => a c * g c) / (2 * mean N a)).
Proof.
  intros printed. pose proof (printed 2%nat (fun c => match c with 0%nat => 1 | _ => 1 / 2 end) (fun c => match c with 0%nat => 1 | _ => - 1 end) 2%nat (1)) as point.
  inside point.
  contradiction_at point (1 / 6).
Qed.

Definition all_of_this_file := (argo_general_bias_het_part_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
