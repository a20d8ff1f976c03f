(* aistats-lem9-telescoping: With products as Section 1 defines them (last factor leftmost) the telescoping sum is printed in the wrong
   order; M is read as K.
   aistats, Lemma 9. Printed:
     \prod_{k=1}^KM_k-\prod_{k=1}^KM_k'=\sum_{k=1}^K\Big\{\prod_{\ell=1}^{k-1}M_\ell\Big\}(M_k-M_k')\Big\{\prod_{\ell=k+1}^MM_\ell'\Big\},\qquad\prod_{\ell=1}^kM_\ell=M_kM_{k-1}\cdots M_1\ \text{(Section 1)} *)
From Symfed Require Import Instance.

(* With products as Section 1 defines them (last factor leftmost) the telescoping sum is printed in the wrong order; M is read as K. At an
   instance (random exact matrices, d <= 3, up to three factors): matrices = [[[0, 0], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 1]], [[0,
   0], [1, 0]]], vector = [0, 0]. Compared: the left side and the right one. *)
Theorem aistats_lem9_telescoping_is_false :
  let matrices_1_1_1 := 0 in let matrices_1_1_2 := 0 in let matrices_1_2_1 := 0 in let matrices_1_2_2 := 0 in let matrices_2_1_1 := 0 in
  let matrices_2_1_2 := 0 in let matrices_2_2_1 := 0 in let matrices_2_2_2 := 0 in let matrices_3_1_1 := 0 in let matrices_3_1_2 := 0 in
  let matrices_3_2_1 := 0 in let matrices_3_2_2 := 1 in let matrices_4_1_1 := 0 in let matrices_4_1_2 := 0 in let matrices_4_2_1 := 1 in
  let matrices_4_2_2 := 0 in let vector_1 := 0 in let vector_2 := 0 in
  ~ (matrices_2_1_1 * matrices_1_1_1 + matrices_2_1_2 * matrices_1_2_1 - (matrices_4_1_1 * matrices_3_1_1 + matrices_4_1_2 * matrices_3_2_1) = (matrices_1_1_1 - matrices_3_1_1) * matrices_4_1_1 + (matrices_1_1_2 - matrices_3_1_2) * matrices_4_2_1 + (matrices_1_1_1 * (matrices_2_1_1 - matrices_4_1_1) + matrices_1_1_2 * (matrices_2_2_1 - matrices_4_2_1)) /\ matrices_2_1_1 * matrices_1_1_2 + matrices_2_1_2 * matrices_1_2_2 - (matrices_4_1_1 * matrices_3_1_2 + matrices_4_1_2 * matrices_3_2_2) = (matrices_1_1_1 - matrices_3_1_1) * matrices_4_1_2 + (matrices_1_1_2 - matrices_3_1_2) * matrices_4_2_2 + (matrices_1_1_1 * (matrices_2_1_2 - matrices_4_1_2) + matrices_1_1_2 * (matrices_2_2_2 - matrices_4_2_2)) /\ matrices_2_2_1 * matrices_1_1_1 + matrices_2_2_2 * matrices_1_2_1 - (matrices_4_2_1 * matrices_3_1_1 + matrices_4_2_2 * matrices_3_2_1) = (matrices_1_2_1 - matrices_3_2_1) * matrices_4_1_1 + (matrices_1_2_2 - matrices_3_2_2) * matrices_4_2_1 + (matrices_1_2_1 * (matrices_2_1_1 - matrices_4_1_1) + matrices_1_2_2 * (matrices_2_2_1 - matrices_4_2_1)) /\ matrices_2_2_1 * matrices_1_1_2 + matrices_2_2_2 * matrices_1_2_2 - (matrices_4_2_1 * matrices_3_1_2 + matrices_4_2_2 * matrices_3_2_2) = (matrices_1_2_1 - matrices_3_2_1) * matrices_4_1_2 + (matrices_1_2_2 - matrices_3_2_2) * matrices_4_2_2 + (matrices_1_2_1 * (matrices_2_1_2 - matrices_4_1_2) + matrices_1_2_2 * (matrices_2_2_2 - matrices_4_2_2))).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-telescoping on this instance. Lemma 9 in Section 1's convention:
   later factors, the primed ones, stand on the left. At an instance (random exact matrices, d <= 3, up to three factors): matrices = [[[0,
   0], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 1]], [[0, 0], [1, 0]]], vector = [0, 0]. Compared: the left side and the right one. *)
Theorem aistats_lem9_telescoping_holds_there :
  let matrices_1_1_1 := 0 in let matrices_1_1_2 := 0 in let matrices_1_2_1 := 0 in let matrices_1_2_2 := 0 in let matrices_2_1_1 := 0 in
  let matrices_2_1_2 := 0 in let matrices_2_2_1 := 0 in let matrices_2_2_2 := 0 in let matrices_3_1_1 := 0 in let matrices_3_1_2 := 0 in
  let matrices_3_2_1 := 0 in let matrices_3_2_2 := 1 in let matrices_4_1_1 := 0 in let matrices_4_1_2 := 0 in let matrices_4_2_1 := 1 in
  let matrices_4_2_2 := 0 in let vector_1 := 0 in let vector_2 := 0 in
  matrices_2_1_1 * matrices_1_1_1 + matrices_2_1_2 * matrices_1_2_1 - (matrices_4_1_1 * matrices_3_1_1 + matrices_4_1_2 * matrices_3_2_1) = matrices_4_1_1 * (matrices_1_1_1 - matrices_3_1_1) + matrices_4_1_2 * (matrices_1_2_1 - matrices_3_2_1) + ((matrices_2_1_1 - matrices_4_1_1) * matrices_1_1_1 + (matrices_2_1_2 - matrices_4_1_2) * matrices_1_2_1) /\
  matrices_2_1_1 * matrices_1_1_2 + matrices_2_1_2 * matrices_1_2_2 - (matrices_4_1_1 * matrices_3_1_2 + matrices_4_1_2 * matrices_3_2_2) = matrices_4_1_1 * (matrices_1_1_2 - matrices_3_1_2) + matrices_4_1_2 * (matrices_1_2_2 - matrices_3_2_2) + ((matrices_2_1_1 - matrices_4_1_1) * matrices_1_1_2 + (matrices_2_1_2 - matrices_4_1_2) * matrices_1_2_2) /\
  matrices_2_2_1 * matrices_1_1_1 + matrices_2_2_2 * matrices_1_2_1 - (matrices_4_2_1 * matrices_3_1_1 + matrices_4_2_2 * matrices_3_2_1) = matrices_4_2_1 * (matrices_1_1_1 - matrices_3_1_1) + matrices_4_2_2 * (matrices_1_2_1 - matrices_3_2_1) + ((matrices_2_2_1 - matrices_4_2_1) * matrices_1_1_1 + (matrices_2_2_2 - matrices_4_2_2) * matrices_1_2_1) /\
  matrices_2_2_1 * matrices_1_1_2 + matrices_2_2_2 * matrices_1_2_2 - (matrices_4_2_1 * matrices_3_1_2 + matrices_4_2_2 * matrices_3_2_2) = matrices_4_2_1 * (matrices_1_1_2 - matrices_3_1_2) + matrices_4_2_2 * (matrices_1_2_2 - matrices_3_2_2) + ((matrices_2_2_1 - matrices_4_2_1) * matrices_1_1_2 + (matrices_2_2_2 - matrices_4_2_2) * matrices_1_2_2).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem9_telescoping_is_false, aistats_lem9_telescoping_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
