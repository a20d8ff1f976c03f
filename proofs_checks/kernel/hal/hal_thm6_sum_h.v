(* hal-thm6-sum-h: The sum of 1 .. H is H (H+1)/2, and that of 0 .. H-1 is H (H-1)/2.
   hal, proof of Theorem 6, after equation (19). Printed:
     \sum_{h=1}^Hh=\frac{H(H-1)}2
   See aistats-thm7-sum-h, which says the same and has the theorems. *)
