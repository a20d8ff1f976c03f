(* hal-eq9: A inverts the Lyapunov operator; C(theta* ) is the mean noise covariance, but the printed summand is client 1's whatever c.
   hal, equation (9). Printed:
     \mathbf A=(Id\otimes\nabla^2f(\theta^\star)+\nabla^2f(\theta^\star)\otimes Id)^{-1},\quad\mathcal C(\theta^\star)=\mathbb E\Big[\frac1N\sum_{c=1}^N\varepsilon_1^1(\theta^\star)^{\otimes2}\Big]
   See aistats-eq9-A-and-C, which says the same and has the theorems. *)
