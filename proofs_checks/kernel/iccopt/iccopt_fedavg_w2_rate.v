(* iccopt-fedavg-w2-rate: W2 itself, not squared, contracts by (1 - gamma mu)^(H t): the rate of exact gradients, printed for stochastic
   ones; false for gamma <= 1/L too.
   iccopt, slide 'FedAvg (with stochastic gradients) converges!'. Printed:
     \mathcal W_2(\psi_{x^{(t)}};\pi^{(\gamma,H)})\le(1-\gamma\mu)^{Ht}\,\mathcal W_2(\psi_{x^{(0)}};\pi^{(\gamma,H)})
   Conditions:
     in words: thrice derivable, L-smooth, mu-strongly convex functions *)
From Symfed Require Import Instance.

(* W2 itself, not squared, contracts by (1 - gamma mu)^(H t): the rate of exact gradients, printed for stochastic ones; false for gamma <=
   1/L too. At an instance (sample curvatures 0 or L, every draw spelled out; pi is a point mass): gamma = 1/12, H = 1, mu = 1/2, L = 1.
   Compared: the left side and the right one. *)
Theorem iccopt_fedavg_w2_rate_is_false :
  let gamma := 1 / 12 in let L := 1 in
  let t1 := 1 - gamma * L in
  1 <> t1 /\
  1 >= t1 /\
  ~ (1 / 2 * t1 ^ 2 + 1 / 2 * 1 ^ 2 <= (1 - gamma * (L / 2)) ^ 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-fedavg-wasserstein-rate on this instance. Squared W2 contracts
   by (1 - gamma mu (2 - gamma L))^H in a round of stochastic gradients, gamma L <= 2, and not faster on an instance. At an instance
   (sample curvatures 0 or L, every draw spelled out): gamma = 1/12, H = 1, mu = 1/2, L = 1. Compared: printed, and the truth: as computed,
   step by step. *)
Theorem iccopt_fedavg_w2_rate_holds_there :
  let gamma := 1 / 12 in let L := 1 in
  let t1 := 1 - gamma * L in
  L * gamma <= 2 /\
  L / 2 <= L /\
  1 <> t1 /\
  1 >= t1 /\
  1 - gamma * (L / 2) * (2 - gamma * L) = 1 / 2 * t1 ^ 2 + 1 / 2 * 1 ^ 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (iccopt_fedavg_w2_rate_is_false, iccopt_fedavg_w2_rate_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
