(* symfed-scaffold-resolvent: A second proof for the spectral radius: outside |z| <= rho, (z - q)/(z - r) has a positive real part, so the
   mean over clients of (z - q(A_c))(z - r(A_c))^(-1) is invertible, and z is no eigenvalue.
   symfed, Scaffold, resolvent. Printed:
     |z|=R>\rho:\quad\mathrm{Re}\,(z-q)(\bar z-r)=\tfrac12\big(1+\tfrac cR\big)(R-q)(R-r)+\tfrac12\big(1-\tfrac cR\big)(R+q)(R+r)\ge(R-\rho)^2>0,\ c=\mathrm{Re}\,z
   Conditions:
     in words: quadratic clients
     in words: the control variates have mean zero when they start, and so for ever
   Not here, or not whole:
     the proof: 1 step in words *)
From Symfed Require Import Prelude.

(* the real part *)
Theorem the_real_part :
  forall (R_ : R) (c_ : R) (q : R) (r : R),
  R_ <> 0 ->
  (1 - c_ / R_) * (R_ + q) * (R_ + r) / 2 + (1 + c_ / R_) * (R_ - q) * (R_ - r) / 2 = R_ ^ 2 + q * r - (q + r) * c_.
Proof.
  intros R_ c_ q r given_1.
  identity.
Qed.

(* it is at least (R - rho)^2 *)
Theorem it_is_at_least_R_minus_rho_to_the_2 :
  forall (R_ : R) (c_ : R) (m : R) (q : R) (r : R),
  R_ > 0 ->
  - R_ <= c_ ->
  c_ <= R_ ->
  m >= 0 ->
  m <= R_ - q ->
  m <= R_ + q ->
  m <= R_ - r ->
  m <= R_ + r ->
  m ^ 2 <= (1 - c_ / R_) * (R_ + q) * (R_ + r) / 2 + (1 + c_ / R_) * (R_ - q) * (R_ - r) / 2.
Proof.
  intros R_ c_ m q r given_1 given_2 given_3 given_4 given_5 given_6 given_7 given_8.
  assert (written_1 : 0 <= 1 / 2 + c_ / (2 * R_)). { apply (by_certificate _ _ (((R_ + c_)) / ((2 * R_)))); [identity | sign]. }
  assert (written_2 : 0 <= (R_ - q) * (R_ - r) - m ^ 2). { apply (by_certificate _ _ (((m) * (R_ - m - q) + (m) * (R_ - m - r) + (R_ - m - q) * (R_ - m - r)))); [identity | sign]. }
  assert (written_3 : 0 <= 1 / 2 - c_ / (2 * R_)). { apply (by_certificate _ _ (((R_ - c_)) / ((2 * R_)))); [identity | sign]. }
  assert (written_4 : 0 <= (R_ + q) * (R_ + r) - m ^ 2). { apply (by_certificate _ _ (((m) * (R_ + q - m) + (m) * (R_ + r - m) + (R_ + q - m) * (R_ + r - m)))); [identity | sign]. }
  apply (by_certificate _ _ ((1 / 2 + c_ / (2 * R_)) * ((R_ - q) * (R_ - r) - m ^ 2) + (1 / 2 - c_ / (2 * R_)) * ((R_ + q) * (R_ + r) - m ^ 2))); [identity | sign].
Qed.

Definition all_of_this_file := (the_real_part, it_is_at_least_R_minus_rho_to_the_2).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
