(* aistats-prop5-cauchy-schwarz: The sums over clients by Cauchy and Schwarz. The second root has the mean of norms where the mean of their
   squares is meant: as printed the bound grows like the root of a distance and is exceeded by clients that are far apart. (The sum over
   h begins at 0, where 1 would do.)
   aistats, proof of Proposition 5, Cauchy-Schwarz. Printed:
     \|\bar\theta_{sto}-\theta^\star\|\le\sum_t(1-\gamma\mu)^{Ht}\gamma^2\sum_{h=0}^H\sum_{\ell=h+1}^H\Big(\frac1N\sum_c\|\Gamma_c^{\star,h+1:\ell-1}(\bar A_c-\bar A)\Gamma_{avg}^{\star,\ell+1:H}\|^2\Big)^{1/2}\Big(\frac1N\sum_c\|\bar A_c(\theta^\star-\theta_c^\star)\|\Big)^{1/2}
   Conditions:
     L*gamma <= 1
     H*gamma*mu <= 1
     in words: A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth
     in words: A2: at theta* the clients' gradients and Hessians have mean square distances zeta_1 and zeta_2 at most from their means
     in words: A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3
     in words: A5: every f_c is quadratic
     in words: every step draws its sample anew, and the mean of the sample gradients is the client's gradient *)
From Symfed Require Import Instance.

(* The sums over clients by Cauchy and Schwarz. The second root has the mean of norms where the mean of their squares is meant: as printed
   the bound grows like the root of a distance and is exceeded by clients that are far apart. (The sum over h begins at 0, where 1 would
   do.) At an instance (exact quadratics in dimension one, roots bounded from above): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima
   = [[100], [-50]]. Compared: the left side and the right one. *)
Theorem aistats_prop5_cauchy_schwarz_is_false :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 100 in let centre_2 := -50 in let gamma := 1 / 2 in
  let fedavg_deterministic := fun gamma H : R => {| local_step := fun x g xi x_start => x - gamma * g; control_update := fun xi x_end x_start x_next => xi |} in
  (exists x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])) /\
  (forall x1 : R,
    kept (fedavg_deterministic gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0]) ->
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := A_1 * (t1 - centre_1) in
  let t3 := A_2 * (t1 - centre_2) in
  let t4 := (A_1 + A_2) / 2 in
  let t5 := A_1 - t4 in
  let t6 := t5 * (1 - gamma * ((A_1 + A_2) / 2)) in
  let t7 := A_2 - t4 in
  let t8 := t7 * (1 - gamma * ((A_1 + A_2) / 2)) in
  let t9 := - t6 in
  let t10 := (1 - gamma * A_1) * t5 in
  let t11 := (1 - gamma * A_2) * t7 in
  let t12 := - t10 in
  let t13 := - t5 in
  A_2 * gamma <= 1 /\
  gamma * A_1 * 2 <= 1 /\
  A_2 > A_1 /\
  t2 < 0 /\
  t3 >= 0 /\
  t6 < 0 /\
  t8 >= 0 /\
  t8 <= t9 /\
  t10 < 0 /\
  t11 >= 0 /\
  t11 <= t12 /\
  t5 < 0 /\
  t7 >= 0 /\
  t7 <= t13 /\
  ~ ((x1 - t1) ^ 2 <= (1 / (1 - (1 - gamma * A_1) ^ 2) * gamma ^ 2 * (t9 + t12 + t13)) ^ 2 * ((- t2 + t3) / 2))).
Proof.
  intros.
  split.
  - exists (100 / 7).
    at_instance.
  - intros x1.
    intros kept1.
    written_out_in kept1. entries.
    assert (x1 = 100 / 7) by lra.
    subst x1. equations_forgotten.
    at_instance.
Qed.

(* Beside it, to see that the same arithmetic accepts what is true: symfed-prop5-cauchy-schwarz on this instance. The mean over clients of
   a matrix times a vector is at most the root mean square of the matrices' norms times that of the vectors'. At an instance (exact
   gradients and Hessians, d = 1): gamma = 1/2, H = 2, hessians = [[[1]], [[2]]], optima = [[100], [-50]]. Compared: the left side and the
   right one. *)
Theorem aistats_prop5_cauchy_schwarz_holds_there :
  let A_1 := 1 in let A_2 := 2 in let centre_1 := 100 in let centre_2 := -50 in let gamma := 1 / 2 in
  let t1 := (A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) in
  let t2 := A_1 * (t1 - centre_1) in
  let t3 := A_2 * (t1 - centre_2) in
  let t4 := (A_1 + A_2) / 2 in
  let t5 := A_1 - t4 in
  let t6 := A_2 - t4 in
  A_2 > A_1 /\
  t2 < 0 /\
  t3 >= 0 /\
  (t5 * t2 + t6 * t3) ^ 2 / 4 <= (t5 ^ 2 + t6 ^ 2) * ((- t2) ^ 2 + t3 ^ 2) / 4.
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (aistats_prop5_cauchy_schwarz_is_false, aistats_prop5_cauchy_schwarz_holds_there).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
