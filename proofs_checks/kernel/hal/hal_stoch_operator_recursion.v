(* hal-stoch-operator-recursion: A round of FedAvg, an operator of the point and of the drawn states, equals one step along the summed
   sample gradients: for any losses and draws.
   hal, Appendix B.1, first display. Printed:
     \tilde T_c^{(\gamma,0)}(\theta;Z_c^{1:h+1})=\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h})-\gamma\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h}))
   See aistats-eq5-stoch-operator, which says the same and has the theorems. *)
