(* aistats-thm6-remark-rate: The extrapolated average tends to FedAvg's own stationary mean (a bar theta where Theorem 6 has a bar
   vartheta).
   aistats, remark after Theorem 6. Printed:
     \text{the rate of convergence to }0\text{ of }\mathbb E\|\bar\vartheta_T^{(\gamma,H)}-\bar\theta_{sto}^{(\gamma,H)}\|^2
   Conditions:
     45*L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* The extrapolated average tends to FedAvg's own stationary mean (a bar theta where Theorem 6 has a bar vartheta). At an instance (limits
   of averages, exact quadratics): gamma = 1/180, H = 2, hessians = [[[1]], [[2]]], optima = [[0], [1]]. Compared: printed, and the truth:
   as computed, step by step. *)
Theorem aistats_thm6_remark_rate_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 180 in
  let fedavg := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 x2 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) /\
    kept (fedavg (2 * gamma) 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x2, [0; 0])) /\
  (forall x1 x2 : R,
    kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
    kept (fedavg (2 * gamma) 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x2, [0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  45 * A_2 * gamma <= 1 /\
  gamma * A_1 * 2 <= 1 /\
  A_2 > A_1 /\
  ~ (x1 = 2 * x1 + -1 * x2 - t1 + t1)).
Proof.
  intros.
  split.
  - exists (716 / 1075), (356 / 535).
    at_instance.
  - intros x1 x2.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 716 / 1075) by lra.
    subst x1. equations_forgotten.
    intros kept2.
    written_out_in kept2. entries.
    assert (x2 = 356 / 535) by lra.
    subst x2. equations_forgotten.
    at_instance.
Qed.

Definition all_of_this_file := (aistats_thm6_remark_rate_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
