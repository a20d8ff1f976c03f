(* hal-lemma9: With products as Section 1 defines them (last factor leftmost) the telescoping sum is printed in the wrong order; M is read
   as K.
   hal, Lemma 9 and Section 1, Notation. Printed:
     \prod_{k=1}^KM_k-\prod_{k=1}^KM_k'=\sum_{k=1}^K\Big\{\prod_{\ell=1}^{k-1}M_\ell\Big\}(M_k-M_k')\Big\{\prod_{\ell=k+1}^MM_\ell'\Big\},\qquad\prod_{\ell=1}^kM_\ell=M_kM_{k-1}\cdots M_1\ \text{(Section 1)}
   See aistats-lem9-telescoping, which says the same and has the theorems. *)
