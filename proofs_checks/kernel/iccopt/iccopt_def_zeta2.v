(* iccopt-def-zeta2: zeta^2 measures heterogeneity by grad f_c^Z, a symbol used nowhere else: read in expectation over the samples Z, it is
   not zero for equal clients.
   iccopt, slide 'New Convergence Rate for Scaffold'. Printed:
     \zeta^2=\frac1N\sum_{c=1}^N\|\nabla f_c^Z(x^\star)\|^2\text{ measures gradient heterogeneity} *)
From Symfed Require Import Instance.

(* zeta^2 measures heterogeneity by grad f_c^Z, a symbol used nowhere else: read in expectation over the samples Z, it is not zero for
   equal clients. At an instance (exact quadratics, against distances between clients): matrices = [[[[1]], [[1]]]], vectors = [[[0],
   [1]]], cubes = [[0, 0]], gamma = 1, draws = [[[0]]], start = [0], point = [0]. Compared: printed, and the truth: Half the mean squared
   distance between two clients' gradients at x*: zero only where they agree. *)
Theorem iccopt_def_zeta2_is_false :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1 + matrices_2) / 2 in
  let t2 := t1 * ((vectors_1 + vectors_2) / 2 / t1) / t1 in
  let t3 := (matrices_1 + matrices_2) / 2 in
  let t4 := (vectors_1 + vectors_2) / 2 / t3 in
  let t5 := t3 * (t3 * t4 / t3 - t4) in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  ~ (((matrices_1 * t2 - vectors_1 + cubes_1 * t2 ^ 3) ^ 2 + (matrices_2 * t2 - vectors_2 + cubes_2 * t2 ^ 3) ^ 2) * (1 / 2) = (t5 - t5) ^ 2 / 2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-gradient-heterogeneity on this instance. zeta^2 with the
   clients' own gradients is their spread, since they sum to zero at x*: the slides' first-order measure. At an instance (exact quadratics,
   against distances between clients): matrices = [[[[1]], [[1]]]], vectors = [[[0], [1]]], cubes = [[0, 0]], gamma = 1, draws = [[[0]]],
   start = [0], point = [0]. Compared: printed, and the truth: Half the mean squared distance between two clients' gradients at x*: zero
   only where they agree. *)
Theorem iccopt_def_zeta2_holds_there :
  let matrices_1 := 1 in let matrices_2 := 1 in let vectors_1 := 0 in let vectors_2 := 1 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1 + matrices_2) / 2 in
  let t2 := t1 * ((vectors_1 + vectors_2) / 2 / t1) / t1 in
  let t3 := (matrices_1 + matrices_2) / 2 in
  let t4 := (vectors_1 + vectors_2) / 2 / t3 in
  let t5 := t3 * (t3 * t4 / t3 - t4) in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 <= matrices_1 /\
  ((matrices_1 * t2 - vectors_1 + cubes_1 * t2 ^ 3 + (matrices_2 * t2 - vectors_2 + cubes_2 * t2 ^ 3)) / 2) ^ 2 = (t5 - t5) ^ 2 / 2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (iccopt_def_zeta2_is_false, iccopt_def_zeta2_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
