(* hal-table1-quadratic: Quadratic clients: the bias leads with plus gamma (H-1)/2 times b_h.
   hal, Table 1, row Quadratic. Printed:
     \frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_{c=1}^N(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)
   See aistats-table1-quadratic, which says the same and has the theorems. *)
