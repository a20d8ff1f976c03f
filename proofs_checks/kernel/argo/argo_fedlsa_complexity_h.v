(* argo-fedlsa-complexity-h: The largest H that keeps the bias below epsilon. The printed one has the unit of a squared matrix, where H is a
   number.
   argo, slide 'Problem: heterogeneity requires lots of communications'. Printed:
     \|\theta_T^{\mathrm{bias}}\|^2\le\epsilon^2\quad\rightarrow\quad H=\frac{\sigma_\star^2}{N\epsilon\Delta_{\mathrm{het}}} *)
From Symfed Require Import Prelude.

(* The largest H that keeps the bias below epsilon. The printed one has the unit of a squared matrix, where H is a number. *)
Theorem argo_fedlsa_complexity_h_is_false :
  ~ (forall (Delta_het : R) (H : nat) (N : nat) (epsilon : R) (k : R) (sigma : R),
  0 < Delta_het ->
  (1 <= H)%nat ->
  (1 <= N)%nat ->
  0 < epsilon ->
  0 < k ->
  0 < sigma ->
  INR H <= sigma ^ 2 / (epsilon * INR N * Delta_het) ->
  INR H * k ^ 0 <= (sigma * k ^ 1) ^ 2 / ((epsilon * k ^ 0) * (INR N * k ^ 0) * (Delta_het * k ^ 0))).
Proof.
  intros printed. pose proof (printed (1) 1%nat 1%nat (1) (1 / 64) (1)) as point.
  inside point. contradiction_at point (- 4095 / 4096).
Qed.

Definition all_of_this_file := (argo_fedlsa_complexity_h_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
