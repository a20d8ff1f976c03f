(* hal-prop5-proof-noise: The second moment before and after a round. The noise's sum over clients has 1/N where the square of a mean has
   1/N^2: N times too much. Besides, C, the mean of the clients' covariances, stands for each client's own, and is taken at a random
   point, and at a step's end, without its expectation.
   hal, proof of Proposition 5, the variance. Printed:
     \int(\theta-\theta^\star)^{\otimes2}\pi=\int\Big(\Gamma^\star(\theta-\theta^\star)+\frac1N\sum_c(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star)\Big)^{\otimes2}\pi+\frac{\gamma^2}N\sum_{c=1}^N\sum_{h=1}^H\Gamma_c^{\star,h+1:H}\mathcal C(\tilde T^{(\gamma,h)}(\theta;Z_c^{1:h}))\Gamma_c^{\star,h+1:H}
   See aistats-prop6-variance-recursion, which says the same and has the theorems. *)
