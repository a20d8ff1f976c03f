(* hal-prop4-proof-telescoping: A client's product of H - h factors less that of the mean Hessian, as a telescoping sum. The factors are Id
   - gamma A_c and Id - gamma A: their difference is minus the printed one. (As all factors of a product are equal, either order of Lemma
   9 does.)
   hal, proof of Proposition 4, before equation (28). Printed:
     \Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H}=\sum_{\ell=h+1}^H\Gamma_c^{\star,h+1:\ell-1}(\gamma\bar A_c-\gamma\bar A)\Gamma_{avg}^{\star,\ell+1:H}
   See aistats-prop5-telescoping, which says the same and has the theorems. *)
