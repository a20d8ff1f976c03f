(* hal-thm5-condition: Theorem 5 asks for gamma <= 1/(25L) and gamma <= 1/(2H): Theorem 4's conditions at 2 gamma, of which one was not
   halved.
   hal, Theorem 5. Printed:
     \gamma\le1/(25L)\wedge1/(2H)
   Conditions:
     25*L*gamma <= 1
     2*H*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
   Not here, or not whole:
     at 2 gamma: is no instance that its check draws *)
From Symfed Require Import Prelude.

(* Theorem 5 asks for gamma <= 1/(25L) and gamma <= 1/(2H): Theorem 4's conditions at 2 gamma, of which one was not halved. *)
Theorem units_is_false :
  ~ (forall (H : nat) (gamma : R) (k : R),
  (1 <= H)%nat ->
  0 < gamma ->
  0 < k ->
  gamma <= 1 / (2 * INR H) ->
  gamma / k <= 1 / (2 * (INR H * k ^ 0))).
Proof.
  intros printed. pose proof (printed 1%nat (1 / 2) (1 / 128)) as point.
  inside point. contradiction_at point (- 127 / 2).
Qed.

Definition all_of_this_file := (units_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
