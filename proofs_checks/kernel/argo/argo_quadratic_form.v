(* argo-quadratic-form: Quadratic clients (1/2) theta' A_c theta + b_c' theta. With A_c theta_c* = b_c, as on the slide 'Federated LSA',
   they are least at -theta_c*.
   argo, slide 'For Quadratics'. Printed:
     f^c(\theta)=(1/2)\theta^\top\bar A^c\theta+\bar b^c\theta *)
From Symfed Require Import Instance.

(* Quadratic clients (1/2) theta' A_c theta + b_c' theta. With A_c theta_c* = b_c, as on the slide 'Federated LSA', they are least at
   -theta_c*. At an instance (exact symmetric A_c, against the field A_c theta - b_c): gamma = 1, H = 1, hessians = [[[1]]], optima =
   [[1]], start = [1]. Compared: printed, and the truth: Differences, as in `slopes`, of the loss whose gradient is the mean field A_c x -
   b_c of the slide 'Federated LSA', by Simpson's rule. *)
Theorem argo_quadratic_form_is_false :
  let A := 1 in let centre := 1 in let gamma := 1 in let start := 1 in
  let t1 := start * (A * (start / 2 - centre)) in
  let t2 := start * (A * (-1 * start / 2 - centre)) in
  ~ (2 * (A * centre * start) = t1 + t2 /\ start * A * start = t1 - t2).
Proof.
  written_out. at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-lsa-quadratic-form on this instance. (1/2) theta' A_c theta -
   b_c' theta has the gradient A_c theta - b_c of linear stochastic approximation, for symmetric A_c. (A field whose matrix is not
   symmetric is the gradient of no function.) At an instance (exact symmetric A_c, against the field A_c theta - b_c): gamma = 1, H = 1,
   hessians = [[[1]]], optima = [[1]], start = [1]. Compared: printed, and the truth: Differences, as in `slopes`, of the loss whose
   gradient is the mean field A_c x - b_c of the slide 'Federated LSA', by Simpson's rule. *)
Theorem argo_quadratic_form_holds_there :
  let A := 1 in let centre := 1 in let gamma := 1 in let start := 1 in
  let t1 := start * (A * (start / 2 - centre)) in
  let t2 := start * (A * (-1 * start / 2 - centre)) in
  -2 * (A * centre * start) = t1 + t2 /\
  start * A * start = t1 - t2.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (argo_quadratic_form_is_false, argo_quadratic_form_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
