(* symfed-lsa-noise: eps(Z) = (A(Z) - Abar) theta* - (b(Z) - bbar) is A(Z) theta* - b(Z), where Abar theta* = bbar.
   symfed, ARGO, the noise with its sign. Printed:
     \varepsilon(Z)=(A(Z)-\bar A)\theta_\star-(b(Z)-\bar b)=A(Z)\theta_\star-b(Z) *)
From Symfed Require Import Words.

(* eps(Z) = (A(Z) - Abar) theta* - (b(Z) - bbar) is A(Z) theta* - b(Z), where Abar theta* = bbar. (A(Z) and Abar of any size; a vector is a matrix of which all other columns are zero) *)
Theorem symfed_lsa_noise :
  forall (matrices : Algebra) (A b M x : matrices),
  ((A - M) * x - (b - M * x) = A * x - b)%words.
Proof.
  words.
Qed.

Definition all_of_this_file := (symfed_lsa_noise).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
