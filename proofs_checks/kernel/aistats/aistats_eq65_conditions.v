(* aistats-eq65-conditions: With T = 2 log(1/eps)/(gamma mu H), the order of T being the one that is chosen, as in Theorem 5, the first two
   conditions of (65) make (64) O(eps^2): they imply gamma^3 H^2 = O(eps^2), even O(eps^3).
   aistats, equation (65). Printed:
     \gamma=O(\epsilon^2),\quad\gamma^4H^4=O(\epsilon^2),\quad\gamma^3H^2=O(\epsilon^2),\quad T=O\Big(\frac1{\gamma\mu H}\log\frac1\epsilon\Big)
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
From Symfed Require Import Prelude.

(* the third follows *)
Theorem the_third_follows :
  forall (h : R) (p : R),
  p >= 2 ->
  4 * p - 4 * h >= 2 ->
  3 <= 3 * p - 2 * h.
Proof.
  intros h p given_1 given_2.
  apply (by_certificate _ _ ((p - 2) + (1 / 2) * (4 * p - 4 * h - 2))); [identity | sign].
Qed.

Definition all_of_this_file := (the_third_follows).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
