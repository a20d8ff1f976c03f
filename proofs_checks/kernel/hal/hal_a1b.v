(* hal-a1b: Smooth sample losses are said to be cocoercive 'in particular'. That takes convexity, which the preprint does not assume.
   hal, A1(b). Printed:
     F_c^z\ L\text{-smooth. In particular }\|\nabla F_c^{Z_c}(\theta)-\nabla F_c^{Z_c}(\theta)\|^2\le L\langle\theta-\vartheta,\nabla F_c^z(\theta)-\nabla F_c^z(\vartheta)\rangle
   Conditions:
     in words: every f_c is mu-strongly convex, mu > 0
     in words: every sample loss F_c^z is L-smooth *)
From Symfed Require Import Instance.

(* Smooth sample losses are said to be cocoercive 'in particular'. That takes convexity, which the preprint does not assume. At an instance
   (exact quadratics with strongly convex means): matrices = [[[[3]], [[-1]]]], vectors = [[[0], [0]]], cubes = [[0, 0]], gamma = 1/3,
   draws = [[[0]]], start = [0], point = [1]. Compared: the left side and the right one. *)
Theorem hal_a1b_is_false :
  let matrices_1 := 3 in let matrices_2 := -1 in let vectors_1 := 0 in let vectors_2 := 0 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 3 in let start := 0 in let point_ := 1 in
  matrices_1 <= matrices_1 /\
  - matrices_2 <= - matrices_2 /\
  - matrices_2 <= matrices_1 /\
  ~ ((matrices_1 * start - vectors_1 + cubes_1 * start ^ 3 - (matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3)) ^ 2 <= matrices_1 * ((start - point_) * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3 - (matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3))) /\ (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3 - (matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3)) ^ 2 <= matrices_1 * ((start - point_) * (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3 - (matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3)))).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (hal_a1b_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
