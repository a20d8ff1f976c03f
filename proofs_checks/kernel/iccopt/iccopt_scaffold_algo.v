(* iccopt-scaffold-algo: Scaffold without a global step size: every local step adds the client's control variate, which then moves by the
   client's drift over gamma H.
   iccopt, slide 'Scaffold'. Printed:
     x_c^{(t,0)}=x^{(t)};\ x_c^{(t,h+1)}=x_c^{(t,h)}-\gamma\left(\nabla F_c(x_c^{(t,h)};Z_c^{(t,h+1)})+\xi_c^{(t)}\right),\ h=0..H-1;\ x^{(t+1)}=\frac1N\sum_{c=1}^Nx_c^{(t,H)},\quad \xi_c^{(t+1)}=\xi_c^{(t)}+\frac1{\gamma H}(x_c^{t,H}-x^{(t+1)})
   Cross-checks, on which nothing rests and which are not here: rounds, draw by draw.
   Not here, or not whole:
     how many of them: reads as what was derived does: nothing is left for a proof
     the server: reads as what was derived does: nothing is left for a proof
     a control variate: reads as what was derived does: nothing is left for a proof *)
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

Definition all_of_this_file := (a_local_step).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
