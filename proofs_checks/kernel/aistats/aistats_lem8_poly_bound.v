(* aistats-lem8-poly-bound: (22) with its terms bounded one by one, read in the mean over the sample as the sentence before says. Printed
   with T for V and without - grad f_c(theta* ) in the product, and with gamma^(5k/2) and 2^(k-1) gamma^k before the braces, so that
   gamma^(7k/2) stands at what is gamma^(3k/2): false where T is theta*. For V, with the true powers, it is true with all of its
   constants.
   aistats, Appendix B.2, proof of Lemma 8, 'Proceeding as in (23)'. Printed:
     (a^2-2\gamma b+\gamma^2c^2)^3\le a^6+\big(-6\gamma+2\cdot6\cdot15\gamma^2L+2\cdot6^2\cdot20\gamma^3L^2+2\cdot6^3\cdot15\gamma^4L^3+2\cdot6^4\cdot6\gamma^5L^4+2\cdot6^5\gamma^6L^5\big)\|\tilde T-\theta^\star\|^4\langle\nabla f_c(\tilde T),\tilde T-\theta^\star\rangle+20\sum_{k=2}^62^{k-1}\gamma^k\|\tilde T-\theta^\star\|^{6-k}\Big\{\frac{10\cdot30^{k-1}\gamma^{5k/2}L^kh^k}{\mu^{k/2}}\|\nabla f_c(\theta^\star)\|^k+4\cdot12^{k-1}\gamma^k\tau^k\Big\}
   Conditions:
     45*L*gamma <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3, and tau^2 at theta*, by its last sentence
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* (22) with its terms bounded one by one, read in the mean over the sample as the sentence before says. Printed with T for V and without -
   grad f_c(theta* ) in the product, and with gamma^(5k/2) and 2^(k-1) gamma^k before the braces, so that gamma^(7k/2) stands at what is
   gamma^(3k/2): false where T is theta*. For V, with the true powers, it is true with all of its constants. At an instance (exact least
   squares in dimension one, the step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [1]], [[0],
   [0]]], cubes = [[0, 0], [0, 0]], gamma = 1/90, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the right
   one. *)
Theorem aistats_lem8_poly_bound_is_false :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 1 in let vectors_2_1 := 0 in let vectors_2_2 := 0 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 90 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_1_1 + matrices_1_2) / 2 in
  let t4 := (matrices_1_1 + matrices_1_2) / 2 in
  let t5 := (matrices_2_1 + matrices_2_2) / 2 in
  let t6 := (t4 * ((vectors_1_1 + vectors_1_2) / 2 / t4) + t5 * ((vectors_2_1 + vectors_2_2) / 2 / t5)) / (t4 + t5) in
  let t7 := (matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3 + (matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3)) / 2 in
  let t8 := point_ + gamma * t7 in
  let t9 := t8 - t6 in
  let t10 := t9 - gamma * t7 in
  let t11 := (matrices_1_1 + matrices_1_2) / 2 in
  let t12 := gamma ^ 5 / t11 * 340282366920938463463374607431768211456 in
  let t13 := matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3 - t7 in
  let t14 := matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3 - t7 in
  let t15 := (t13 ^ 2 + t14 ^ 2) / 2 * 340282366920938463463374607431768211456 in
  let t16 := (1 + gamma * t1 / 6) * t9 ^ 2 in
  let t17 := matrices_1_1 * t8 - vectors_1_1 + cubes_1_1 * t8 ^ 3 - (matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3) in
  let t18 := matrices_1_2 * t8 - vectors_1_2 + cubes_1_2 * t8 ^ 3 - (matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3) in
  let t19 := - t10 in
  45 * matrices_1_1 * gamma <= 1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t2 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t3 /\
  t10 < 0 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t11 /\
  t12 <= 57627117634665864530030077975 /\
  t12 > 57627117634665864530030077974 /\
  t15 <= 85070591730234615865843651857942052864 /\
  t15 > 85070591730234615865843651857942052863 /\
  t7 < 0 /\
  ~ (((t16 - 2 * gamma * (t9 * (t17 + t13)) + gamma ^ 2 * (2 * t17 ^ 2 + 10 / (gamma * t2) * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - (matrices_1_1 * t8 - vectors_1_1 + cubes_1_1 * t8 ^ 3)) ^ 2 + 4 * t13 ^ 2)) ^ 3 + (t16 - 2 * gamma * (t9 * (t18 + t14)) + gamma ^ 2 * (2 * t18 ^ 2 + 10 / (gamma * t3) * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - (matrices_1_2 * t8 - vectors_1_2 + cubes_1_2 * t8 ^ 3)) ^ 2 + 4 * t14 ^ 2)) ^ 3) / 2 <= t16 ^ 3 + gamma * (180 * (gamma * matrices_1_1) + 1440 * (gamma * matrices_1_1) ^ 2 + 6480 * (gamma * matrices_1_1) ^ 3 + 15552 * (gamma * matrices_1_1) ^ 4 + 15552 * (gamma * matrices_1_1) ^ 5 - 6) * t19 ^ 4 * (t10 * ((matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - t7 + (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - t7)) / 2 + t7)) + (20 * (2 * gamma ^ 2) * t19 ^ 4 * (300 * (240056488424425 / 18446744073709551616 * matrices_1_1 * (- t7)) ^ 2 + 48 * (gamma * (9223372036854775809 / 18446744073709551616)) ^ 2) + 20 * (4 * gamma ^ 3) * t19 ^ 3 * (9000 * (240056488424425 / 18446744073709551616 * matrices_1_1 * (- t7)) ^ 3 + 576 * (gamma * (9223372036854775809 / 18446744073709551616)) ^ 3) + 20 * (8 * gamma ^ 4) * t19 ^ 2 * (270000 * (240056488424425 / 18446744073709551616 * matrices_1_1 * (- t7)) ^ 4 + 6912 * (gamma * (9223372036854775809 / 18446744073709551616)) ^ 4) + 20 * (16 * gamma ^ 5) * t19 * (8100000 * (240056488424425 / 18446744073709551616 * matrices_1_1 * (- t7)) ^ 5 + 82944 * (gamma * (9223372036854775809 / 18446744073709551616)) ^ 5) + 20 * (32 * gamma ^ 6) * (243000000 * (240056488424425 / 18446744073709551616 * matrices_1_1 * (- t7)) ^ 6 + 995328 * (gamma * (9223372036854775809 / 18446744073709551616)) ^ 6))).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lem8-poly-bound on this instance. The sixth power after a local
   step, from the terms of (22) one by one: 20 stands for 15, 20, 15, 6 and 1. At an instance (exact least squares in dimension one, the
   step's two samples spelt out): matrices = [[[[1]], [[1]]], [[[1]], [[1]]]], vectors = [[[0], [1]], [[0], [0]]], cubes = [[0, 0], [0,
   0]], gamma = 1/90, draws = [[[0], [0]]], start = [0], point = [0]. Compared: the left side and the right one. *)
Theorem aistats_lem8_poly_bound_holds_there :
  let matrices_1_1 := 1 in let matrices_1_2 := 1 in let matrices_2_1 := 1 in let matrices_2_2 := 1 in let vectors_1_1 := 0 in let
  vectors_1_2 := 1 in let vectors_2_1 := 0 in let vectors_2_2 := 0 in let cubes_1_1 := 0 in let cubes_1_2 := 0 in let cubes_2_1 := 0 in
  let cubes_2_2 := 0 in let gamma := 1 / 90 in let start := 0 in let point_ := 0 in
  let t1 := (matrices_1_1 + matrices_1_2) / 2 in
  let t2 := (matrices_1_1 + matrices_1_2) / 2 in
  let t3 := (matrices_1_1 + matrices_1_2) / 2 in
  let t4 := (matrices_1_1 + matrices_1_2) / 2 in
  let t5 := (matrices_2_1 + matrices_2_2) / 2 in
  let t6 := (t4 * ((vectors_1_1 + vectors_1_2) / 2 / t4) + t5 * ((vectors_2_1 + vectors_2_2) / 2 / t5)) / (t4 + t5) in
  let t7 := (matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3 + (matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3)) / 2 in
  let t8 := point_ + gamma * t7 in
  let t9 := t8 - t6 in
  let t10 := (matrices_1_1 + matrices_1_2) / 2 in
  let t11 := gamma ^ 3 / t10 * 340282366920938463463374607431768211456 in
  let t12 := matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3 - t7 in
  let t13 := matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3 - t7 in
  let t14 := (t12 ^ 2 + t13 ^ 2) / 2 * 340282366920938463463374607431768211456 in
  let t15 := (1 + gamma * t1 / 6) * t9 ^ 2 in
  let t16 := matrices_1_1 * t8 - vectors_1_1 + cubes_1_1 * t8 ^ 3 - (matrices_1_1 * t6 - vectors_1_1 + cubes_1_1 * t6 ^ 3) in
  let t17 := matrices_1_2 * t8 - vectors_1_2 + cubes_1_2 * t8 ^ 3 - (matrices_1_2 * t6 - vectors_1_2 + cubes_1_2 * t6 ^ 3) in
  let t18 := - t9 in
  8 * matrices_1_1 * gamma <= 1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= (matrices_1_1 + matrices_1_2) / 2 /\
  matrices_1_1 <= matrices_1_1 /\
  matrices_1_2 <= matrices_1_2 /\
  matrices_1_2 <= matrices_1_1 /\
  matrices_2_1 <= matrices_2_1 /\
  matrices_2_1 <= matrices_1_1 /\
  matrices_2_2 <= matrices_2_2 /\
  matrices_2_2 <= matrices_1_1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t1 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t2 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t3 /\
  t9 < 0 /\
  (matrices_2_1 + matrices_2_2) / 2 >= t10 /\
  t11 <= 466779652840793502693243631593647 /\
  t11 > 466779652840793502693243631593646 /\
  t14 <= 85070591730234615865843651857942052864 /\
  t14 > 85070591730234615865843651857942052863 /\
  t7 < 0 /\
  ((t15 - 2 * gamma * (t9 * (t16 + t12)) + gamma ^ 2 * (2 * t16 ^ 2 + 10 / (gamma * t2) * (matrices_1_1 * point_ - vectors_1_1 + cubes_1_1 * point_ ^ 3 - (matrices_1_1 * t8 - vectors_1_1 + cubes_1_1 * t8 ^ 3)) ^ 2 + 4 * t12 ^ 2)) ^ 3 + (t15 - 2 * gamma * (t9 * (t17 + t13)) + gamma ^ 2 * (2 * t17 ^ 2 + 10 / (gamma * t3) * (matrices_1_2 * point_ - vectors_1_2 + cubes_1_2 * point_ ^ 3 - (matrices_1_2 * t8 - vectors_1_2 + cubes_1_2 * t8 ^ 3)) ^ 2 + 4 * t13 ^ 2)) ^ 3) / 2 <= t15 ^ 3 + gamma * (180 * (gamma * matrices_1_1) + 1440 * (gamma * matrices_1_1) ^ 2 + 6480 * (gamma * matrices_1_1) ^ 3 + 15552 * (gamma * matrices_1_1) ^ 4 + 15552 * (gamma * matrices_1_1) ^ 5 - 6) * t18 ^ 4 * (t9 * ((t16 + t17) / 2)) + (20 * t18 ^ 4 * (300 * (21605083958198207 / 18446744073709551616 * matrices_1_1 * (- t7)) ^ 2 + 48 * (gamma * (9223372036854775809 / 18446744073709551616)) ^ 2) + 20 * t18 ^ 3 * (9000 * (21605083958198207 / 18446744073709551616 * matrices_1_1 * (- t7)) ^ 3 + 576 * (gamma * (9223372036854775809 / 18446744073709551616)) ^ 3) + 20 * t18 ^ 2 * (270000 * (21605083958198207 / 18446744073709551616 * matrices_1_1 * (- t7)) ^ 4 + 6912 * (gamma * (9223372036854775809 / 18446744073709551616)) ^ 4) + 20 * t18 * (8100000 * (21605083958198207 / 18446744073709551616 * matrices_1_1 * (- t7)) ^ 5 + 82944 * (gamma * (9223372036854775809 / 18446744073709551616)) ^ 5) + 20 * (243000000 * (21605083958198207 / 18446744073709551616 * matrices_1_1 * (- t7)) ^ 6 + 995328 * (gamma * (9223372036854775809 / 18446744073709551616)) ^ 6)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_lem8_poly_bound_is_false, aistats_lem8_poly_bound_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
