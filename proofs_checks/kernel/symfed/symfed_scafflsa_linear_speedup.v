(* symfed-scafflsa-linear-speedup: SCAFFLSA has linear speed-up, matrices random and without symmetry: an error bound that is gamma
   sigma²/(N a) for H = 1 and as gamma tends to zero at fixed H, sigma² the clients' mean noise at theta*.
   symfed, ARGO 'Theoretical analysis', t to infinity, with a constant. Printed:
     \mathbb E_\pi\|\theta-\theta_\star\|^2\le\frac{\eta\sigma^2}{Na}\Big(\frac{1+p}{1-p}\Big)^2\frac{1-q^2}{1-q^2-p^2},\quad q^2=(1-\eta a)^H,\ p=\tfrac{\eta L(H-1)}2,\quad \sigma^2=\frac1N\sum_c\mathbb E\|A^c\theta_\star-b^c-\bar A^c\theta_\star+\bar b^c\|^2
   Conditions:
     decay*gamma <= 1
     in words: (1 - eta a)^H + (eta L (H-1)/2)² < 1
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: E|A^c(Z) u|² <= L²|u|² for all u and c
     in words: the control variates have mean zero when they start, and so for ever
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: laws, crowds.
   Not here, or not whole:
     the proof: 4 steps in words *)
From Symfed Require Import Words Prelude.

(* the one that was hit (a round on random matrices that do not commute; a vector is a matrix of which all other columns are zero) *)
Theorem the_one_that_was_hit :
  forall (matrices : Algebra) (Gamma r e y v : matrices) (N : nat) (decay : R) (gamma : R),
  (1 <= N)%nat ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  (Gamma * (e + (1 / INR N) *: v) + r * (y + v - (1 / INR N) *: v) - r * v =
   Gamma * e + r * y + (1 / INR N) *: ((Gamma - r) * v))%words.
Proof.
  words.
Qed.

(* all others (a round on random matrices that do not commute; a vector is a matrix of which all other columns are zero) *)
Theorem all_others :
  forall (matrices : Algebra) (Gamma r e y v : matrices) (N : nat) (decay : R) (gamma : R),
  (1 <= N)%nat ->
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  (Gamma * (e + (1 / INR N) *: v) + r * (y + 0 *: v - (1 / INR N) *: v) - 0 *: r * v =
   Gamma * e + r * y + (1 / INR N) *: ((Gamma - r) * v))%words.
Proof.
  words.
Qed.

(* response *)
Theorem response :
  forall (decay : R) (gamma : R) (k : R) (p : R) (q : R) (z : R),
  0 < decay ->
  0 < gamma ->
  gamma * decay <= 1 ->
  1 - k * z <> 0 ->
  1 - p * z <> 0 ->
  ((p + q - k) * z + 1) / ((1 - k * z) * (1 - p * z)) = (p + q) * z / ((1 - k * z) * (1 - p * z)) + 1 / (1 - p * z).
Proof.
  intros decay gamma k p q z given_1 given_2 given_3 given_4 given_5.
  identity.
Qed.

Definition all_of_this_file := (the_one_that_was_hit, all_others, response).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
