(* symfed-scaffold-one-local-step: With one local step theta follows SGD: the control variates cancel in the mean.
   symfed, one local step. Printed:
     H=1:\quad\theta^{t+1}=\theta^t-\tfrac\gamma N\sum_c\nabla F_c^{z_c}(\theta^t)
   Conditions:
     in words: the control variates have mean zero when they start, and so for ever
     in words: every step draws its sample anew
     in words: clients draw independently of each other
   Cross-checks, on which nothing rests and which are not here: bias, second moment. *)
From Symfed Require Import Arithmetic Named.

(* symfed-scaffold-one-local-step: With one local step theta follows SGD: the control variates cancel in the mean. *)
Theorem symfed_scaffold_one_local_step :
  forall (V : Euclidean) (draw : Type) (N : nat) (grad_cw : nat -> draw -> nat -> vec V -> vec V) (gamma : R) (xi_c : nat -> vec V),
  (1 <= N)%nat ->
  0 < gamma ->
  (vmean N (fun c => xi_c c) = 0%vec) ->
  forall one_step_w : draw -> vec V -> vec V,
  (forall (w : draw) (x : vec V), one_step_w w x = (x - gamma *: vmean N (fun c => xi_c c) - gamma *: vmean N (fun c => grad_cw c w 0%nat
    x))%vec) ->
  forall (w : draw) (x : vec V), one_step_w w x = (x - gamma *: vmean N (fun c => grad_cw c w 0%nat x))%vec.
Proof.
  intros V draw N grad_cw gamma xi_c some gamma_positive.
  intros zero_sum.
  intros one_step_w.
  intros one_step.
  assert (SGD_over_1 : forall (w : draw) (x : vec V), one_step_w w x = (x - gamma *: vmean N (fun c => grad_cw c w 0%nat x))%vec).
  { intros w x. less_in (linear V) (1)%R (one_step w x).
    less_in (linear V) (- gamma)%R zero_sum.
    vectors.
  }
  intros w x.
  as_vectors (SGD_over_1 w x).
Qed.

Definition all_of_this_file := (symfed_scaffold_one_local_step).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
