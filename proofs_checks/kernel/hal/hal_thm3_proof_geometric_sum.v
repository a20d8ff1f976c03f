(* hal-thm3-proof-geometric-sum: The sum of the powers, printed with plus on the right: false at one step, -gamma/2 for gamma/2. Here the
   proof loses the minus sign, and all that follows has plus; the equation of the mean before it still has minus.
   hal, Appendix B.4, proof of Theorem 3, Lemma 9 used. Printed:
     -\frac\gamma2\sum_{h=0}^{H-1}\Gamma^{\star,H-h-1}=\frac12(Id-\Gamma^{\star,H})\nabla^2f(\theta^\star)^{-1}
   Conditions:
     in words: every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L] *)
From Symfed Require Import Instance.

(* The sum of the powers, printed with plus on the right: false at one step, -gamma/2 for gamma/2. Here the proof loses the minus sign, and
   all that follows has plus; the equation of the mean before it still has minus. At an instance (random exact Hessians, d <= 3): gamma =
   1, H = 1, hessians = [[[1]]], optima = [[0]]. Compared: the left side and the right one. *)
Theorem hal_thm3_proof_geometric_sum_is_false :
  let A := 1 in let centre := 0 in let gamma := 1 in
  ~ (- gamma / 2 = (1 - (1 - gamma * A)) / A / 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: aistats-B5-lem9-use on this instance. The sum of the powers, by Lemma 9
   with M_k = Id and M_k' = Id - gamma A: the sign is right. At an instance (random exact Hessians, d <= 3): gamma = 1, H = 1, hessians =
   [[[1]]], optima = [[0]]. Compared: the left side and the right one. *)
Theorem hal_thm3_proof_geometric_sum_holds_there :
  let A := 1 in let centre := 0 in let gamma := 1 in
  - gamma / 2 = -1 * ((1 - (1 - gamma * A)) / A) / 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (hal_thm3_proof_geometric_sum_is_false, hal_thm3_proof_geometric_sum_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
