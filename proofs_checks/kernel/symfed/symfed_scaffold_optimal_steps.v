(* symfed-scaffold-optimal-steps: max(q(mu), r(L)), Scaffold's worst case, is least at gamma L H = sqrt(kappa) + 1/4 local steps, to two
   orders, where it is 1 - kappa^(-1/2) + kappa^(-1)/4; kappa = L/mu tends to infinity, gamma L in (0, 1] is held fixed.
   symfed, Scaffold, the best number of local steps. Printed:
     \gamma LH_{\mathrm{opt}}=\sqrt\kappa+\tfrac14+O(\kappa^{-1/2}),\quad\rho_{\mathrm{opt}}=1-\kappa^{-1/2}+\tfrac14\kappa^{-1}+O(\kappa^{-3/2}),\quad\kappa=L/\mu
   Cross-checks, on which nothing rests and which are not here: steps, from the rule, rate, from the rule.
   Not here, or not whole:
     steps: is the same on both sides, once it is computed: nothing is left to decide
     steps of exact cases: searched or simulated, which proves nothing
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* rate (What was derived reads as what is printed.) *)
Theorem rate :
  forall (kappa : R),
  0 < kappa ->
  1 + 1 / (4 * kappa) - 1 / sqrt kappa = 1 + 1 / (4 * kappa) - 1 / sqrt kappa.
Proof.
  intros kappa given_1.
  reflexivity.
Qed.

Definition all_of_this_file := (rate).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
