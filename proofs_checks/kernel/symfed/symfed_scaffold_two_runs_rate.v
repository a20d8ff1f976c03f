(* symfed-scaffold-two-runs-rate: Conjecture: between two runs of Scaffold with exact gradients, a round of H local steps shrinks V by (1 -
   gamma mu)^(2H) while H^2 gamma mu <= 1, as it does towards theta*. False from three local steps on at gamma L = 1. It holds up to
   gamma H L = 2, even with a new sample in every step.
   symfed, conjecture on two runs. Printed:
     \gamma L\le1,\ H^2\gamma\mu\le1:\quad V^+\le(1-\gamma\mu)^{2H}V
   Conditions:
     L*gamma <= 1
     mu < L
     H**2*gamma*mu <= 1
     in words: the client's loss is L-smooth and mu-strongly convex on R^d: f - mu/2 |x|^2 and L/2 |x|^2 - f are convex
     in words: both laws with the same sum of the control variates *)
From Symfed Require Import Instance.

(* Conjecture: between two runs of Scaffold with exact gradients, a round of H local steps shrinks V by (1 - gamma mu)^(2H) while H^2 gamma
   mu <= 1, as it does towards theta*. False from three local steps on at gamma L = 1. It holds up to gamma H L = 2, even with a new sample
   in every step. At an instance (two mirror-image clients, exact gradients): mu = 1/9, L = 1, along = [[779/1250, 137/5000, 87/5000,
   289/5000, -111/2500, -43/1000, -63/1000], [137/5000, 533/500, 2791/5000, 1371/5000, 664/625, 1389/2500, 269/1000], [87/5000, 2791/5000,
   273/625, 483/2500, 2781/5000, 1087/2500, 949/5000], [289/5000, 1371/5000, 483/2500, 657/5000, 669/2500, 469/2500, 3/25], [-111/2500,
   664/625, 2781/5000, 669/2500, 5339/5000, 2803/5000, 1381/5000], [-43/1000, 1389/2500, 1087/2500, 469/2500, 2803/5000, 549/1250,
   979/5000], [-63/1000, 269/1000, 949/5000, 3/25, 1381/5000, 979/5000, 331/2500]], across = [[471/1250, 1769/5000, 57/625, -383/5000,
   87/250, 53/250, 657/5000], [1769/5000, 14041/5000, 1771/1250, 653/1250, 14013/5000, 1913/1250, 359/500], [57/625, 1771/1250, 4521/5000,
   226/625, 7077/5000, 2333/2500, 103/250], [-383/5000, 653/1250, 226/625, 1109/5000, 1309/2500, 337/1000, 179/1000], [87/250, 14013/5000,
   7077/5000, 1309/2500, 3497/1250, 1909/1250, 179/250], [53/250, 1913/1250, 2333/2500, 337/1000, 1909/1250, 626/625, 2271/5000],
   [657/5000, 359/500, 103/250, 179/1000, 179/250, 2271/5000, 63/250]], values = [5771/2500, -1737/2500, -1657/1000, 2317/1000, -3153/5000,
   -329/200]. Compared: the left side and the right one. *)
Theorem symfed_scaffold_two_runs_rate_is_false :
  let mu := 1 / 9 in let L := 1 in let along_1_1 := 779 / 1250 in let along_1_2 := 137 / 5000 in let along_1_3 := 87 / 5000 in let
  along_1_4 := 289 / 5000 in let along_1_5 := -111 / 2500 in let along_1_6 := -43 / 1000 in let along_1_7 := -63 / 1000 in let along_2_1
  := 137 / 5000 in let along_2_2 := 533 / 500 in let along_2_3 := 2791 / 5000 in let along_2_4 := 1371 / 5000 in let along_2_5 := 664 /
  625 in let along_2_6 := 1389 / 2500 in let along_2_7 := 269 / 1000 in let along_3_1 := 87 / 5000 in let along_3_2 := 2791 / 5000 in let
  along_3_3 := 273 / 625 in let along_3_4 := 483 / 2500 in let along_3_5 := 2781 / 5000 in let along_3_6 := 1087 / 2500 in let along_3_7
  := 949 / 5000 in let along_4_1 := 289 / 5000 in let along_4_2 := 1371 / 5000 in let along_4_3 := 483 / 2500 in let along_4_4 := 657 /
  5000 in let along_4_5 := 669 / 2500 in let along_4_6 := 469 / 2500 in let along_4_7 := 3 / 25 in let along_5_1 := -111 / 2500 in let
  along_5_2 := 664 / 625 in let along_5_3 := 2781 / 5000 in let along_5_4 := 669 / 2500 in let along_5_5 := 5339 / 5000 in let along_5_6
  := 2803 / 5000 in let along_5_7 := 1381 / 5000 in let along_6_1 := -43 / 1000 in let along_6_2 := 1389 / 2500 in let along_6_3 := 1087 /
  2500 in let along_6_4 := 469 / 2500 in let along_6_5 := 2803 / 5000 in let along_6_6 := 549 / 1250 in let along_6_7 := 979 / 5000 in let
  along_7_1 := -63 / 1000 in let along_7_2 := 269 / 1000 in let along_7_3 := 949 / 5000 in let along_7_4 := 3 / 25 in let along_7_5 :=
  1381 / 5000 in let along_7_6 := 979 / 5000 in let along_7_7 := 331 / 2500 in let across_1_1 := 471 / 1250 in let across_1_2 := 1769 /
  5000 in let across_1_3 := 57 / 625 in let across_1_4 := -383 / 5000 in let across_1_5 := 87 / 250 in let across_1_6 := 53 / 250 in let
  across_1_7 := 657 / 5000 in let across_2_1 := 1769 / 5000 in let across_2_2 := 14041 / 5000 in let across_2_3 := 1771 / 1250 in let
  across_2_4 := 653 / 1250 in let across_2_5 := 14013 / 5000 in let across_2_6 := 1913 / 1250 in let across_2_7 := 359 / 500 in let
  across_3_1 := 57 / 625 in let across_3_2 := 1771 / 1250 in let across_3_3 := 4521 / 5000 in let across_3_4 := 226 / 625 in let
  across_3_5 := 7077 / 5000 in let across_3_6 := 2333 / 2500 in let across_3_7 := 103 / 250 in let across_4_1 := -383 / 5000 in let
  across_4_2 := 653 / 1250 in let across_4_3 := 226 / 625 in let across_4_4 := 1109 / 5000 in let across_4_5 := 1309 / 2500 in let
  across_4_6 := 337 / 1000 in let across_4_7 := 179 / 1000 in let across_5_1 := 87 / 250 in let across_5_2 := 14013 / 5000 in let
  across_5_3 := 7077 / 5000 in let across_5_4 := 1309 / 2500 in let across_5_5 := 3497 / 1250 in let across_5_6 := 1909 / 1250 in let
  across_5_7 := 179 / 250 in let across_6_1 := 53 / 250 in let across_6_2 := 1913 / 1250 in let across_6_3 := 2333 / 2500 in let
  across_6_4 := 337 / 1000 in let across_6_5 := 1909 / 1250 in let across_6_6 := 626 / 625 in let across_6_7 := 2271 / 5000 in let
  across_7_1 := 657 / 5000 in let across_7_2 := 359 / 500 in let across_7_3 := 103 / 250 in let across_7_4 := 179 / 1000 in let across_7_5
  := 179 / 250 in let across_7_6 := 2271 / 5000 in let across_7_7 := 63 / 250 in let values_1 := 5771 / 2500 in let values_2 := -1737 /
  2500 in let values_3 := -1657 / 1000 in let values_4 := 2317 / 1000 in let values_5 := -3153 / 5000 in let values_6 := -329 / 200 in
  L <= 1 /\
  mu < L /\
  mu * 9 <= 1 /\
  ~ (along_1_1 + -1 * along_1_2 + -1 * along_1_3 + -1 * along_1_4 + along_1_5 + along_1_6 + along_1_7 + -1 * along_2_1 + along_2_2 + along_2_3 + along_2_4 + -1 * along_2_5 + -1 * along_2_6 + -1 * along_2_7 + -1 * along_3_1 + along_3_2 + along_3_3 + along_3_4 + -1 * along_3_5 + -1 * along_3_6 + -1 * along_3_7 + -1 * along_4_1 + along_4_2 + along_4_3 + along_4_4 + -1 * along_4_5 + -1 * along_4_6 + -1 * along_4_7 + along_5_1 + -1 * along_5_2 + -1 * along_5_3 + -1 * along_5_4 + along_5_5 + along_5_6 + along_5_7 + along_6_1 + -1 * along_6_2 + -1 * along_6_3 + -1 * along_6_4 + along_6_5 + along_6_6 + along_6_7 + along_7_1 + -1 * along_7_2 + -1 * along_7_3 + -1 * along_7_4 + along_7_5 + along_7_6 + along_7_7 + across_2_2 + across_2_3 + across_2_4 + -1 * across_2_5 + -1 * across_2_6 + -1 * across_2_7 + across_3_2 + across_3_3 + across_3_4 + -1 * across_3_5 + -1 * across_3_6 + -1 * across_3_7 + across_4_2 + across_4_3 + across_4_4 + -1 * across_4_5 + -1 * across_4_6 + -1 * across_4_7 + -1 * across_5_2 + -1 * across_5_3 + -1 * across_5_4 + across_5_5 + across_5_6 + across_5_7 + -1 * across_6_2 + -1 * across_6_3 + -1 * across_6_4 + across_6_5 + across_6_6 + across_6_7 + -1 * across_7_2 + -1 * across_7_3 + -1 * across_7_4 + across_7_5 + across_7_6 + across_7_7 <= (1 - mu) ^ 6 * (along_1_1 + across_1_1)).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (symfed_scaffold_two_runs_rate_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
