(* hal-table1-deterministic: Exact gradients: the first order of the bias is plus gamma (H-1)/2 times b_h.
   hal, Table 1, row Deterministic. Printed:
     \frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_{c=1}^N(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)
   See aistats-table1-deterministic, which says the same and has the theorems. *)
