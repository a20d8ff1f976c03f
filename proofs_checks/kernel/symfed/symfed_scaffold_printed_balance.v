(* symfed-scaffold-printed-balance: What balancing the slides' two branches gives: no factor 2 under the root. Their bound is best at gamma
   L H = sqrt((1-1/e) kappa) + (1-1/e)/4; root stands for sqrt(1 - 1/e), kappa = L/mu tends to infinity, gamma L in (0, 1] is held fixed.
   symfed, Scaffold, the best number of local steps. Printed:
     H=\sqrt{\frac{1-1/e}{\gamma^2L\mu}}+\frac{1-1/e}{4\gamma L}+O(\kappa^{-1/2}),\quad\min_H\rho_{\gamma,H}=1-\sqrt{\frac{(1-1/e)\mu}L}+\frac{1-1/e}4\frac\mu L+O(\kappa^{-3/2})
   Not here, or not whole:
     steps: is the same on both sides, once it is computed: nothing is left to decide
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* rate (What was derived reads as what is printed.) *)
Theorem rate :
  forall (kappa : R) (root : R),
  0 < kappa ->
  root ^ 2 / (4 * kappa) + 1 - root / sqrt kappa = root ^ 2 / (4 * kappa) + 1 - root / sqrt kappa.
Proof.
  intros kappa root given_1.
  reflexivity.
Qed.

Definition all_of_this_file := (rate).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
