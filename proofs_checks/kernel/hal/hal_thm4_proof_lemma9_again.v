(* hal-thm4-proof-lemma9-again: The geometric sum with a minus sign on one side alone, as where the proof uses it first: false at one step,
   -gamma for gamma. The published version has minus on both sides here.
   hal, proof of Theorem 4, before equation (35). Printed:
     -\gamma\sum_{h=0}^{H-1}\Gamma_c^{\star,H-h-1}=\big(Id-\Gamma_c^{\star,H}\big)\nabla^2f_c(\theta^\star)^{-1}
   Conditions:
     25*L*gamma <= 1
     H*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3 *)
From Symfed Require Import Instance.

(* The geometric sum with a minus sign on one side alone, as where the proof uses it first: false at one step, -gamma for gamma. The
   published version has minus on both sides here. At an instance (exact Hessians, powers written out): gamma = 1/45, H = 1, hessians =
   [[[1]]], optima = [[0]]. Compared: the left side and the right one. *)
Theorem hal_thm4_proof_lemma9_again_is_false :
  let A := 1 in let centre := 0 in let gamma := 1 / 45 in
  25 * A * gamma <= 1 /\
  gamma <= 1 /\
  ~ (-1 * gamma = (1 - (1 - gamma * A)) / A).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-eq55pre-geometric on this instance. gamma times the sum of a
   client's powers is (Id - Gamma_c^H) A_c^-1, with one sign on both sides. At an instance (exact Hessians, powers written out): gamma =
   1/45, H = 1, hessians = [[[1]]], optima = [[0]]. Compared: the left side and the right one. *)
Theorem hal_thm4_proof_lemma9_again_holds_there :
  let A := 1 in let centre := 0 in let gamma := 1 / 45 in
  gamma = (1 - (1 - gamma * A)) / A.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (hal_thm4_proof_lemma9_again_is_false, hal_thm4_proof_lemma9_again_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
