(* hal-remark1-estimator: An estimator 'by varying the number of local steps', defined with runs at gamma and 2 gamma; the limit given has H
   and 2H.
   hal, Remark 1, definition. Printed:
     \omega_t^{(\gamma,H)}=\frac{2H-1}{H-1}\theta_t^{(\gamma,H)}-\theta_t^{(2\gamma,H)}
   Conditions:
     25*L*gamma <= 1
     2*H*gamma <= 1
     H >= 2
     in words: A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-
                 coercive
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3 *)
From Symfed Require Import Instance.

(* An estimator 'by varying the number of local steps', defined with runs at gamma and 2 gamma; the limit given has H and 2H. At an
   instance (limit of the averages as defined against the limit as printed, exact quadratics): gamma = 1/180, H = 2, hessians = [[[1]],
   [[2]]], optima = [[0], [1]]. Compared: printed, and the truth: as computed, step by step. *)
Theorem hal_remark1_estimator_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 180 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 x2 x3 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) /\
    kept (fedavg (2 * gamma) 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x2, [0; 0]) /\
    kept (fedavg gamma 4) 4 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x3, [0; 0])) /\
  (forall x1 x2 x3 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
    kept (fedavg (2 * gamma) 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x2, [0; 0]) ->
    kept (fedavg gamma 4) 4 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x3, [0; 0]) ->
  25 * A_2 * gamma <= 1 /\
  2 * gamma * 2 <= 1 /\
  A_2 > A_1 /\
  ~ (3 * x1 - x2 = 3 * x1 - x3)).
Proof.
  intros.
  split.
  - exists (716 / 1075), (356 / 535), (45884144 / 69018463).
    at_instance.
  - intros x1 x2 x3.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 716 / 1075) by lra.
    subst x1. equations_forgotten.
    intros kept2.
    written_out_in kept2. entries.
    assert (x2 = 356 / 535) by lra.
    subst x2. equations_forgotten.
    intros kept3.
    written_out_in kept3. entries.
    assert (x3 = 45884144 / 69018463) by lra.
    subst x3. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (hal_remark1_estimator_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
