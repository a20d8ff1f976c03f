(* argo-scafflsa-condition: The rate 1 - eta a H/2 is asserted for all H up to a/(eta max |Abar_c|²). It can then be negative: a may exceed
   sqrt(2) max |Abar_c|.
   argo, slide 'Theoretical analysis'. Printed:
     \text{We prove, assuming }H\le\frac a{\eta\max_c\|\bar A^c\|^2}
   Conditions:
     H*L**2*gamma <= decay
     in words: E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0
     in words: the draws Z_{t,h}^c are independent, and each client's are alike *)
From Symfed Require Import Instance.

(* The rate 1 - eta a H/2 is asserted for all H up to a/(eta max |Abar_c|²). It can then be negative: a may exceed sqrt(2) max |Abar_c|. At
   an instance (a round of one client without noise, d = 1): gamma = 1/2, H = 3, client 1 = A: [[[1]]], b: [[0]], weights: [1]. Compared:
   the left side and the right one. *)
Theorem argo_scafflsa_condition_is_false :
  let A := 1 in let b := 0 in let w := 1 in let gamma := 1 / 2 in
  let t1 := 1 - gamma * A in
  ~ ((1 - gamma * (w * A)) ^ 6 <= 1 - gamma * ((1 - w * (t1 * t1)) / gamma) * 3 / 2).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (argo_scafflsa_condition_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
