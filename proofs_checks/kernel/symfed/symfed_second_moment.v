(* symfed-second-moment: For any law with second moments, the second moment about theta* is the covariance matrix plus the squared bias.
   symfed, equation (7) in both versions, in words that fit its formula. Printed:
     \int\{\vartheta-\theta^\star\}^{\otimes2}d\pi=\mathrm{Cov}_\pi+(\bar\theta_{sto}-\theta^\star)^{\otimes2}
   Cross-checks, on which nothing rests and which are not here: laws of a round.
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* one entry *)
Theorem one_entry :
  forall (centre_i : R) (centre_j : R) (mean_i : R) (mean_j : R) (second : R),
  (second - mean_i * mean_j) + ((mean_i - centre_i)) * (mean_j - centre_j) = centre_i * centre_j + second - centre_i * mean_j - centre_j * mean_i.
Proof.
  intros centre_i centre_j mean_i mean_j second.
  identity.
Qed.

Definition all_of_this_file := (one_entry).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
