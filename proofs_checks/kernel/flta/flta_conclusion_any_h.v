(* flta-conclusion-any-h: Scaffold converges for every H: V contracts by the square of the largest factor, an eigenvalue at a time, and all
   of them stay below one. Its limit is X_* if the control variates start with mean zero.
   flta, Discussion and Perspectives. Printed:
     \text{New spectral framework explains convergence of SCAFFOLD for any number of local steps}
   See flta-convergent-all-h, which says the same and has the theorems. *)
