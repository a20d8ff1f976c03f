(* iccopt-cov-x-xi: The covariance of x and xi_c is +gamma/N AC (A_c - A) + gamma/N (C_c - C). The first sign is wrong: with equal noise it
   turns the covariance round.
   iccopt, slide 'Expansion of Covariance'. Printed:
     \bar\Sigma^{x,\xi}_{(c)}=\frac\gamma N\mathbf A\mathcal C(x_\star)(\nabla^2f_c(c)x_\star-\nabla^2f(x_\star))+\frac\gamma N\left(\mathcal C_c(x_\star)-\mathcal C(x_\star)\right)+O(\gamma^2H+\gamma^{3/2})
   Conditions:
     in words: L-smooth, mu-strongly convex functions with third derivatives bounded by Q *)
From Symfed Require Import Prelude.

(* The covariance of x and xi_c is +gamma/N AC (A_c - A) + gamma/N (C_c - C). The first sign is wrong: with equal noise it turns the covariance round. *)
Theorem iccopt_cov_x_xi_is_false :
  ~ (forall (N : nat) (C : nat -> R) (a : nat -> R) (c0 : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  (c0 < N)%nat ->
  0 < gamma ->
  (gamma / INR N) * ((mean N C / (2 * mean N a)) * (a c0 - mean N a) + (C c0 - mean N C)) = gamma * (C c0 / INR N - mean N C * a c0 / (2 * INR N * mean N a) - mean N C / (2 * INR N))).
Proof.
  intros printed. pose proof (printed 2%nat (fun c => match c with 0%nat => 0 | _ => 1 end) (fun c => match c with 0%nat => 1 | _ => 1 / 2 end) 0%nat (1)) as point.
  inside point.
  contradiction_at point (- 1 / 12).
Qed.

Definition all_of_this_file := (iccopt_cov_x_xi_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
