(* aistats-thm1proof-products: The products as Theorem 1's proof writes them, one factor more than in equation (3): with these the unrolled
   path of Proposition 2 is right.
   aistats, proof of Theorem 1, the products. Printed:
     \digamma_c^{\star,h+1:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\theta^\star_{c,\ell},\theta^\star)})
   See symfed-local-path-unrolled, which says the same and has the theorems. *)
