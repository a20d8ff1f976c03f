(* hal-pseudo-gradient: A round of FedAvg-D is one gradient step along the sum of the local gradients, for any losses and from any point.
   hal, Section 4, third display. Printed:
     T^{(\gamma,H)}(\theta)=\theta-\gamma g^{(\gamma,H)}(\theta),\quad g^{(\gamma,H)}(\theta)=\frac1N\sum_{c=1}^N\sum_{h=0}^{H-1}\nabla f_c(T_c^{(\gamma,h)}(\theta))
   See aistats-sec4-pseudogradient, which says the same and has the theorems. *)
