(* hal-prop3-rate-remark: More local steps converge faster but add bias.
   hal, remark after Proposition 3. Printed:
     \text{a larger number of local steps }H\text{ speeds up the convergence, but leads to additional bias}
   See aistats-prop3-rate-remark, which says the same and has the theorems. *)
