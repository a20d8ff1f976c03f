(* hal-thm5-proof: The proof: Durmus et al. (2024), Lemma 6 and Proposition 3 give the limit, Theorem 4 (used at gamma and at 2 gamma) the
   bias.
   hal, Appendix B.6, proof of Theorem 5. Printed:
     \text{for }\gamma\le1/(25L)\wedge1/(2H)\ldots\text{ whose assumptions are satisfied by Lemma 6 and Proposition 3}\ldots\text{ follows from the expansion of the bias given in Theorem 4}
   Conditions:
     25*L*gamma <= 1
     2*H*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3 *)
From Symfed Require Import Instance.

(* The proof: Durmus et al. (2024), Lemma 6 and Proposition 3 give the limit, Theorem 4 (used at gamma and at 2 gamma) the bias. At an
   instance (Theorem 4's condition gamma <= 1/(25L) at 2 gamma): gamma = 1/25, H = 1, mu = 1, L = 1. Compared: the left side and the right
   one. *)
Theorem hal_thm5_proof_is_false :
  let gamma := 1 / 25 in let L := 1 in
  25 * L * gamma <= 1 /\
  2 * gamma <= 1 /\
  ~ (50 * gamma * L <= L / L).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (hal_thm5_proof_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
