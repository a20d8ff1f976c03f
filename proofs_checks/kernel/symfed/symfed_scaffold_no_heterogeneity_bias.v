(* symfed-scaffold-no-heterogeneity-bias: On quadratics Scaffold's stationary mean is the minimiser of f(x) + <mean_c xi_c, x>: x* if and
   only if the control variates sum to zero.
   symfed, slide 'Scaffold', with its missing condition. Printed:
     \lim_t\mathbb E[x^{(t)}]=\operatorname{arg\,min}_x\,f(x)+\big\langle\tfrac1N\textstyle\sum_c\xi_c^{(0)},x\big\rangle
   Conditions:
     L*gamma <= 1
     in words: quadratic clients
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
   Cross-checks, on which nothing rests and which are not here: the law's mean.
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* a local step *)
Theorem a_local_step :
  forall (N : nat) (a : nat -> R) (b : nat -> R) (g : nat -> R) (L : R) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N g = 0 ->
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  mean N a - gamma * mean N b = mean N (fun c => a c - gamma * (b c + g c)).
Proof.
  intros N a b g L gamma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (mean_1 : mean N (fun c => a c - gamma * (b c + g c)) = (- gamma) * mean N b + (- gamma) * mean N g + mean N a) by linearly (fun c => (- gamma) * (b c) + (- gamma) * (g c) + (1) * (a c)).
  rewrite ?mean_1, ?given_3.
  identity.
Qed.

(* a control variate *)
Theorem a_control_variate :
  forall (N : nat) (a : nat -> R) (b : nat -> R) (q : nat -> R) (H : nat) (L : R) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  mean N b + (mean N q - mean N a) / (gamma * INR H) = mean N b + mean N q / (gamma * INR H) - mean N a / (gamma * INR H).
Proof.
  intros N a b q H L gamma given_1 given_2 given_3 given_4 given_5 given_6.
  assert (real_1 := at_least_one _ given_1).
  assert (real_3 := at_least_one _ given_3).
  identity.
Qed.

Definition all_of_this_file := (a_local_step, a_control_variate).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
