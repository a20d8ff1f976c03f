(* hal-thm4-condition: Theorem 4 asks for gamma <= 1/(25L) and gamma <= 1/H.
   hal, Theorem 4. Printed:
     \gamma\le1/(25L)\wedge1/H
   See hal-thm3-condition, which says the same and has the theorems. *)
