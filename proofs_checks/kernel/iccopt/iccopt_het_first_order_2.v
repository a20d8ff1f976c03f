(* iccopt-het-first-order-2: The first-order measure, as the later builds of the slide print it.
   iccopt, slides on heterogeneity measures. Printed:
     \zeta=\frac1N\sum_{c=1}^N\|\nabla f_c(x^* )-\nabla f(x^* )\|^2
   See iccopt-het-first-order, which says the same and has the theorems. *)
