(* argo-def-a-operator: A inverts X -> f'' X + X f'', and C is the covariance of the gradients' noise at theta*, the mean of the clients',
   one stochastic gradient each, for the slide divides by N where it uses C: with these gamma/N A C is the first order of the second
   moment.
   argo, slide 'In the General Case'. Printed:
     \mathbf A=(Id\otimes\nabla^2f(\theta_\star)+\nabla^2f(\theta_\star)\otimes Id)^{-1},\quad\mathcal C(\theta_\star)\text{ is the gradient's covariance at }\theta_\star
   See symfed-noise-matrix, which says the same and has the theorems. *)
