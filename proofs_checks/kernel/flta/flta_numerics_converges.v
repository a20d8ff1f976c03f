(* flta-numerics-converges: Scaffold converges for every H: V contracts by the square of the largest factor, an eigenvalue at a time, and
   all of them stay below one. Its limit is X_* if the control variates start with mean zero.
   flta, Numerical Results, first item. Printed:
     \text{SCAFFOLD converges for all }H\text{ if }\gamma\le1/L
   See flta-convergent-all-h, which says the same and has the theorems. *)
