(* aistats-exp-rr-partial-het: Figure 1, heterogeneous data: extrapolation removes the bias only in part, Scaffold removes it. Whatever the
   data, minus twice the second order stays of it with extrapolation, and of Scaffold's first order the noise's part alone.
   aistats, Section 7. Printed:
     \text{it only partly removes heterogeneity bias. On the opposite, Scaffold successfully suppresses this bias}
   Conditions:
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
   Not here, or not whole:
     extrapolation keeps its second order: d = 1 alone
     Scaffold has the noise's part alone: searched or simulated, which proves nothing *)
From Symfed Require Import Prelude.

(* extrapolation keeps its second order *)
Theorem extrapolation_keeps_its_second_order :
  forall (N : nat) (a : nat -> R) (b : nat -> R) (g : nat -> R) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N g = 0 ->
  (1 <= H)%nat ->
  0 < gamma ->
  (- 2 * gamma ^ 2) * (((((mean N (fun c => (a c) ^ 2) * (((mean N (fun c => (a c - mean N a) * g c) / mean N a) * (INR H - 1)) / 2)) * (INR H - 1)) / 2 - (mean N (fun c => (a c) ^ 2 * g c) * ((INR H - 1) * (INR H - 2))) / 6) + (((mean N (fun c => b c * ((((mean N (fun c => (a c - mean N a) * g c) / mean N a) * (INR H - 1)) / 2) * g c)) * (INR H - 1)) / 2 - (mean N (fun c => b c * (g c * g c)) * ((INR H - 1) * (2 * INR H - 1))) / 12) - (mean N b * ((((mean N (fun c => (a c - mean N a) * g c) / mean N a) * (INR H - 1)) / 2) * (((mean N (fun c => (a c - mean N a) * g c) / mean N a) * (INR H - 1)) / 2))) / 2)) / mean N a) = gamma ^ 2 * ((INR H - 1) * (INR H - 2) * mean N (fun c => (a c) ^ 2 * g c) / (3 * mean N a) + (INR H - 1) ^ 2 * (mean N (fun c => a c * g c)) ^ 2 * mean N b / (4 * (mean N a) ^ 3) + (INR H - 1) * (2 * INR H - 1) * mean N (fun c => (g c) ^ 2 * b c) / (6 * mean N a) - (INR H - 1) ^ 2 * mean N (fun c => a c * g c) * mean N (fun c => b c * g c) / (2 * (mean N a) ^ 2) - (INR H - 1) ^ 2 * mean N (fun c => (a c) ^ 2) * mean N (fun c => a c * g c) / (2 * (mean N a) ^ 2)).
Proof.
  intros N a b g H gamma given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  assert (real_4 := at_least_one _ given_4).
  assert (mean_1 : mean N (fun c => b c * ((((mean N (fun c => (a c - mean N a) * g c) / mean N a) * (INR H - 1)) / 2) * g c)) = (INR H * mean N (fun c => (a c - mean N a) * g c) / (2 * mean N a) - mean N (fun c => (a c - mean N a) * g c) / (2 * mean N a)) * mean N (fun c => b c * g c)) by linearly (fun c => (INR H * mean N (fun c => (a c - mean N a) * g c) / (2 * mean N a) - mean N (fun c => (a c - mean N a) * g c) / (2 * mean N a)) * (b c * g c)).
  assert (mean_2 : mean N (fun c => (a c - mean N a) * g c) = mean N (fun c => a c * g c) + (- mean N a) * mean N g) by linearly (fun c => (1) * (a c * g c) + (- mean N a) * (g c)).
  assert (mean_3 : mean N (fun c => b c * (g c * g c)) = mean N (fun c => (g c) ^ 2 * b c)) by linearly (fun c => (1) * ((g c) ^ 2 * b c)).
  rewrite ?mean_1, ?mean_2, ?mean_3, ?given_3.
  identity.
Qed.

Definition all_of_this_file := (extrapolation_keeps_its_second_order).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
