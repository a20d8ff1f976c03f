(* flta-any-h-contribution: Scaffold converges for every H: V contracts by the square of the largest factor, an eigenvalue at a time, and
   all of them stay below one. Its limit is X_* if the control variates start with mean zero.
   flta, Goal of This Work. Printed:
     \text{We establish convergence for any number of local steps by decomposing dynamics along the eigenspaces of the Hessian}
   See flta-convergent-all-h, which says the same and has the theorems. *)
