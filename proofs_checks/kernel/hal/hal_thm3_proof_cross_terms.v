(* hal-thm3-proof-cross-terms: A local iterate, averaged over no other clients, does not have the stationary distribution from which it
   starts: its second moment is larger. What has it is the end of a round, which is what the display squares.
   hal, Appendix B.4, proof of Theorem 3, before the second moment is taken. Printed:
     \text{using the fact that }\tilde T_c^{(\gamma,h+1)}(\theta;Z_c^{1:h+1})\text{ follows the same distribution as }\theta
   See aistats-B5-second-moment, which says the same and has the theorems. *)
