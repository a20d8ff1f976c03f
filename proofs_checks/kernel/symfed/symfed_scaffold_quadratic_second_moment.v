(* symfed-scaffold-quadratic-second-moment: On quadratics of any dimension the second moment to gamma^2 is that of one step a round: no H,
   no heterogeneity. H enters with gamma^3 H^2.
   symfed, second moment of Scaffold's iterates. Printed:
     \bar\Sigma^x=\gamma\Sigma_1+\gamma^2\Sigma_2+O(\gamma^3H^2),\quad A\Sigma_1+\Sigma_1A=\tfrac1NC,\ A\Sigma_2+\Sigma_2A=A\Sigma_1A;\qquad d=1:\ [\gamma^3H^2]\bar\Sigma^x=\frac{6\langle C\rangle\langle a\rangle^2+5\langle C\rangle\langle a^2\rangle-12\langle a\rangle\langle Ca\rangle+\langle Ca^2\rangle}{24N\langle a\rangle}
   Conditions:
     H*L*gamma <= 1
     in words: sample losses convex and L-smooth, f_c mu-strongly convex
     in words: the control variates have mean zero when they start, and so for ever
     in words: every step draws its sample anew
     in words: clients draw independently of each other
     in words: quadratic clients with additive noise
   Not here, or not whole:
     quadratics: remainder uniformly in H is not exported
     symfed-expansion-remainder-uniform-controls: a premise, of which nothing is here *)
From Symfed Require Import Prelude.

(* third order *)
Theorem third_order :
  forall (N : nat) (C : nat -> R) (a : nat -> R) (H : nat) (L : R) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 <= C c) ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  (1 <= H)%nat ->
  0 < L ->
  0 < gamma ->
  L * gamma * INR H <= 1 ->
  (6 * (mean N a) ^ 2 * mean N C + 5 * mean N (fun c => (a c) ^ 2) * mean N C - 12 * mean N (fun c => C c * a c) * mean N a) / (24 * INR N * mean N a) + mean N (fun c => (a c) ^ 2 * C c) / (24 * INR N * mean N a) = mean N (fun c => (a c) ^ 2 * C c) / (24 * INR N * mean N a) + mean N C * mean N a / (4 * INR N) + 5 * mean N (fun c => (a c) ^ 2) * mean N C / (24 * INR N * mean N a) - mean N (fun c => C c * a c) / (2 * INR N).
Proof.
  intros N C a H L gamma given_1 given_2 given_3 given_4 given_5 given_6 given_7.
  assert (real_1 := at_least_one _ given_1).
  assert (real_4 := at_least_one _ given_4).
  identity.
Qed.

Definition all_of_this_file := (third_order).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
