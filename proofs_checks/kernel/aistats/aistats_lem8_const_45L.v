(* aistats-lem8-const-45L: What the condition gamma <= 1/(45L) is for: true up to gamma L = 0.02305..., which is 1/43.3.... With the
   preprint's coefficients, which lack the factor 2 and have 14 for 20, it holds up to 0.04243..., its 1/25 among them; the lemma needs
   neither, and holds up to 1/(8L).
   aistats, Appendix B.2, proof of Lemma 8, after 'Proceeding as in (23)'. Printed:
     -6\gamma+2\cdot6\cdot15\gamma^2L+2\cdot6^2\cdot20\gamma^3L^2+2\cdot6^3\cdot15\gamma^4L^3+2\cdot6^4\cdot6\gamma^5L^4+2\cdot6^5\gamma^6L^5\le-\gamma\ \text{for }\gamma L\le1/45
   Conditions:
     45*L*gamma <= 1
   Cross-checks, on which nothing rests and which are not here: where it ends, with the preprint's coefficients.
   Not here, or not whole:
     the proof: is a lemma's, not a step's *)
From Symfed Require Import Prelude.

(* inequality *)
Theorem inequality :
  forall (L : R) (gamma : R),
  0 < L ->
  0 < gamma ->
  45 * L * gamma <= 1 ->
  15552 * L ^ 5 * gamma ^ 6 + 15552 * L ^ 4 * gamma ^ 5 + 6480 * L ^ 3 * gamma ^ 4 + 1440 * L ^ 2 * gamma ^ 3 + 180 * L * gamma ^ 2 - 6 * gamma <= - gamma.
Proof.
  intros L gamma given_1 given_2 given_3.
  assert (written_1 : 0 <= 1 - 2025 * L ^ 2 * gamma ^ 2). { apply (by_certificate _ _ ((2 * (45 * L * gamma) + (1 - 45 * L * gamma)) * ((1 - 45 * L * gamma)))); [identity | sign]. }
  assert (written_2 : 0 <= 1 - 91125 * L ^ 3 * gamma ^ 3). { apply (by_certificate _ _ ((3 * (45 * L * gamma) ^ 2 + 3 * (45 * L * gamma) * (1 - 45 * L * gamma) + (1 - 45 * L * gamma) ^ 2) * ((1 - 45 * L * gamma)))); [identity | sign]. }
  assert (written_3 : 0 <= 1 - 4100625 * L ^ 4 * gamma ^ 4). { apply (by_certificate _ _ ((2 * (45 * L * gamma) + (1 - 45 * L * gamma)) * (2 * (45 * L * gamma) ^ 2 + 2 * (45 * L * gamma) * (1 - 45 * L * gamma) + (1 - 45 * L * gamma) ^ 2) * ((1 - 45 * L * gamma)))); [identity | sign]. }
  assert (written_4 : 0 <= 1 - 184528125 * L ^ 5 * gamma ^ 5). { apply (by_certificate _ _ ((5 * ((45 * L * gamma) ^ 2) ^ 2 + 10 * (45 * L * gamma) ^ 3 * (1 - 45 * L * gamma) + 10 * (45 * L * gamma) ^ 2 * (1 - 45 * L * gamma) ^ 2 + 5 * (45 * L * gamma) * (1 - 45 * L * gamma) ^ 3 + ((1 - 45 * L * gamma) ^ 2) ^ 2) * ((1 - 45 * L * gamma)))); [identity | sign]. }
  apply (by_certificate _ _ ((180 * gamma) * (1 / 45 - L * gamma) + (1440 * gamma) * (1 / 2025 - L ^ 2 * gamma ^ 2) + (6480 * gamma) * (1 / 91125 - L ^ 3 * gamma ^ 3) + (15552 * gamma) * (1 / 4100625 - L ^ 4 * gamma ^ 4) + (15552 * gamma) * (1 / 184528125 - L ^ 5 * gamma ^ 5) + (gamma) * (162431 / 759375))); [identity | sign].
Qed.

Definition all_of_this_file := (inequality).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
