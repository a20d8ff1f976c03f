(* aistats-thm5-complexity: gamma, H and T of exactly the printed powers of eps (O is read as the order that is chosen, not as an upper
   bound, with which the start would not be forgotten) make every term of (64) O(eps^2), not uniformly in mu, L, tau~, the heterogeneity
   and the start: enough, though not the best choice.
   aistats, Theorem 5, communication complexity, and equation (66). Printed:
     \mathbb E\|\vartheta_t^{(\gamma,H)}-\theta^\star\|^2=O(\epsilon^2)\text{ when }\gamma=O(\epsilon^2),\ H=O(1/\epsilon^{4/3}),\text{ with a number of communications at least }T=O\Big(\frac1{\epsilon^{2/3}}\log\frac1\epsilon\Big)
   Conditions:
     90*L*gamma <= 1
     2*H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A4: E|grad F_c^Z(theta) - grad f_c(theta)|^2 <= tau~^2 for every theta
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
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
