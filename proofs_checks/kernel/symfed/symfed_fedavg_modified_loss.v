(* symfed-fedavg-modified-loss: A round of FedAvg with exact gradients is, to second order, the flow for time gamma H of -grad of a loss
   with two regularisers.
   symfed, modified loss of second order. Printed:
     \tilde f=f+\frac{\gamma H}4|\nabla f|^2-\frac{\gamma(H-1)}4\,\frac1N\sum_{c=1}^N|\nabla f_c|^2,\qquad \theta_{t+1}=\theta(\gamma H)+O(\gamma^3),\quad \theta'=-\nabla\tilde f(\theta),\ \theta(0)=\theta_t
   Conditions:
     in words: every client three times continuously differentiable
   Not here, or not whole:
     field: the terms without the remainder alone
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* field *)
Theorem field :
  forall (N : nat) (D1 : nat -> R) (D2 : nat -> R) (H : nat),
  (1 <= N)%nat ->
  (1 <= H)%nat ->
  (INR H * (mean N D2 * mean N D1) - (INR H - 1) * mean N (fun c => D2 c * D1 c)) / 2 = INR H * mean N D1 * mean N D2 / 2 - (INR H - 1) * mean N (fun c => D1 c * D2 c) / 2.
Proof.
  intros N D1 D2 H given_1 given_2.
  assert (real_1 := at_least_one _ given_1).
  assert (real_2 := at_least_one _ given_2).
  assert (mean_1 : mean N (fun c => D2 c * D1 c) = mean N (fun c => D1 c * D2 c)) by linearly (fun c => (1) * (D1 c * D2 c)).
  rewrite ?mean_1.
  identity.
Qed.

Definition all_of_this_file := (field).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
