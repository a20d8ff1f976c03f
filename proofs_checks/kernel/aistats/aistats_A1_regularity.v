(* aistats-A1-regularity: For convex L-smooth sample losses gradient differences are said to be cocoercive, with a state Z_c on the left and
   z on the right.
   aistats, A1. Printed:
     f_c\text{ three times differentiable};\ (a)\ \nabla^2f_c\succcurlyeq\mu Id,\ F_c^z\text{ convex};\ (b)\ F_c^z\ L\text{-smooth; in particular }\|\nabla F_c^{Z_c}(\theta)-\nabla F_c^{Z_c}(\vartheta)\|^2\le L\langle\theta-\vartheta,\nabla F_c^z(\theta)-\nabla F_c^z(\vartheta)\rangle;\ (c)\ \nabla^2f_c\preccurlyeq L\,Id;\ (d)\ \text{third derivative of }f_c\text{ uniformly bounded}
   Conditions:
     in words: every sample loss F_c^z is convex
     in words: every sample loss F_c^z is L-smooth *)
From Symfed Require Import Instance.

(* For convex L-smooth sample losses gradient differences are said to be cocoercive, with a state Z_c on the left and z on the right. At an
   instance (exact convex quadratics, two samples a client): matrices = [[[[1]], [[2]]]], vectors = [[[0], [0]]], cubes = [[0, 0]], gamma =
   1/2, draws = [[[0]]], start = [0], point = [1]. Compared: the left side and the right one. *)
Theorem aistats_A1_regularity_is_false :
  let matrices_1 := 1 in let matrices_2 := 2 in let vectors_1 := 0 in let vectors_2 := 0 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 2 in let start := 0 in let point_ := 1 in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 > matrices_1 /\
  ~ ((matrices_1 * start - vectors_1 + cubes_1 * start ^ 3 - (matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3)) ^ 2 <= matrices_2 * ((start - point_) * (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3 - (matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3))) /\ (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3 - (matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3)) ^ 2 <= matrices_2 * ((start - point_) * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3 - (matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3)))).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-cocoercivity on this instance. A convex L-smooth loss has |grad
   F(x) - grad F(y)|^2 <= L <x - y, grad F(x) - grad F(y)>, one and the same F on both sides. At an instance (exact quadratics, two samples
   a client): matrices = [[[[1]], [[2]]]], vectors = [[[0], [0]]], cubes = [[0, 0]], gamma = 1/2, draws = [[[0]]], start = [0], point =
   [1]. Compared: the left side and the right one. *)
Theorem aistats_A1_regularity_holds_there :
  let matrices_1 := 1 in let matrices_2 := 2 in let vectors_1 := 0 in let vectors_2 := 0 in let cubes_1 := 0 in let cubes_2 := 0 in let
  gamma := 1 / 2 in let start := 0 in let point_ := 1 in
  matrices_1 <= matrices_1 /\
  matrices_2 <= matrices_2 /\
  matrices_2 > matrices_1 /\
  (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3 - (matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3)) ^ 2 <= matrices_2 * (matrices_2 * ((start - point_) * (matrices_1 * start - vectors_1 + cubes_1 * start ^ 3 - (matrices_1 * point_ - vectors_1 + cubes_1 * point_ ^ 3))) / matrices_2) /\
  (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3 - (matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3)) ^ 2 <= matrices_2 * (matrices_2 * ((start - point_) * (matrices_2 * start - vectors_2 + cubes_2 * start ^ 3 - (matrices_2 * point_ - vectors_2 + cubes_2 * point_ ^ 3))) / matrices_2).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_A1_regularity_is_false, aistats_A1_regularity_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
