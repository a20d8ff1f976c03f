(* hal-a1-invertibility: A1 makes f strongly convex, so theta* is unique, and the Lyapunov operator there is invertible: it reaches every
   matrix M, and makes it no smaller than 2 mu |M|, for its eigenvalues are sums of two.
   hal, remark after A1. Printed:
     f\ \mu\text{-strongly convex},\ \theta^\star\text{ unique},\ Id\otimes\nabla^2f(\theta^\star)+\nabla^2f(\theta^\star)\otimes Id\text{ invertible}
   See aistats-A1-uniqueness-lyapunov, which says the same and has the theorems. *)
