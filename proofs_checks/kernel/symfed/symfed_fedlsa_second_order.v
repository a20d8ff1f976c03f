(* symfed-fedlsa-second-order: The coefficients of eta², at fixed H: of FedLSA's bias, x being eta times the first; and of its second
   moment, where multiplicative noise is felt for the first time: C_c(e) = C_c + C_c'[e] + C_c''[e, e]/2 is the covariance of A_c(Z)
   theta - b_c(Z) at theta* + e, g_c = Abar^c theta* - bbar^c, X the first order's.
   symfed, ARGO 'Analysis of FedLSA', second order. Printed:
     \bar A^{-1}\Big(\frac{H-1}2\langle(\bar A^c)^2\rangle x-\frac{(H-1)(H-2)}6\langle(\bar A^c)^2g_c\rangle\Big),\quad xx^\top+\frac1NY,\quad\bar AY+Y\bar A^\top=H\bar AX\bar A^\top+\frac{H-1}2\big(\langle(\bar A^c)^2\rangle X+X\langle(\bar A^c)^2\rangle^\top-\langle\bar A^cC_c+C_c(\bar A^c)^\top\rangle-\langle C_c'[g_c]\rangle\big)+\langle C_c'\rangle[x]+\frac1{2N}\langle C_c''\rangle[X]
   Conditions:
     in words: there is a stationary law with a second moment
     in words: the draws Z_{t,h}^c are independent, and each client's are alike
   Cross-checks, on which nothing rests and which are not here: laws, bias, laws, second moment. *)
From Symfed Require Import SecondOrders.

(* bias *)
Theorem bias :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (inverse : matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  inverse_of (average A)%T inverse ->
  ((exists m n, second_bias g A H m n) /\ (forall m n, second_bias g A H m n -> gamma *: m + (gamma ^ 2) *: n = (1 / 2) *: ((INR H - 1) *: (gamma *: apply inverse (average (fun c => apply (A c - average A) (g c))))) + (gamma ^ 2) *: apply inverse ((1 / 2) *: ((INR H - 1) *: apply (average (fun c => power (A c) 2)) ((1 / 2) *: ((INR H - 1) *: (1 *: apply inverse (average (fun c => apply (A c - average A) (g c))))))) - (1 / 6) *: (((INR H - 1) * (INR H - 2)) *: average (fun c => apply (power (A c) 2) (g c))))))%T.
Proof.
  intros index client dimension clients N H gamma g A inverse given_1 given_2 given_3 given_4 given_5. known.
  assert (law : forall m n, second_bias g A H m n <-> m = first_coefficient g A H inverse /\ n = second_coefficient g A H inverse m).
  { intros m n. apply (second_bias_is g A H m n inverse); first [assumption | lia]. }
  split.
  - do 2 eexists. apply law. split; reflexivity.
  - intros m n kept. apply law in kept. destruct kept as [-> ->]. clear law. unfold second_coefficient, first_coefficient.
    rewrite ?squares_applied. tensors.
Qed.

(* second moment *)
Theorem second_moment :
  forall (index client : Type) (dimension : Finite index) (clients : Finite client) (N H : nat) (gamma : R) (g : client -> vector index) (A : client -> matrix index) (C : client -> matrix index) (D : client -> cubic index) (E : client -> quartic index) (inverse : matrix index) (lyapunov : matrix index -> matrix index),
  number client = N ->
  (1 <= H)%nat ->
  0 < gamma ->
  average g = null ->
  (forall c, transpose (C c) = C c) ->
  inverse_of (average A)%T inverse ->
  lyapunov_of (average A)%T lyapunov ->
  ((exists V W, second_spread g A C D E H V W) /\ (forall V W, second_spread g A C D E H V W -> gamma *: V + (gamma ^ 2) *: W = (gamma / INR N) *: lyapunov (average C) + (gamma ^ 2) *: ((1 / INR N) *: lyapunov ((INR H) *: product (average A) (product (lyapunov (average C)) (transpose (average A))) + (1 / 2) *: ((INR H - 1) *: (product (average (fun c => power (A c) 2)) (lyapunov (average C)) + transpose (product (average (fun c => power (A c) 2)) (lyapunov (average C))) - average (fun c => product (A c) (C c)) - transpose (average (fun c => product (A c) (C c))) - 1 *: average (fun c => along (D c) (g c)))) + along (average D) ((1 / 2) *: ((INR H - 1) *: (1 *: apply inverse (average (fun c => apply (A c - average A) (g c)))))) + 1 *: ((1 / (2 * INR N)) *: spread_along (average E) (lyapunov (average C)))) + outer ((1 / 2) *: ((INR H - 1) *: (1 *: apply inverse (average (fun c => apply (A c - average A) (g c)))))) ((1 / 2) *: ((INR H - 1) *: (1 *: apply inverse (average (fun c => apply (A c - average A) (g c)))))))))%T.
Proof.
  intros index client dimension clients N H gamma g A C D E inverse lyapunov given_1 given_2 given_3 given_4 given_5 given_6 given_7. known.
  assert (law := fun V W => second_spread_is g A C D E H V W inverse lyapunov given_4 given_2 given_6 given_7).
  assert (moved := solution_moved _ _ given_7). assert (turned := lyapunov_transpose _ _ given_7).
  assert (even : transpose (average C) = average C) by (rewrite <- average_transpose; apply average_equal; exact given_5).
  assert (noises : transpose (average (fun c => product (A c) (C c))) = average (fun c => product (C c) (transpose (A c)))).
  { rewrite <- average_transpose. apply average_equal. intros c. rewrite transpose_product, given_5. reflexivity. }
  split.
  - do 2 eexists. apply law. split; [reflexivity | apply (proj1 given_7)].
  - intros V W kept. apply law in kept. destruct kept as [-> balance]. clear law.
    apply moved_behind in balance. apply (equal_by_balance _ _ given_7).
    unfold source, per_pair, first_coefficient in balance. rewrite ?squares_product, ?squares_behind in balance.
    match goal with |- context [lyapunov ?S] => lazymatch S with average C => fail | _ =>
      assert (second := moved S); set (Z := lyapunov S) in *; clearbody Z end end.
    linear. rewrite balance, ?second, ?moved. clear balance second moved.
    linear. rewrite ?turned, ?even, ?noises. clear turned even noises. tensors.
Qed.

Definition all_of_this_file := (bias, second_moment).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
