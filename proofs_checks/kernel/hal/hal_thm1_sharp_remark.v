(* hal-thm1-sharp-remark: The bound gamma (H-1) L zeta_1/mu of Proposition 2 is sharp for small gamma H.
   hal, remark after Proposition 2. Printed:
     \text{the convergence bound is sharp for small values of the product }\gamma H
   See aistats-thm1-sharp-remark, which says the same and has the theorems. *)
