(* iccopt-operator-a: A is the inverse of Id (x) f'' + f'' (x) Id, which is invertible: its eigenvalues are sums of two of f''.
   iccopt, slide 'FedAvg (with stochastic gradients) converges!', overlay. Printed:
     \mathbf A=(I\otimes\nabla^2f(x^* )+\nabla^2f(x^* )\otimes I)^{-1}
   See aistats-A1-uniqueness-lyapunov, which says the same and has the theorems. *)
