(* hal-thm4-proof-lemma9-sum: The geometric sum with a minus sign on one side alone: false at one step, -gamma for gamma. The preprint
   prints it so both times that it uses it.
   hal, Appendix B.5, proof of Theorem 4, before equation (33). Printed:
     -\gamma\sum_{h=0}^{H-1}\Gamma_c^{\star,H-h-1}=\big(Id-\Gamma_c^{\star,H}\big)\nabla^2f_c(\theta^\star)^{-1}
   See aistats-eq55pre-geometric, which says the same and has the theorems. *)
