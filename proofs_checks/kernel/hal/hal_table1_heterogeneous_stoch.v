(* hal-table1-heterogeneous-stoch: General clients: the part of the bias that is due to noise, with a plus sign.
   hal, Table 1, row Heterogeneous, stochastic bias. Printed:
     \frac{\gamma}{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star) *)
From Symfed Require Import Prelude.

(* General clients: the part of the bias that is due to noise, with a plus sign. *)
Theorem hal_table1_heterogeneous_stoch_is_false :
  ~ (forall (N : nat) (C : nat -> R) (a : nat -> R) (b : nat -> R) (g : nat -> R) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N g = 0 ->
  (1 <= H)%nat ->
  0 < gamma ->
  (gamma / (2 * INR N)) * ((mean N b * (mean N C / (2 * mean N a))) / mean N a) = gamma * ((INR H - 1) * mean N (fun c => a c * g c) / (2 * mean N a) - mean N C * mean N b / (4 * INR N * (mean N a) ^ 2)) - gamma * (INR H - 1) * mean N (fun c => a c * g c) / (2 * mean N a)).
Proof.
  intros printed. pose proof (printed 1%nat (fun c => match c with _ => 1 end) (fun c => match c with _ => 1 end) (fun c => match c with _ => 1 end) (fun c => match c with _ => 0 end) 1%nat (1)) as point.
  inside point.
  contradiction_at point (- 1 / 2).
Qed.

Definition all_of_this_file := (hal_table1_heterogeneous_stoch_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
