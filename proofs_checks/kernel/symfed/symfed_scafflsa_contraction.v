(* symfed-scafflsa-contraction: A round of SCAFFLSA multiplies |e|² + mean |y_c|², the slides' psi, in the mean by at most (1-gamma a)^H +
   (gamma L (H-1)/2)².
   symfed, the rate of the slides on SCAFFLSA, its condition on H left open. Printed:
     \mathbb E\,\psi_{t+1}\le\big[(1-\eta a)^H+\tfrac{\eta^2L^2(H-1)^2}4\big]\psi_t,\quad \psi=\|\theta-\theta_\star\|^2+\tfrac{\eta^2H^2}N\textstyle\sum_c\|\xi_c-\xi_c^\star\|^2,\ \text{for two runs on the same draws}
   Conditions:
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: E|A^c(Z) u|² <= L²|u|² for all u and c
     in words: the control variates have mean zero when they start, and so for ever
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: one round, with noise.
   Not here, or not whole:
     their mean: reads as what was derived does: nothing is left for a proof
     the proof: 2 steps in words *)
From Symfed Require Import Words Prelude.

(* after a step more, a control variate's shift has added -(1/H) of (I - eta A) T + I (a local step, random matrices that do not commute; a vector is a matrix of which all other columns are zero) *)
Theorem the_rule :
  forall (matrices : Algebra) (T A x y eps own xi : matrices) (H : nat) (gamma : R),
  (1 <= H)%nat ->
  0 < gamma ->
  (x - (1 / INR H) *: (T * y) - gamma *: (A * (x - (1 / INR H) *: (T * y) - own) + eps - (xi + (- 1 / (gamma * INR H)) *: y)) - (x - gamma *: (A * (x - own) + eps - xi)) =
   (1 / INR H) *: (- ((1 - gamma *: A) * T + 1) * y))%words.
Proof.
  words.
Qed.

(* I - Gamma becomes (I - eta A)(I - Gamma) + eta A, so that after n steps it has norm at most eta L n (random matrices that do not commute; a vector is a matrix of which all other columns are zero) *)
Theorem a_step_more :
  forall (matrices : Algebra) (A G : matrices) (gamma : R),
  0 < gamma ->
  (1 - (1 - gamma *: A) * G = (1 - gamma *: A) * (1 - G) + gamma *: A)%words.
Proof.
  words.
Qed.

(* Cauchy-Schwarz, with the two norms written a and L; what is left, q² |y|² - 2 q r |e||y| + r² |e|², is a square *)
Theorem split :
  forall (L : R) (decay : R) (gram_gg : R) (gram_xg : R) (gram_xx : R),
  0 < L ->
  0 < decay ->
  0 <= gram_gg ->
  0 <= gram_xx ->
  gram_xg ^ 2 <= gram_gg * gram_xx ->
  gram_gg * L ^ 2 + 2 * gram_xg * L * decay + gram_xx * decay ^ 2 <= (gram_gg + gram_xx) * (L ^ 2 + decay ^ 2).
Proof.
  intros L decay gram_gg gram_xg gram_xx given_1 given_2 given_3 given_4 given_5.
  assert (square_2 := square_of_sum (L) (- decay) gram_xx gram_xg gram_gg ltac:(lra) ltac:(lra) ltac:(lra)).
  apply (by_certificate _ _ ((gram_xx * L ^ 2 + gram_gg * decay ^ 2 - 2 * gram_xg * L * decay))); [identity | sign].
Qed.

Definition all_of_this_file := (the_rule, a_step_more, split).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
