(* symfed-scaffold-whole-class-shorter-steps: The first regime for steps shorter than 1/L, where it allows for more local steps: a round
   shrinks V by q^2 = (1 - gamma mu)^(2H) for all L-smooth, mu-strongly convex clients if B <= q^2, which the two end quadratics ask for,
   and if the weights are not negative. L may be replaced by anything larger, up to 1/gamma.
   symfed, Scaffold beyond quadratics, shorter steps. Printed:
     V^+\le(1-\gamma\mu)^{2H}V\quad\text{if }r_L^2+\frac{(qr-q_Lr_L)^2}{q^2-q_L^2}\le q^2
   Conditions:
     L*gamma <= 1
     mu < L
     H >= 2
     -(1 - (1 - (-L*gamma + 1)**H)/(H*L*gamma))*(-L*gamma + 1)**(H - 1)*(-gamma*mu + 1)**(H - 1)*(-L*gamma - gamma*mu + 2) + (1 - (1 - (-gamma*mu + 1)**H)/(H*gamma*mu))*((-L*gamma + 1)*(-L*gamma + 1)**(2*H - 2) + (-gamma*mu + 1)*(-gamma*mu + 1)**(2*H - 2)) >= 0
     H*L*gamma*(-(1 - (1 - (-L*gamma + 1)**H)/(H*L*gamma))*(-L*gamma + 1)**H + (1 - (1 - (-gamma*mu + 1)**H)/(H*gamma*mu))*(-gamma*mu + 1)**H) <= -(-L*gamma + 1)**(2*H) + (-gamma*mu + 1)**(2*H)
     (-(1 - (1 - (-L*gamma + 1)**H)/(H*L*gamma))*(-L*gamma + 1)**H + (1 - (1 - (-gamma*mu + 1)**H)/(H*gamma*mu))*(-gamma*mu + 1)**H)**2 <= (-(1 - (1 - (-L*gamma + 1)**H)/(H*L*gamma))**2 + (-gamma*mu + 1)**(2*H))*(-(-L*gamma + 1)**(2*H) + (-gamma*mu + 1)**(2*H))
     in words: every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not
     in words: the control variates add up to zero, as they do from the start on if they start at zero
   Cross-checks, on which nothing rests and which are not here: rounds of exact clients.
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* a client's share *)
Theorem a_client_s_share :
  forall (B : R) (e : R) (q : R) (y : R),
  B <= q ^ 2 ->
  y ^ 2 * B + e ^ 2 * q ^ 2 <= q ^ 2 * (e ^ 2 + y ^ 2).
Proof.
  intros B e q y given_1.
  apply (by_certificate _ _ ((q ^ 2 - B) * (y ^ 2))); [identity | sign].
Qed.

Definition all_of_this_file := (a_client_s_share).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
