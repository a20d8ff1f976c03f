(* iccopt-scaffold-algo: Scaffold without a global step size: every local step adds the client's control variate, which then moves by the
   client's drift over gamma H.
   iccopt, slide 'Scaffold'. Printed:
     x_c^{(t,0)}=x^{(t)};\ x_c^{(t,h+1)}=x_c^{(t,h)}-\gamma\left(\nabla F_c(x_c^{(t,h)};Z_c^{(t,h+1)})+\xi_c^{(t)}\right),\ h=0..H-1;\ x^{(t+1)}=\frac1N\sum_{c=1}^Nx_c^{(t,H)},\quad \xi_c^{(t+1)}=\xi_c^{(t)}+\frac1{\gamma H}(x_c^{t,H}-x^{(t+1)})
   Cross-checks, on which nothing rests and which are not here: rounds, draw by draw. *)
From Symfed Require Import Prelude.

(* a local step *)
Theorem a_local_step :
  forall (a : R) (b : R) (g : R) (gamma : R),
  0 < a ->
  0 < gamma ->
  a - gamma * (b + g) = a - gamma * (g + b).
Proof.
  intros a b g gamma given_1 given_2.
  identity.
Qed.

(* how many of them (What was derived reads as what is printed.) *)
Theorem how_many_of_them :
  forall (H : nat),
  (1 <= H)%nat ->
  INR H = INR H.
Proof.
  intros H given_1.
  assert (real_1 := at_least_one _ given_1).
  reflexivity.
Qed.

(* the server (What was derived reads as what is printed.) *)
Theorem the_server :
  forall (N : nat) (a : nat -> R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  mean N a = mean N a.
Proof.
  intros N a given_1 given_2.
  assert (real_1 := at_least_one _ given_1).
  reflexivity.
Qed.

(* a control variate (What was derived reads as what is printed.) *)
Theorem a_control_variate :
  forall (N : nat) (a : nat -> R) (b : nat -> R) (c0 : nat) (H : nat) (gamma : R),
  (1 <= N)%nat ->
  (forall c, (c < N)%nat -> 0 < a c) ->
  (c0 < N)%nat ->
  (1 <= H)%nat ->
  0 < gamma ->
  b c0 + (a c0 - mean N a) / (gamma * INR H) = b c0 + (a c0 - mean N a) / (gamma * INR H).
Proof.
  intros N a b c0 H gamma given_1 given_2 given_3 given_4 given_5.
  assert (real_1 := at_least_one _ given_1).
  at_client c0 given_3.
  assert (real_4 := at_least_one _ given_4).
  reflexivity.
Qed.

Definition all_of_this_file := (a_local_step, how_many_of_them, the_server, a_control_variate).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
