(* hal-lemma5-proof-expansion: The square of a step, printed without gamma^2 at the last term (the same in Lemma 6's proof). The next
   display has it: a slip of the pen.
   hal, proof of Lemma 5, second display. Printed:
     \|\tilde T_c^{(\gamma,h+1)}-\theta^\star\|^2=\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^2-2\gamma\langle\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)}),\tilde T_c^{(\gamma,h)}-\theta^\star\rangle+\|\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})\|^2
   See aistats-lem5-expansion-gamma2, which says the same and has the theorems. *)
