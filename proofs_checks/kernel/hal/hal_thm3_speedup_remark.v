(* hal-thm3-speedup-remark: For small gamma H the bias with equal clients falls like 1/N.
   hal, remark after Theorem 3. Printed:
     \text{as long as }\gamma H\text{ is small enough, both the bias and the variance decrease inversely proportional to }N
   Conditions:
     8*L*gamma <= 1
     H*gamma <= 1
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: equal clients *)
From Symfed Require Import Prelude.

(* For small gamma H the bias with equal clients falls like 1/N. *)
Theorem hal_thm3_speedup_remark_is_false :
  ~ (forall (C : R) (H : nat) (L : R) (a : R) (b : R) (gamma : R),
  0 <= C ->
  (1 <= H)%nat ->
  0 < L ->
  0 < a ->
  0 < gamma ->
  8 * L * gamma <= 1 ->
  gamma * INR H <= 1 ->
  a < L ->
  0 = (b * C - b * C * INR H) / (4 * a)).
Proof.
  intros printed. pose proof (printed (1) 2%nat (2) (1) (1) (1 / 100)) as point.
  inside point.
  contradiction_at point (- 1 / 4).
Qed.

Definition all_of_this_file := (hal_thm3_speedup_remark_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
