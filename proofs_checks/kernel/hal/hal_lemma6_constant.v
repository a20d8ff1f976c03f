(* hal-lemma6-constant: What the preprint's condition gamma <= 1/(8L) is for: true as printed, up to gamma L = 0.12729..., but for the wrong
   14 in (22). With 20 the inequality ends at 0.12036..., before 1/8: the published version asks for 1/(9L).
   hal, Appendix B.2, proof of Lemma 6. Printed:
     2\cdot15\gamma^2L+4\cdot14\gamma^3L^2+8\cdot15\gamma^4L^3+16\cdot6\gamma^5L^4+32\gamma^6L^5\le5\gamma\ \text{for }\gamma L\le1/8
   Conditions:
     8*L*gamma <= 1
   Cross-checks, on which nothing rests and which are not here: where it ends.
   Not here, or not whole:
     the proof: is a lemma's, not a step's *)
From Symfed Require Import Prelude.

(* inequality *)
Theorem inequality :
  forall (L : R) (gamma : R),
  0 < L ->
  0 < gamma ->
  8 * L * gamma <= 1 ->
  32 * L ^ 5 * gamma ^ 6 + 96 * L ^ 4 * gamma ^ 5 + 120 * L ^ 3 * gamma ^ 4 + 56 * L ^ 2 * gamma ^ 3 + 30 * L * gamma ^ 2 <= 5 * gamma.
Proof.
  intros L gamma given_1 given_2 given_3.
  assert (written_1 : 0 <= 1 - 64 * L ^ 2 * gamma ^ 2). { apply (by_certificate _ _ ((2 * (8 * L * gamma) + (1 - 8 * L * gamma)) * ((1 - 8 * L * gamma)))); [identity | sign]. }
  assert (written_2 : 0 <= 1 - 512 * L ^ 3 * gamma ^ 3). { apply (by_certificate _ _ ((3 * (8 * L * gamma) ^ 2 + 3 * (8 * L * gamma) * (1 - 8 * L * gamma) + (1 - 8 * L * gamma) ^ 2) * ((1 - 8 * L * gamma)))); [identity | sign]. }
  assert (written_3 : 0 <= 1 - 4096 * L ^ 4 * gamma ^ 4). { apply (by_certificate _ _ ((2 * (8 * L * gamma) + (1 - 8 * L * gamma)) * (2 * (8 * L * gamma) ^ 2 + 2 * (8 * L * gamma) * (1 - 8 * L * gamma) + (1 - 8 * L * gamma) ^ 2) * ((1 - 8 * L * gamma)))); [identity | sign]. }
  assert (written_4 : 0 <= 1 - 32768 * L ^ 5 * gamma ^ 5). { apply (by_certificate _ _ ((5 * ((8 * L * gamma) ^ 2) ^ 2 + 10 * (8 * L * gamma) ^ 3 * (1 - 8 * L * gamma) + 10 * (8 * L * gamma) ^ 2 * (1 - 8 * L * gamma) ^ 2 + 5 * (8 * L * gamma) * (1 - 8 * L * gamma) ^ 3 + ((1 - 8 * L * gamma) ^ 2) ^ 2) * ((1 - 8 * L * gamma)))); [identity | sign]. }
  apply (by_certificate _ _ ((30 * gamma) * (1 / 8 - L * gamma) + (56 * gamma) * (1 / 64 - L ^ 2 * gamma ^ 2) + (120 * gamma) * (1 / 512 - L ^ 3 * gamma ^ 3) + (96 * gamma) * (1 / 4096 - L ^ 4 * gamma ^ 4) + (32 * gamma) * (1 / 32768 - L ^ 5 * gamma ^ 5) + (gamma) * (119 / 1024))); [identity | sign].
Qed.

Definition all_of_this_file := (inequality).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
