(* symfed-lsa-one-step: The error after a step is (Id - eta A(Z)) times the error before, less eta eps(Z), where Abar theta* = bbar.
   symfed, ARGO 'Context, analysis of TD (I)', with the noise's sign. Printed:
     \theta_t-\theta_\star=(\mathrm{Id}-\eta A(Z_t))(\theta_{t-1}-\theta_\star)-\eta\,\varepsilon(Z_t),\quad \varepsilon(Z)=(A(Z)-\bar A)\theta_\star-(b(Z)-\bar b) *)
From Symfed Require Import Words.

(* The error after a step is (Id - eta A(Z)) times the error before, less eta eps(Z), where Abar theta* = bbar. (one step, all sizes; a vector is a matrix of which all other columns are zero) *)
Theorem symfed_lsa_one_step :
  forall (matrices : Algebra) (A b M x e : matrices) (gamma : R),
  0 < gamma ->
  (e + x - gamma *: (A * (e + x) - b) - x = e - gamma *: A * e + (- gamma) *: ((A - M) * x + - (b - M * x)))%words.
Proof.
  words.
Qed.

Definition all_of_this_file := (symfed_lsa_one_step).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
