(* symfed-rr-printed-exponents: gamma = eps^2, H = eps^(-4/3) and T = eps^(-2/3) log(1/eps) make every term of (64) O(eps^2), not uniformly
   in mu, L, tau~, the heterogeneity and the start: enough, though not the best choice.
   symfed, Theorem 5 with orders for upper bounds. Printed:
     \gamma=\Theta(\epsilon^2),\ H=\Theta(\epsilon^{-4/3}),\ T=\Theta(\epsilon^{-2/3}\log\tfrac1\epsilon)
   Conditions:
     90*L*gamma <= 1
     2*H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
     in words: every f_c has Lipschitz third derivatives near theta*
     in words: A4: E|grad F_c^Z(theta) - grad f_c(theta)|^2 <= tau~^2 for every theta
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Exponents.

(* powers *)
Theorem lemma_powers :
  within (2) (4 / 3) (2 / 3) (1) (0) (0) (2) /\ within (2) (4 / 3) (2 / 3) (4) (4) (0) (2) /\ within (2) (4 / 3) (2 / 3) (3) (2) (0) (2) /\ within (2) (4 / 3) (2 / 3) (- 1) (- 1) (- 1) (0) /\ within (2) (4 / 3) (2 / 3) (0) (- 1) (0) (0) /\ within (2) (4 / 3) (2 / 3) (0) (0) (- 1) (0).
Proof.
  repeat split; intros; rewrite within_exponents in *; lra.
Qed.

Definition all_of_this_file := (lemma_powers).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
