(* symfed-fedavg-quadratics-worst: Among all smooth, strongly convex clients none leave FedAvg's fixed point farther from theta* than
   quadratics do. False from H = 2 on: mirror images in the plane whose curvature changes across a wedge are worse, and for gamma L < 1
   already one client with a kink on the line.
   symfed, FedAvg beyond quadratics, what is false. Printed:
     |\bar\theta_{det}-\theta_\star|\le\gamma H\zeta\frac{r(L)-r(\mu)}{2\sqrt{(1-q(\mu))(1-q(L))}}
   Conditions:
     L*gamma <= 1
     mu < L
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
     in words: a round of FedAvg leaves the point where it is *)
From Symfed Require Import Instance.

(* Among all smooth, strongly convex clients none leave FedAvg's fixed point farther from theta* than quadratics do. False from H = 2 on:
   mirror images in the plane whose curvature changes across a wedge are worse, and for gamma L < 1 already one client with a kink on the
   line. At an instance (exact clients at rest): gamma = 1, mu = 1/10, L = 1/2, H = 2, N = 2, e = 1, client 1 = y = 37/10; 2/5 along (-1)
   from 0, client 2 = y = -37/10; . Compared: the left side and the right one. *)
Theorem symfed_fedavg_quadratics_worst_is_false :
  let gamma := 1 in let mu := 1 / 10 in let L := 1 / 2 in let e_1 := 1 in let y_1 := -37 / 10 in let pieces_1_1 := 2 / 5 in let
  pieces_1_2_1 := -1 in let pieces_1_3 := 0 in let share := 1 in
  L * gamma <= 1 /\
  mu < L /\
  2 * (1 - (1 - (1 - gamma * mu) ^ 2) / (gamma * mu * 2)) / (1 - gamma * mu) ^ 2 < 1 /\
  ~ (e_1 ^ 2 * 4 * (1 - (1 - gamma * mu) ^ 2) * (1 - (1 - gamma * L) ^ 2) <= 4 * ((y_1 ^ 2 + y_1 ^ 2) / 8) * (1 - (1 - (1 - gamma * L) ^ 2) / (gamma * L * 2) - (1 - (1 - (1 - gamma * mu) ^ 2) / (gamma * mu * 2))) ^ 2).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (symfed_fedavg_quadratics_worst_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
