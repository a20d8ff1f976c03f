(* symfed-rr-bias-square: Equation (63) follows where Theorem 5's bias holds, with twice the square of its constant.
   symfed, equation (63) with its missing condition. Printed:
     \|\bar\vartheta_{sto}^{(\gamma,H)}-\theta^\star\|^2=O(\gamma^4H^4+\gamma^3H^2)
   Conditions:
     90*L*gamma <= 1
     2*H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient
     in words: clients draw independently of each other
     in words: every f_c has Lipschitz third derivatives near theta*
   Not here, or not whole:
     square of the bias: proven remainder of combined runs is not exported
     symfed-fedavg-bias-remainder: a premise, of which nothing is here *)
From Symfed Require Import Prelude.

(* square of a sum *)
Theorem square_of_a_sum :
  forall (drift : R) (noise : R),
  (drift + noise) ^ 2 <= 2 * drift ^ 2 + 2 * noise ^ 2.
Proof.
  intros drift noise.
  apply (by_certificate _ _ (((drift - noise) ^ 2))); [identity | sign].
Qed.

Definition all_of_this_file := (square_of_a_sum).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
