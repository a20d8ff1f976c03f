(* symfed-scaffold-kink: Two clients, one with a kink in its gradient at the optimum, make V more than r² of what it was, r = r(L), for
   every H >= 2, gamma L < 1 and mu < L: where 0 < r e <= (gamma L - gamma mu) (1 - gamma L)^(H-1) Y. So where r(L) >= q(mu), equal
   quadratics are not the worst of the class.
   symfed, Scaffold beyond quadratics, two clients. Printed:
     V^+=r^2V+re\big((\gamma L-\gamma\mu)TY-re\big)+\tfrac12e^2T^2\big((1-\gamma\mu)^2+(1-\gamma L)^2\big),\quad T=(1-\gamma L)^{H-1},\ r=1-\frac{1-(1-\gamma L)^H}{\gamma LH},\ e=\theta-\theta_\star
   Conditions:
     L*gamma <= 1
     in words: two clients on the line with the optimum 0, y_1 = Y = -y_2: f_1'' is L for x < 0 and mu for x > 0, f_2'' is L; and 0 < H (1 -
                 gamma mu) e <= Y
   Cross-checks, on which nothing rests and which are not here: exact rounds.
   Not here, or not whole:
     the path: is not a natural number that Coq can count with
     its end: refused by Coq: Tactic failure: not a valid field equation.
     the proof: 2 steps in words *)
From Symfed Require Import Prelude.

(* V after the round *)
Theorem V_after_the_round :
  forall (L : R) (T : R) (Y : R) (e : R) (gamma : R) (r : R) (s : R) (t : R),
  0 < L ->
  0 < gamma ->
  L * gamma <= 1 ->
  T ^ 2 * e ^ 2 * s ^ 2 / 2 + T ^ 2 * e ^ 2 * t ^ 2 / 2 + T * Y * e * r * s - T * Y * e * r * t - e ^ 2 * r ^ 2 = (T * e * s + Y * r) ^ 2 / 2 + (T * e * t - Y * r) ^ 2 / 2 - r ^ 2 * (Y ^ 2 + e ^ 2).
Proof.
  intros L T Y e gamma r s t given_1 given_2 given_3.
  identity.
Qed.

Definition all_of_this_file := (V_after_the_round).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
