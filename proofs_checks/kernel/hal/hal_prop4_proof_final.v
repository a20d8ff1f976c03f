(* hal-prop4-proof-final: The geometric series over rounds is 1/(1 - (1 - gamma mu)^H), which is more than the 1/(gamma mu H) that the
   equality puts for it as soon as H > 1. With this the proof's bound is Theorem 2's, and not Proposition 5's. (H (H-1)/2 counts pairs
   with h from 1; from 0 they are H (H+1)/2.) The line above it lacks a square, as in the published version: aistats-prop5-cauchy-
   schwarz.
   hal, proof of Proposition 4, last display. Printed:
     \sum_{t=0}^\infty(1-\gamma\mu)^{Ht}\gamma^2\frac{H(H-1)}2\zeta_{\star,2}\zeta_{\star,1}=\frac{\gamma(H-1)\zeta_{\star,2}\zeta_{\star,1}}{2\mu}
   See aistats-prop5-geometric, which says the same and has the theorems. *)
