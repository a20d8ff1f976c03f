(* hal-prop1-restated: FedAvg-D has a fixed point, where the pseudo-gradient vanishes, and approaches it from every start, so that there is
   no other.
   hal, Appendix A.1, Proposition 1 (restated). Printed:
     T^{(\gamma,H)}(\bar\theta_{det})=\bar\theta_{det},\ g(\bar\theta_{det})=0,\ \|\theta_t-\bar\theta_{det}\|^2\le(1-\gamma\mu)^{Ht}\|\theta_0-\bar\theta_{det}\|^2
   See hal-prop1, which says the same and has the theorems. *)
