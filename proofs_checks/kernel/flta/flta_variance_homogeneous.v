(* flta-variance-homogeneous: With equal Hessians the variance is of order gamma sigma^2/N. That has another unit than a variance: the
   constant holds 1/mu.
   flta, Extension to Stochastic Setting. Printed:
     \text{for homogeneous quadratics, }\mathrm{tr}(\Sigma_\theta)\lesssim\frac{\gamma\sigma^2}N
   Conditions:
     L*gamma <= 1
     in words: quadratic clients with additive noise
     in words: clients that share the Hessian *)
From Symfed Require Import Prelude.

(* With equal Hessians the variance is of order gamma sigma^2/N. That has another unit than a variance: the constant holds 1/mu. *)
Theorem flta_variance_homogeneous_is_false :
  ~ (forall (C : R) (N : nat) (a : R) (gamma : R) (k : R),
  0 <= C ->
  (1 <= N)%nat ->
  0 < a ->
  0 < gamma ->
  0 < k ->
  2 - a * gamma <> 0 ->
  2 - (a * k ^ 1) * (gamma / k) <> 0 ->
  C * gamma / (a * INR N * (2 - a * gamma)) <= C * gamma / INR N ->
  (C * k ^ 2) * (gamma / k) / ((a * k ^ 1) * (INR N * k ^ 0) * (2 - (a * k ^ 1) * (gamma / k))) <= (C * k ^ 2) * (gamma / k) / (INR N * k ^ 0)).
Proof.
  intros printed. pose proof (printed (1) 1%nat (1) (1) (1 / 64)) as point.
  inside point. contradiction_at point (- 63 / 64).
Qed.

Definition all_of_this_file := (flta_variance_homogeneous_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
