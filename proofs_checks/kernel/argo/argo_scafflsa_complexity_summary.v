(* argo-scafflsa-complexity-summary: H grows like 1/(N epsilon²) where FedLSA's grows like 1/(N epsilon), and T does not depend on epsilon.
   It does, by the logarithm printed.
   argo, slide 'Communication Complexity'. Printed:
     H\propto1/N\epsilon^2\text{ rather than }1/N\epsilon\text{, and }T\text{ independent on }\epsilon
   Not here, or not whole:
     SCAFFLSA's H, power of epsilon: reads as what was derived does: nothing is left for a proof
     SCAFFLSA's H, power of N: reads as what was derived does: nothing is left for a proof
     FedLSA's H, power of epsilon: reads as what was derived does: nothing is left for a proof
     FedLSA's H, power of N: reads as what was derived does: nothing is left for a proof *)
From Symfed Require Import Prelude.

(* H grows like 1/(N epsilon²) where FedLSA's grows like 1/(N epsilon), and T does not depend on epsilon. It does, by the logarithm printed. *)
Theorem T_at_half_the_accuracy_less_T_is_false :
  ~ (forall (L : R) (decay : R) (epsilon : R) (psi0 : R),
  0 < L ->
  0 < decay ->
  0 < epsilon ->
  0 < psi0 ->
  0 = 2 * L ^ 2 * ln (4 * psi0 / epsilon ^ 2) / decay ^ 2 - 2 * L ^ 2 * ln (psi0 / epsilon ^ 2) / decay ^ 2).
Proof.
  intros printed. pose proof (printed (1) (1) (1) (1)) as point.
  inside point.
  logarithm point (4) log_1.
  logarithm point (1) log_2.
  contradiction_at point (2 * log_1 - 2 * log_2).
Qed.

Definition all_of_this_file := (T_at_half_the_accuracy_less_T_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
