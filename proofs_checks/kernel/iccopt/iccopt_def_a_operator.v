(* iccopt-def-a-operator: A is the inverse of Id (x) f'' + f'' (x) Id, which is invertible: its eigenvalues are sums of two of f''.
   iccopt, slide 'Expansion of Covariance'. Printed:
     \mathbf A\triangleq(Id\otimes\nabla^2f(x_\star)+\nabla^2f(x_\star)\otimes Id)^{-1}
   See aistats-A1-uniqueness-lyapunov, which says the same and has the theorems. *)
