(* argo-scafflsa-complexity-eta: The largest step size for which eta sigma²/(N a) is at most epsilon²: linear speed-up, as long as it is a
   stable step size. The accuracy is asked of each bound by itself, and sigma_* must be the noise that symfed-fedlsa-variance or symfed-
   scafflsa-mean-square-error names.
   argo, slide 'Communication Complexity'. Printed:
     \frac{\eta\sigma_\star^2}{Na}\le\epsilon^2\quad\rightarrow\quad\eta=\frac{Na\epsilon^2}{\sigma_\star^2}
   See argo-fedlsa-complexity-eta, which says the same and has the theorems. *)
