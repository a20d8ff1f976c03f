(* symfed-scafflsa-complexity: SCAFFLSA's cost: the error falls to the order of epsilon², at most 20 of it, in a number of rounds that grows
   with the logarithm of epsilon alone, which no other choice of eta and H betters under these conditions. H and T are real, not rounded;
   sigma² is the noise at theta*.
   symfed, ARGO slide 'Communication Complexity', with the logarithm of squares. Printed:
     \eta=\frac{Na\epsilon^2}{\sigma^2},\quad H=\frac{\sigma^2}{N\epsilon^2L^2},\quad T=\frac{2L^2}{a^2}\log\frac{\psi_0}{\epsilon^2},\quad HT=\frac{2\sigma^2}{Na^2\epsilon^2}\log\frac{\psi_0}{\epsilon^2}
   Conditions:
     decay*gamma <= 1
     H*L**2*gamma <= decay
     2*decay**2 <= L**2
     sigma**2 >= L**2*N*epsilon**2
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: E|A^c(Z) u|² <= L²|u|² for all u and c
     in words: the control variates have mean zero when they start, and so for ever
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: enough.
   Not here, or not whole:
     eta: reads as what was derived does: nothing is left for a proof
     H: reads as what was derived does: nothing is left for a proof
     T: reads as what was derived does: nothing is left for a proof
     steps: reads as what was derived does: nothing is left for a proof
     the proof: 2 steps in words *)
From Symfed Require Import Exponents.

(* eta, 1/H and 1/T in powers of epsilon: no choice has fewer rounds *)
Theorem fewest :
  within (2) (2) (0) (1) (0) (0) (2) /\ within (2) (2) (0) (1) (1) (0) (0) /\ within (2) (2) (0) (- 1) (- 1) (- 1) (0) /\ within (2) (2) (0) (0) (- 1) (0) (0) /\ within (2) (2) (0) (0) (0) (- 1) (0) /\ (forall p h t, within p h t (1) (0) (0) (2) -> within p h t (1) (1) (0) (0) -> within p h t (- 1) (- 1) (- 1) (0) -> within p h t (0) (- 1) (0) (0) -> within p h t (0) (0) (- 1) (0) -> 0 <= t).
Proof.
  repeat split; intros; rewrite within_exponents in *; lra.
Qed.

Definition all_of_this_file := (fewest).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
