(* The embedding of symfed's sentences: numbers are R, counts are nat, propositions are Prop. Written by hand.

   Taken for granted, beside the reals, functional extensionality, proof irrelevance and (where a file chooses) epsilon: a real inner product
   space (inner_sym, inner_add, inner_scale, inner_zero, inner_ext, inner_pos), clients with positive weights that add up to one, outcomes with
   an element, and an expectation of which nothing is said here. Linear maps and tensors are defined as linear functions, means as weighted
   sums, and all else is proved. *)
Require Export Reals List.
Require Export Lra Lia FunctionalExtensionality ProofIrrelevance ClassicalEpsilon.
Global Open Scope R_scope.

(* 1. Vectors *)
Parameter Vec : Type.
Parameter vzero : Vec.
Parameter vadd : Vec -> Vec -> Vec.
Parameter vscale : R -> Vec -> Vec.
Parameter inner : Vec -> Vec -> R.
Axiom inner_sym : forall u v, inner u v = inner v u.
Axiom inner_zero : forall w, inner vzero w = 0.
Axiom inner_add : forall u v w, inner (vadd u v) w = inner u w + inner v w.
Axiom inner_scale : forall a u w, inner (vscale a u) w = a * inner u w.
Axiom inner_ext : forall u v, (forall w, inner u w = inner v w) -> u = v.
Axiom inner_pos : forall u, 0 <= inner u u.

(* 2. Clients and outcomes *)
Parameter Client : Type.
Parameter clients : list Client.
Parameter weight : Client -> R.
Axiom weights : fold_right (fun c s => weight c + s) 0 clients = 1.
Axiom weights_positive : forall c, 0 < weight c.
Parameter some_client : Client.
Parameter Outcome : Type.
Parameter some_outcome : Outcome.

(* 3. All else *)
Definition vsub u v := vadd u (vscale (- 1) v).

Lemma inner_sub u v w : inner (vsub u v) w = inner u w - inner v w.
Proof. unfold vsub. rewrite inner_add, inner_scale. ring. Qed.
Lemma inner_zero_r w : inner w vzero = 0.
Proof. rewrite inner_sym. apply inner_zero. Qed.
Lemma inner_add_r u v w : inner w (vadd u v) = inner w u + inner w v.
Proof. rewrite inner_sym, inner_add, (inner_sym u), (inner_sym v). reflexivity. Qed.
Lemma inner_sub_r u v w : inner w (vsub u v) = inner w u - inner w v.
Proof. rewrite inner_sym, inner_sub, (inner_sym u), (inner_sym v). reflexivity. Qed.
Lemma inner_scale_r a u w : inner w (vscale a u) = a * inner w u.
Proof. rewrite inner_sym, inner_scale, (inner_sym u). reflexivity. Qed.

Ltac by_inner := apply inner_ext; intro; repeat rewrite ?inner_add, ?inner_sub, ?inner_scale, ?inner_zero; ring.

(* linear maps *)
Record Map := { app : Vec -> Vec; app_add : forall u v, app (vadd u v) = vadd (app u) (app v);
                app_scale : forall a u, app (vscale a u) = vscale a (app u) }.
Lemma map_ext A B : (forall x, app A x = app B x) -> A = B.
Proof.
  destruct A as [f fa fs], B as [g ga gs]. simpl. intro H. apply functional_extensionality in H. subst g.
  f_equal; apply proof_irrelevance.
Qed.
Lemma app_zero A : app A vzero = vzero.
Proof. replace vzero with (vscale 0 vzero) by by_inner. rewrite app_scale. by_inner. Qed.
Lemma app_sub A u v : app A (vsub u v) = vsub (app A u) (app A v).
Proof. unfold vsub. rewrite app_add, app_scale. reflexivity. Qed.

Definition mzero : Map. refine {| app := fun _ => vzero |}; intros; by_inner. Defined.
Definition mid : Map. refine {| app := fun x => x |}; intros; reflexivity. Defined.
Definition madd (A B : Map) : Map.
refine {| app := fun x => vadd (app A x) (app B x) |}; intros; rewrite ?app_add, ?app_scale; by_inner. Defined.
Definition mscale (a : R) (A : Map) : Map.
refine {| app := fun x => vscale a (app A x) |}; intros; rewrite ?app_add, ?app_scale; by_inner. Defined.
Definition msub A B := madd A (mscale (- 1) B).
Definition comp (A B : Map) : Map.
refine {| app := fun x => app A (app B x) |}; intros; rewrite ?app_add, ?app_scale; reflexivity. Defined.
Definition outer (u v : Vec) : Map.
refine {| app := fun x => vscale (inner v x) u |}; intros; apply inner_ext; intro;
repeat rewrite ?inner_add, ?inner_scale, ?inner_add_r, ?inner_scale_r; ring. Defined.
Fixpoint mpow (A : Map) (n : nat) : Map := match n with O => mid | S k => comp A (mpow A k) end.

Lemma mzero_app x : app mzero x = vzero. Proof. reflexivity. Qed.
Lemma mid_app x : app mid x = x. Proof. reflexivity. Qed.
Lemma madd_app A B x : app (madd A B) x = vadd (app A x) (app B x). Proof. reflexivity. Qed.
Lemma mscale_app a A x : app (mscale a A) x = vscale a (app A x). Proof. reflexivity. Qed.
Lemma msub_app A B x : app (msub A B) x = vsub (app A x) (app B x). Proof. reflexivity. Qed.
Lemma comp_app A B x : app (comp A B) x = app A (app B x). Proof. reflexivity. Qed.
Lemma outer_app u v x : app (outer u v) x = vscale (inner v x) u. Proof. reflexivity. Qed.
Ltac by_app := apply map_ext; intro; repeat rewrite ?outer_app, ?madd_app, ?mscale_app, ?msub_app, ?comp_app, ?mzero_app, ?mid_app, ?outer_app,
  ?app_add, ?app_sub, ?app_scale, ?app_zero; apply inner_ext; intro;
  repeat rewrite ?inner_add, ?inner_sub, ?inner_scale, ?inner_zero, ?inner_add_r, ?inner_sub_r, ?inner_scale_r, ?inner_zero_r; ring.
Lemma outer_add u v w : outer (vadd u v) w = madd (outer u w) (outer v w). Proof. by_app. Qed.
Lemma outer_add_r u v w : outer w (vadd u v) = madd (outer w u) (outer w v).
Proof. by_app. Qed.
Lemma outer_sub u v w : outer (vsub u v) w = msub (outer u w) (outer v w). Proof. by_app. Qed.
Lemma outer_scale a u w : outer (vscale a u) w = mscale a (outer u w). Proof. by_app. Qed.
Lemma outer_zero w : outer vzero w = mzero. Proof. by_app. Qed.
Lemma outer_sub_r u v w : outer w (vsub u v) = msub (outer w u) (outer w v). Proof. by_app. Qed.
Lemma outer_scale_r a u w : outer w (vscale a u) = mscale a (outer w u). Proof. by_app. Qed.
Lemma outer_zero_r w : outer w vzero = mzero. Proof. by_app. Qed.
Lemma outer_of_app A u v : outer (app A u) v = comp A (outer u v). Proof. by_app. Qed.
Lemma comp_assoc A B C : comp (comp A B) C = comp A (comp B C). Proof. by_app. Qed.
Lemma comp_add A B C : comp (madd A B) C = madd (comp A C) (comp B C). Proof. by_app. Qed.
Lemma comp_add_r A B C : comp C (madd A B) = madd (comp C A) (comp C B). Proof. by_app. Qed.
Lemma comp_sub A B C : comp (msub A B) C = msub (comp A C) (comp B C). Proof. by_app. Qed.
Lemma comp_sub_r A B C : comp C (msub A B) = msub (comp C A) (comp C B). Proof. by_app. Qed.
Lemma comp_scale a A C : comp (mscale a A) C = mscale a (comp A C). Proof. by_app. Qed.
Lemma comp_scale_r a A C : comp C (mscale a A) = mscale a (comp C A). Proof. by_app. Qed.
Lemma comp_zero C : comp mzero C = mzero. Proof. by_app. Qed.
Lemma comp_zero_r C : comp C mzero = mzero. Proof. by_app. Qed.
Lemma comp_id C : comp mid C = C. Proof. by_app. Qed.
Lemma comp_id_r C : comp C mid = C. Proof. by_app. Qed.

(* tensors: what takes maps to vectors *)
Record Tensor := { tapp : Map -> Vec; tapp_add : forall A B, tapp (madd A B) = vadd (tapp A) (tapp B);
                   tapp_scale : forall a A, tapp (mscale a A) = vscale a (tapp A) }.
Lemma tensor_ext S T : (forall A, tapp S A = tapp T A) -> S = T.
Proof.
  destruct S as [f fa fs], T as [g ga gs]. simpl. intro H. apply functional_extensionality in H. subst g.
  f_equal; apply proof_irrelevance.
Qed.
Lemma tapp_zero T : tapp T mzero = vzero.
Proof. replace mzero with (mscale 0 mzero) by by_app. rewrite tapp_scale. by_inner. Qed.
Lemma tapp_sub T A B : tapp T (msub A B) = vsub (tapp T A) (tapp T B).
Proof. unfold msub, vsub. rewrite tapp_add, tapp_scale. reflexivity. Qed.
Definition tzero : Tensor. refine {| tapp := fun _ => vzero |}; intros; by_inner. Defined.
Definition tadd (S T : Tensor) : Tensor.
refine {| tapp := fun A => vadd (tapp S A) (tapp T A) |}; intros; rewrite ?tapp_add, ?tapp_scale; by_inner. Defined.
Definition tscale (a : R) (T : Tensor) : Tensor.
refine {| tapp := fun A => vscale a (tapp T A) |}; intros; rewrite ?tapp_add, ?tapp_scale; by_inner. Defined.
Definition tsub S T := tadd S (tscale (- 1) T).
Lemma tzero_app A : tapp tzero A = vzero. Proof. reflexivity. Qed.
Lemma tadd_app S T A : tapp (tadd S T) A = vadd (tapp S A) (tapp T A). Proof. reflexivity. Qed.
Lemma tscale_app a T A : tapp (tscale a T) A = vscale a (tapp T A). Proof. reflexivity. Qed.
Lemma tsub_app S T A : tapp (tsub S T) A = vsub (tapp S A) (tapp T A). Proof. reflexivity. Qed.

(* means over clients *)
Definition mean (f : Client -> R) := fold_right (fun c s => weight c * f c + s) 0 clients.
Definition vmean (f : Client -> Vec) := fold_right (fun c s => vadd (vscale (weight c) (f c)) s) vzero clients.
Lemma inner_mean f x : inner (vmean f) x = mean (fun c => inner (f c) x).
Proof.
  unfold vmean, mean. induction clients as [|c l IH]; simpl; [apply inner_zero | rewrite inner_add, inner_scale, IH; reflexivity].
Qed.
Lemma mean_lin a f g : mean (fun c => a * f c + g c) = a * mean f + mean g.
Proof. unfold mean. induction clients as [|c l IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma mean_const a : mean (fun _ => a) = a.
Proof.
  transitivity (a * 1); [rewrite <- weights; unfold mean | ring].
  induction clients as [|c l IH]; simpl; [ring | rewrite IH; ring].
Qed.
Lemma inner_mean_r f x : inner x (vmean f) = mean (fun c => inner x (f c)).
Proof. rewrite inner_sym, inner_mean. f_equal. extensionality c. apply inner_sym. Qed.
Lemma mean_scale a f : mean (fun c => a * f c) = a * mean f.
Proof. unfold mean. induction clients as [|c l IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma mean_add f g : mean (fun c => f c + g c) = mean f + mean g.
Proof. unfold mean. induction clients as [|c l IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma app_mean A f : app A (vmean f) = vmean (fun c => app A (f c)).
Proof.
  unfold vmean. induction clients as [|c l IH]; simpl; [apply app_zero | rewrite app_add, app_scale, IH; reflexivity].
Qed.
Lemma vmean_add f g : vmean (fun c => vadd (f c) (g c)) = vadd (vmean f) (vmean g).
Proof. apply inner_ext; intro w. rewrite inner_add, !inner_mean, <- mean_add. f_equal. extensionality c. apply inner_add. Qed.
Lemma vmean_scale a f : vmean (fun c => vscale a (f c)) = vscale a (vmean f).
Proof. apply inner_ext; intro w. rewrite inner_scale, !inner_mean, <- mean_scale. f_equal. extensionality c. apply inner_scale. Qed.
Definition mmean (f : Client -> Map) : Map.
refine {| app := fun x => vmean (fun c => app (f c) x) |}; intros;
[rewrite <- vmean_add | rewrite <- vmean_scale]; f_equal; extensionality c; [apply app_add | apply app_scale]. Defined.
Definition tmean (f : Client -> Tensor) : Tensor.
refine {| tapp := fun x => vmean (fun c => tapp (f c) x) |}; intros;
[rewrite <- vmean_add | rewrite <- vmean_scale]; f_equal; extensionality c; [apply tapp_add | apply tapp_scale]. Defined.
Lemma mmean_app f x : app (mmean f) x = vmean (fun c => app (f c) x). Proof. reflexivity. Qed.
Lemma tmean_app f A : tapp (tmean f) A = vmean (fun c => tapp (f c) A). Proof. reflexivity. Qed.
Lemma tapp_sum T (f : Client -> Map) l : tapp T (fold_right (fun c s => madd (mscale (weight c) (f c)) s) mzero l)
  = fold_right (fun c s => vadd (vscale (weight c) (tapp T (f c))) s) vzero l.
Proof. induction l as [|c l IH]; simpl; [apply tapp_zero | rewrite tapp_add, tapp_scale, IH; reflexivity]. Qed.
Lemma mmean_sum f : mmean f = fold_right (fun c s => madd (mscale (weight c) (f c)) s) mzero clients.
Proof. apply map_ext; intro x. simpl. unfold vmean. induction clients as [|c l IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
Lemma tapp_mean T f : tapp T (mmean f) = vmean (fun c => tapp T (f c)).
Proof. rewrite mmean_sum. apply tapp_sum. Qed.
Lemma mean_sum (F G : Client -> R) r s : mean F = r -> mean G = s -> mean (fun c => F c + G c) = r + s.
Proof. intros <- <-. apply mean_add. Qed.
Arguments mean_sum {F G r s}.
Lemma mean_times a (F : Client -> R) r : mean F = r -> mean (fun c => a * F c) = a * r.
Proof. intros <-. apply mean_scale. Qed.
Arguments mean_times a {F r}.
Definition mean_of_constant a := mean_const a.
Definition mean_zero := mean_const 0.
Lemma vmean_of_constant v : vmean (fun _ => v) = v.
Proof. apply inner_ext; intro w. rewrite inner_mean. apply mean_const. Qed.
Definition vmean_zero := vmean_of_constant vzero.
Lemma vmean_sum (F G : Client -> Vec) r s : vmean F = r -> vmean G = s -> vmean (fun c => vadd (F c) (G c)) = vadd r s.
Proof. intros <- <-. apply vmean_add. Qed.
Arguments vmean_sum {F G r s}.
Lemma vmean_times a (F : Client -> Vec) r : vmean F = r -> vmean (fun c => vscale a (F c)) = vscale a r.
Proof. intros <-. apply vmean_scale. Qed.
Arguments vmean_times a {F r}.
Lemma vmean_of_factor f v : vmean (fun c => vscale (f c) v) = vscale (mean f) v.
Proof.
  apply inner_ext; intro w. rewrite inner_mean, inner_scale, Rmult_comm, <- mean_scale. f_equal. extensionality c.
  rewrite inner_scale. ring.
Qed.
Lemma mmean_at F x : vmean (fun c => app (F c) x) = app (mmean F) x. Proof. reflexivity. Qed.
Lemma tmean_at F x : vmean (fun c => tapp (F c) x) = tapp (tmean F) x. Proof. reflexivity. Qed.
Lemma app_of_mean A (F : Client -> Vec) r : vmean F = r -> vmean (fun c => app A (F c)) = app A r.
Proof. intros <-. symmetry. apply app_mean. Qed.
Arguments app_of_mean A {F r}.
Lemma tapp_of_mean T (F : Client -> Map) r : mmean F = r -> vmean (fun c => tapp T (F c)) = tapp T r.
Proof. intros <-. symmetry. apply tapp_mean. Qed.
Arguments tapp_of_mean T {F r}.
Lemma comp_of_mean A (F : Client -> Map) r : mmean F = r -> mmean (fun c => comp A (F c)) = comp A r.
Proof. intros <-. apply map_ext; intro x. rewrite comp_app, !mmean_app, app_mean. reflexivity. Qed.
Arguments comp_of_mean A {F r}.

(* powers and counts *)
Lemma power_of k n x : x ^ (k * n) = (x ^ n) ^ k.
Proof. rewrite Nat.mul_comm. apply pow_mult. Qed.
Lemma pow_next x n : x ^ S n = x * x ^ n. Proof. reflexivity. Qed.
Lemma mpow_add A m n : mpow A (m + n) = comp (mpow A m) (mpow A n).
Proof. induction m as [|m IH]; simpl; [rewrite comp_id; reflexivity | rewrite IH, comp_assoc; reflexivity]. Qed.
Lemma mpow_S A n : mpow A (S n) = comp A (mpow A n). Proof. reflexivity. Qed.
Lemma mpow_0 A : mpow A 0 = mid. Proof. reflexivity. Qed.
Lemma mpow_comm A n : comp A (mpow A n) = comp (mpow A n) A.
Proof. induction n as [|n IH]; simpl; [rewrite comp_id, comp_id_r; reflexivity | rewrite IH at 1; rewrite comp_assoc, <- IH; reflexivity]. Qed.
Lemma app_equal (A B : Type) (f g : A -> B) x y : f = g -> x = y -> f x = g y. Proof. intros -> ->. reflexivity. Qed.
Arguments app_equal {A B f g x y}.

(* what is positive, not negative or zero *)
Lemma of_at_most a b : a <= b -> 0 <= b - a. Proof. lra. Qed.
Lemma of_less a b : a < b -> 0 < b - a. Proof. lra. Qed.
Lemma of_equal (a b : R) : a = b -> a - b = 0. Proof. lra. Qed.
Lemma to_at_most a b : 0 <= b - a -> a <= b. Proof. lra. Qed.
Lemma to_less a b : 0 < b - a -> a < b. Proof. lra. Qed.
Lemma to_equal (a b : R) : a - b = 0 -> a = b. Proof. lra. Qed.
Lemma of_square a : 0 <= a * a. Proof. nra. Qed.
Lemma zero_left a b : a = 0 -> a * b = 0. Proof. intros ->. ring. Qed.
Lemma zero_right a b : b = 0 -> a * b = 0. Proof. intros ->. ring. Qed.
Lemma zero_sum a b : a = 0 -> b = 0 -> a + b = 0. Proof. lra. Qed.
Lemma vof_equal u v : u = v -> vsub u v = vzero. Proof. intros ->. by_inner. Qed.
Lemma vto_equal u v : vsub u v = vzero -> u = v.
Proof.
  intro H. apply inner_ext; intro w. assert (E : inner (vsub u v) w = 0) by (rewrite H; apply inner_zero).
  rewrite inner_sub in E. lra.
Qed.
Lemma mof_equal A B : A = B -> msub A B = mzero. Proof. intros ->. by_app. Qed.
Lemma mto_equal A B : msub A B = mzero -> A = B.
Proof. intro H. apply map_ext; intro x. apply vto_equal. rewrite <- msub_app, H. reflexivity. Qed.
Lemma tof_equal S T : S = T -> tsub S T = tzero. Proof. intros ->. apply tensor_ext; intro A. rewrite tsub_app. by_inner. Qed.
Lemma tto_equal S T : tsub S T = tzero -> S = T.
Proof. intro H. apply tensor_ext; intro A. apply vto_equal. rewrite <- tsub_app, H. reflexivity. Qed.
Lemma vzero_sum u v : u = vzero -> v = vzero -> vadd u v = vzero. Proof. intros -> ->. by_inner. Qed.
Lemma vzero_times a u : u = vzero -> vscale a u = vzero. Proof. intros ->. by_inner. Qed.
Lemma mzero_sum A B : A = mzero -> B = mzero -> madd A B = mzero. Proof. intros -> ->. by_app. Qed.
Lemma mzero_times a A : A = mzero -> mscale a A = mzero. Proof. intros ->. by_app. Qed.
Lemma tzero_sum S T : S = tzero -> T = tzero -> tadd S T = tzero.
Proof. intros -> ->. apply tensor_ext; intro A. rewrite tadd_app, tzero_app. by_inner. Qed.
Lemma tzero_times a S : S = tzero -> tscale a S = tzero.
Proof. intros ->. apply tensor_ext; intro A. rewrite tscale_app, tzero_app. by_inner. Qed.

(* expectations, of which nothing is said here *)
Parameter E_Num : (Outcome -> R) -> R.
Parameter E_Vec : (Outcome -> Vec) -> Vec.
Parameter E_Map : (Outcome -> Map) -> Map.
Parameter E_Tensor : (Outcome -> Tensor) -> Tensor.

Global Opaque vsub app mzero mid madd mscale msub comp outer mpow tapp tzero tadd tscale tsub mean vmean mmean tmean.

(* 4. Tactics of the files: sums and products of vectors, maps and tensors to polynomials in inner products of images *)
Ltac added := solve [reflexivity | ring | lra].
Ltac divided := unfold Rdiv in *; solve [reflexivity | lra | field].
Ltac counted := solve [reflexivity | ring | lia].
Ltac by_vectors := apply inner_ext; intro.
Ltac by_map_of x := apply map_ext; intro x; rewrite mmean_app.
Ltac by_tensor_of x := apply tensor_ext; intro x; rewrite tmean_app.
Ltac by_maps := apply map_ext; intro; apply inner_ext; intro.
Ltac by_tensors := apply tensor_ext; intro; apply inner_ext; intro.
Ltac push := repeat progress rewrite ?inner_add, ?inner_sub, ?inner_scale, ?inner_zero, ?inner_add_r, ?inner_sub_r, ?inner_scale_r, ?inner_zero_r.
Ltac of_maps := rewrite ?madd_app, ?msub_app, ?mscale_app, ?comp_app, ?mid_app, ?mzero_app, ?app_add, ?app_sub, ?app_scale, ?app_zero,
  ?outer_add, ?outer_sub, ?outer_scale, ?outer_zero, ?outer_add_r, ?outer_sub_r, ?outer_scale_r, ?outer_zero_r, ?outer_of_app.
Ltac push_maps := repeat progress of_maps; push; repeat progress of_maps; push.
Ltac of_tensors := rewrite ?tadd_app, ?tsub_app, ?tscale_app, ?tzero_app, ?tapp_add, ?tapp_sub, ?tapp_scale, ?tapp_zero,
  ?comp_add, ?comp_sub, ?comp_scale, ?comp_zero, ?comp_add_r, ?comp_sub_r, ?comp_scale_r, ?comp_zero_r, ?comp_assoc, ?comp_id, ?comp_id_r.
Ltac push_tensors := repeat progress (of_maps; of_tensors); push.
Ltac powers := rewrite ?pow_add, ?Rpow_mult_distr, ?pow1, ?pow_next.
Ltac map_powers := rewrite ?mpow_add, ?mpow_S, ?mpow_0.
Ltac counts := rewrite ?plus_INR, ?mult_INR, ?S_INR; simpl INR.
