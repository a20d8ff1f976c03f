(* flta-cv-meaning: The control variates estimate each client's gradient at the optimum: theta* with these control variates is where a round
   rests.
   flta, Problem Setup, first remark. Printed:
     \text{Control variates }\xi_c\text{ estimate gradient at optimum}
   Conditions:
     in words: quadratic clients *)
From Symfed Require Import Instance.

(* The control variates estimate each client's gradient at the optimum: theta* with these control variates is where a round rests. At an
   instance (does a round rest there? exact quadratics): gamma = 1, H = 1, N = 2, mu = 1, L = 1, clients = [[[1]], [[1]]], centres = [[0],
   [1]], start = [0], control variates = [[0], [0]]. Compared: the left side and the right one. *)
Theorem flta_cv_meaning_is_false :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 in let start := 0 in let control_variates_1 :=
  0 in let control_variates_2 := 0 in
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := A_1 * (t1 - centre_1) in
  let t3 := t1 - gamma * (A_1 * (t1 - centre_1) + t2) in
  let t4 := A_2 * (t1 - centre_2) in
  let t5 := t1 - gamma * (A_2 * (t1 - centre_2) + t4) in
  let t6 := (t3 + t5) / 2 in
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  ~ (t6 = t1 /\ t2 + (t3 - t6) / gamma = t2 /\ t4 + (t5 - t6) / gamma = t4).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-scaffold-rests on this instance. Scaffold rests at theta* with
   xi_c = -grad f_c(theta* ), for every gamma and H; these control variates have mean zero. At an instance (exact rounds from there): gamma
   = 1, H = 1, N = 2, mu = 1, L = 1, clients = [[[1]], [[1]]], centres = [[0], [1]], start = [0], control variates = [[0], [0]]. Compared:
   the left side and the right one. *)
Theorem flta_cv_meaning_holds_there :
  let A_1 := 1 in let A_2 := 1 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 in let start := 0 in let control_variates_1 :=
  0 in let control_variates_2 := 0 in
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := -1 * (A_1 * (t1 - centre_1)) in
  let t3 := t1 - gamma * (A_1 * (t1 - centre_1) + t2) in
  let t4 := -1 * (A_2 * (t1 - centre_2)) in
  let t5 := t1 - gamma * (A_2 * (t1 - centre_2) + t4) in
  let t6 := (t3 + t5) / 2 in
  A_2 >= A_1 /\
  A_2 <= A_1 /\
  t6 = t1 /\
  t2 + (t3 - t6) / gamma = t2 /\
  t4 + (t5 - t6) / gamma = t4.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (flta_cv_meaning_is_false, flta_cv_meaning_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
