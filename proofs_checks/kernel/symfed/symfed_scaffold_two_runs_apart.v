(* symfed-scaffold-two-runs-apart: Conjecture: a round of Scaffold with exact gradients and gamma L <= 1 brings no two runs farther apart in
   V. False: after six local steps they may be, so that a round is not even nonexpansive, though towards theta* it contracts with any
   number of steps.
   symfed, conjecture on two runs, nonexpansive. Printed:
     \gamma L\le1:\quad V^+\le V
   Conditions:
     L*gamma <= 1
     mu < L
     in words: the client's loss is L-smooth and mu-strongly convex on R^d: f - mu/2 |x|^2 and L/2 |x|^2 - f are convex
     in words: both laws with the same sum of the control variates *)
From Symfed Require Import Instance.

(* Conjecture: a round of Scaffold with exact gradients and gamma L <= 1 brings no two runs farther apart in V. False: after six local
   steps they may be, so that a round is not even nonexpansive, though towards theta* it contracts with any number of steps. At an instance
   (two mirror-image clients, exact gradients): mu = 1/1000, L = 1, along = [[293/625, 157/5000, 43/5000, -29/2000, -129/5000, -79/10000,
   249/5000, 91/10000, -1/1250, 9/1250, 123/10000, -43/10000, -293/5000], [157/5000, 723/500, 4369/5000, 6499/10000, 2531/5000, 3923/10000,
   2651/10000, 361/250, 2183/2500, 3257/5000, 318/625, 157/400, 1289/5000], [43/5000, 4369/5000, 1631/2000, 6471/10000, 133/250, 2101/5000,
   551/2000, 4367/5000, 2037/2500, 259/400, 5327/10000, 2101/5000, 547/2000], [-29/2000, 6499/10000, 6471/10000, 382/625, 1227/2500,
   193/500, 1237/5000, 3253/5000, 3237/5000, 61/100, 4897/10000, 3859/10000, 627/2500], [-129/5000, 2531/5000, 133/250, 1227/2500,
   1131/2500, 853/2500, 107/500, 203/400, 213/400, 306/625, 2249/5000, 341/1000, 2199/10000], [-79/10000, 3923/10000, 2101/5000, 193/500,
   853/2500, 2991/10000, 113/625, 3927/10000, 4203/10000, 241/625, 1703/5000, 597/2000, 913/5000], [249/5000, 2651/10000, 551/2000,
   1237/5000, 107/500, 113/625, 1437/10000, 2627/10000, 549/2000, 2497/10000, 109/500, 453/2500, 1317/10000], [91/10000, 361/250,
   4367/5000, 3253/5000, 203/400, 3927/10000, 2627/10000, 14441/10000, 2183/2500, 651/1000, 2541/5000, 491/1250, 1303/5000], [-1/1250,
   2183/2500, 2037/2500, 3237/5000, 213/400, 4203/10000, 549/2000, 2183/2500, 4077/5000, 3237/5000, 213/400, 4203/10000, 2747/10000],
   [9/1250, 3257/5000, 259/400, 61/100, 306/625, 241/625, 2497/10000, 651/1000, 3237/5000, 6109/10000, 2451/5000, 3857/10000, 31/125],
   [123/10000, 318/625, 5327/10000, 4897/10000, 2249/5000, 1703/5000, 109/500, 2541/5000, 213/400, 2451/5000, 4513/10000, 3407/10000,
   269/1250], [-43/10000, 157/400, 2101/5000, 3859/10000, 341/1000, 597/2000, 453/2500, 491/1250, 4203/10000, 3857/10000, 3407/10000,
   299/1000, 911/5000], [-293/5000, 1289/5000, 547/2000, 627/2500, 2199/10000, 913/5000, 1317/10000, 1303/5000, 2747/10000, 31/125,
   269/1250, 911/5000, 729/5000]], across = [[332/625, 697/5000, 73/2500, -309/10000, -861/10000, -7/50, -1711/10000, 449/10000, 11/625,
   309/10000, 587/10000, 943/10000, 1033/10000], [697/5000, 2511/1000, 1597/1000, 2933/2500, 547/625, 6313/10000, 193/500, 3107/1250,
   797/500, 2379/2000, 9133/10000, 433/625, 4581/10000], [73/2500, 1597/1000, 329/250, 127/125, 4001/5000, 121/200, 1917/5000, 7959/5000,
   13149/10000, 5097/5000, 8081/10000, 6179/10000, 797/2000], [-309/10000, 2933/2500, 127/125, 8873/10000, 6971/10000, 1073/2000,
   1733/5000, 11787/10000, 10167/10000, 552/625, 6887/10000, 5229/10000, 1653/5000], [-861/10000, 547/625, 4001/5000, 6971/10000, 767/1250,
   1171/2500, 309/1000, 4453/5000, 401/500, 6871/10000, 737/1250, 269/625, 529/2000], [-7/50, 6313/10000, 121/200, 1073/2000, 1171/2500,
   4099/10000, 109/400, 3281/5000, 6081/10000, 2601/5000, 2151/5000, 869/2500, 2001/10000], [-1711/10000, 193/500, 1917/5000, 1733/5000,
   309/1000, 109/400, 111/500, 1041/2500, 3871/10000, 3267/10000, 164/625, 197/1000, 133/1000], [449/10000, 3107/1250, 7959/5000,
   11787/10000, 4453/5000, 3281/5000, 1041/2500, 24781/10000, 15909/10000, 148/125, 2257/2500, 6761/10000, 4397/10000], [11/625, 797/500,
   13149/10000, 10167/10000, 401/500, 6081/10000, 3871/10000, 15909/10000, 263/200, 10187/10000, 2017/2500, 3079/5000, 1981/5000],
   [309/10000, 2379/2000, 5097/5000, 552/625, 6871/10000, 2601/5000, 3267/10000, 148/125, 10187/10000, 8873/10000, 1391/2000, 2669/5000,
   1713/5000], [587/10000, 9133/10000, 8081/10000, 6887/10000, 737/1250, 2151/5000, 164/625, 2257/2500, 2017/2500, 1391/2000, 6061/10000,
   4561/10000, 2927/10000], [943/10000, 433/625, 6179/10000, 5229/10000, 269/625, 869/2500, 197/1000, 6761/10000, 3079/5000, 2669/5000,
   4561/10000, 3897/10000, 2457/10000], [1033/10000, 4581/10000, 797/2000, 1653/5000, 529/2000, 2001/10000, 133/1000, 4397/10000,
   1981/5000, 1713/5000, 2927/10000, 2457/10000, 1869/10000]], values = [49597/10000, 3529/2000, -557/5000, -14279/10000, -23231/10000,
   -14261/5000, 9879/2000, 17689/10000, -1081/10000, -14293/10000, -931/400, -1784/625]. Compared: the left side and the right one. *)
Theorem symfed_scaffold_two_runs_apart_is_false :
  let mu := 1 / 1000 in let L := 1 in let along_1_1 := 293 / 625 in let along_1_2 := 157 / 5000 in let along_1_3 := 43 / 5000 in let
  along_1_4 := -29 / 2000 in let along_1_5 := -129 / 5000 in let along_1_6 := -79 / 10000 in let along_1_7 := 249 / 5000 in let along_1_8
  := 91 / 10000 in let along_1_9 := -1 / 1250 in let along_1_10 := 9 / 1250 in let along_1_11 := 123 / 10000 in let along_1_12 := -43 /
  10000 in let along_1_13 := -293 / 5000 in let along_2_1 := 157 / 5000 in let along_2_2 := 723 / 500 in let along_2_3 := 4369 / 5000 in
  let along_2_4 := 6499 / 10000 in let along_2_5 := 2531 / 5000 in let along_2_6 := 3923 / 10000 in let along_2_7 := 2651 / 10000 in let
  along_2_8 := 361 / 250 in let along_2_9 := 2183 / 2500 in let along_2_10 := 3257 / 5000 in let along_2_11 := 318 / 625 in let along_2_12
  := 157 / 400 in let along_2_13 := 1289 / 5000 in let along_3_1 := 43 / 5000 in let along_3_2 := 4369 / 5000 in let along_3_3 := 1631 /
  2000 in let along_3_4 := 6471 / 10000 in let along_3_5 := 133 / 250 in let along_3_6 := 2101 / 5000 in let along_3_7 := 551 / 2000 in
  let along_3_8 := 4367 / 5000 in let along_3_9 := 2037 / 2500 in let along_3_10 := 259 / 400 in let along_3_11 := 5327 / 10000 in let
  along_3_12 := 2101 / 5000 in let along_3_13 := 547 / 2000 in let along_4_1 := -29 / 2000 in let along_4_2 := 6499 / 10000 in let
  along_4_3 := 6471 / 10000 in let along_4_4 := 382 / 625 in let along_4_5 := 1227 / 2500 in let along_4_6 := 193 / 500 in let along_4_7
  := 1237 / 5000 in let along_4_8 := 3253 / 5000 in let along_4_9 := 3237 / 5000 in let along_4_10 := 61 / 100 in let along_4_11 := 4897 /
  10000 in let along_4_12 := 3859 / 10000 in let along_4_13 := 627 / 2500 in let along_5_1 := -129 / 5000 in let along_5_2 := 2531 / 5000
  in let along_5_3 := 133 / 250 in let along_5_4 := 1227 / 2500 in let along_5_5 := 1131 / 2500 in let along_5_6 := 853 / 2500 in let
  along_5_7 := 107 / 500 in let along_5_8 := 203 / 400 in let along_5_9 := 213 / 400 in let along_5_10 := 306 / 625 in let along_5_11 :=
  2249 / 5000 in let along_5_12 := 341 / 1000 in let along_5_13 := 2199 / 10000 in let along_6_1 := -79 / 10000 in let along_6_2 := 3923 /
  10000 in let along_6_3 := 2101 / 5000 in let along_6_4 := 193 / 500 in let along_6_5 := 853 / 2500 in let along_6_6 := 2991 / 10000 in
  let along_6_7 := 113 / 625 in let along_6_8 := 3927 / 10000 in let along_6_9 := 4203 / 10000 in let along_6_10 := 241 / 625 in let
  along_6_11 := 1703 / 5000 in let along_6_12 := 597 / 2000 in let along_6_13 := 913 / 5000 in let along_7_1 := 249 / 5000 in let
  along_7_2 := 2651 / 10000 in let along_7_3 := 551 / 2000 in let along_7_4 := 1237 / 5000 in let along_7_5 := 107 / 500 in let along_7_6
  := 113 / 625 in let along_7_7 := 1437 / 10000 in let along_7_8 := 2627 / 10000 in let along_7_9 := 549 / 2000 in let along_7_10 := 2497
  / 10000 in let along_7_11 := 109 / 500 in let along_7_12 := 453 / 2500 in let along_7_13 := 1317 / 10000 in let along_8_1 := 91 / 10000
  in let along_8_2 := 361 / 250 in let along_8_3 := 4367 / 5000 in let along_8_4 := 3253 / 5000 in let along_8_5 := 203 / 400 in let
  along_8_6 := 3927 / 10000 in let along_8_7 := 2627 / 10000 in let along_8_8 := 14441 / 10000 in let along_8_9 := 2183 / 2500 in let
  along_8_10 := 651 / 1000 in let along_8_11 := 2541 / 5000 in let along_8_12 := 491 / 1250 in let along_8_13 := 1303 / 5000 in let
  along_9_1 := -1 / 1250 in let along_9_2 := 2183 / 2500 in let along_9_3 := 2037 / 2500 in let along_9_4 := 3237 / 5000 in let along_9_5
  := 213 / 400 in let along_9_6 := 4203 / 10000 in let along_9_7 := 549 / 2000 in let along_9_8 := 2183 / 2500 in let along_9_9 := 4077 /
  5000 in let along_9_10 := 3237 / 5000 in let along_9_11 := 213 / 400 in let along_9_12 := 4203 / 10000 in let along_9_13 := 2747 / 10000
  in let along_10_1 := 9 / 1250 in let along_10_2 := 3257 / 5000 in let along_10_3 := 259 / 400 in let along_10_4 := 61 / 100 in let
  along_10_5 := 306 / 625 in let along_10_6 := 241 / 625 in let along_10_7 := 2497 / 10000 in let along_10_8 := 651 / 1000 in let
  along_10_9 := 3237 / 5000 in let along_10_10 := 6109 / 10000 in let along_10_11 := 2451 / 5000 in let along_10_12 := 3857 / 10000 in let
  along_10_13 := 31 / 125 in let along_11_1 := 123 / 10000 in let along_11_2 := 318 / 625 in let along_11_3 := 5327 / 10000 in let
  along_11_4 := 4897 / 10000 in let along_11_5 := 2249 / 5000 in let along_11_6 := 1703 / 5000 in let along_11_7 := 109 / 500 in let
  along_11_8 := 2541 / 5000 in let along_11_9 := 213 / 400 in let along_11_10 := 2451 / 5000 in let along_11_11 := 4513 / 10000 in let
  along_11_12 := 3407 / 10000 in let along_11_13 := 269 / 1250 in let along_12_1 := -43 / 10000 in let along_12_2 := 157 / 400 in let
  along_12_3 := 2101 / 5000 in let along_12_4 := 3859 / 10000 in let along_12_5 := 341 / 1000 in let along_12_6 := 597 / 2000 in let
  along_12_7 := 453 / 2500 in let along_12_8 := 491 / 1250 in let along_12_9 := 4203 / 10000 in let along_12_10 := 3857 / 10000 in let
  along_12_11 := 3407 / 10000 in let along_12_12 := 299 / 1000 in let along_12_13 := 911 / 5000 in let along_13_1 := -293 / 5000 in let
  along_13_2 := 1289 / 5000 in let along_13_3 := 547 / 2000 in let along_13_4 := 627 / 2500 in let along_13_5 := 2199 / 10000 in let
  along_13_6 := 913 / 5000 in let along_13_7 := 1317 / 10000 in let along_13_8 := 1303 / 5000 in let along_13_9 := 2747 / 10000 in let
  along_13_10 := 31 / 125 in let along_13_11 := 269 / 1250 in let along_13_12 := 911 / 5000 in let along_13_13 := 729 / 5000 in let
  across_1_1 := 332 / 625 in let across_1_2 := 697 / 5000 in let across_1_3 := 73 / 2500 in let across_1_4 := -309 / 10000 in let
  across_1_5 := -861 / 10000 in let across_1_6 := -7 / 50 in let across_1_7 := -1711 / 10000 in let across_1_8 := 449 / 10000 in let
  across_1_9 := 11 / 625 in let across_1_10 := 309 / 10000 in let across_1_11 := 587 / 10000 in let across_1_12 := 943 / 10000 in let
  across_1_13 := 1033 / 10000 in let across_2_1 := 697 / 5000 in let across_2_2 := 2511 / 1000 in let across_2_3 := 1597 / 1000 in let
  across_2_4 := 2933 / 2500 in let across_2_5 := 547 / 625 in let across_2_6 := 6313 / 10000 in let across_2_7 := 193 / 500 in let
  across_2_8 := 3107 / 1250 in let across_2_9 := 797 / 500 in let across_2_10 := 2379 / 2000 in let across_2_11 := 9133 / 10000 in let
  across_2_12 := 433 / 625 in let across_2_13 := 4581 / 10000 in let across_3_1 := 73 / 2500 in let across_3_2 := 1597 / 1000 in let
  across_3_3 := 329 / 250 in let across_3_4 := 127 / 125 in let across_3_5 := 4001 / 5000 in let across_3_6 := 121 / 200 in let across_3_7
  := 1917 / 5000 in let across_3_8 := 7959 / 5000 in let across_3_9 := 13149 / 10000 in let across_3_10 := 5097 / 5000 in let across_3_11
  := 8081 / 10000 in let across_3_12 := 6179 / 10000 in let across_3_13 := 797 / 2000 in let across_4_1 := -309 / 10000 in let across_4_2
  := 2933 / 2500 in let across_4_3 := 127 / 125 in let across_4_4 := 8873 / 10000 in let across_4_5 := 6971 / 10000 in let across_4_6 :=
  1073 / 2000 in let across_4_7 := 1733 / 5000 in let across_4_8 := 11787 / 10000 in let across_4_9 := 10167 / 10000 in let across_4_10 :=
  552 / 625 in let across_4_11 := 6887 / 10000 in let across_4_12 := 5229 / 10000 in let across_4_13 := 1653 / 5000 in let across_5_1 :=
  -861 / 10000 in let across_5_2 := 547 / 625 in let across_5_3 := 4001 / 5000 in let across_5_4 := 6971 / 10000 in let across_5_5 := 767
  / 1250 in let across_5_6 := 1171 / 2500 in let across_5_7 := 309 / 1000 in let across_5_8 := 4453 / 5000 in let across_5_9 := 401 / 500
  in let across_5_10 := 6871 / 10000 in let across_5_11 := 737 / 1250 in let across_5_12 := 269 / 625 in let across_5_13 := 529 / 2000 in
  let across_6_1 := -7 / 50 in let across_6_2 := 6313 / 10000 in let across_6_3 := 121 / 200 in let across_6_4 := 1073 / 2000 in let
  across_6_5 := 1171 / 2500 in let across_6_6 := 4099 / 10000 in let across_6_7 := 109 / 400 in let across_6_8 := 3281 / 5000 in let
  across_6_9 := 6081 / 10000 in let across_6_10 := 2601 / 5000 in let across_6_11 := 2151 / 5000 in let across_6_12 := 869 / 2500 in let
  across_6_13 := 2001 / 10000 in let across_7_1 := -1711 / 10000 in let across_7_2 := 193 / 500 in let across_7_3 := 1917 / 5000 in let
  across_7_4 := 1733 / 5000 in let across_7_5 := 309 / 1000 in let across_7_6 := 109 / 400 in let across_7_7 := 111 / 500 in let
  across_7_8 := 1041 / 2500 in let across_7_9 := 3871 / 10000 in let across_7_10 := 3267 / 10000 in let across_7_11 := 164 / 625 in let
  across_7_12 := 197 / 1000 in let across_7_13 := 133 / 1000 in let across_8_1 := 449 / 10000 in let across_8_2 := 3107 / 1250 in let
  across_8_3 := 7959 / 5000 in let across_8_4 := 11787 / 10000 in let across_8_5 := 4453 / 5000 in let across_8_6 := 3281 / 5000 in let
  across_8_7 := 1041 / 2500 in let across_8_8 := 24781 / 10000 in let across_8_9 := 15909 / 10000 in let across_8_10 := 148 / 125 in let
  across_8_11 := 2257 / 2500 in let across_8_12 := 6761 / 10000 in let across_8_13 := 4397 / 10000 in let across_9_1 := 11 / 625 in let
  across_9_2 := 797 / 500 in let across_9_3 := 13149 / 10000 in let across_9_4 := 10167 / 10000 in let across_9_5 := 401 / 500 in let
  across_9_6 := 6081 / 10000 in let across_9_7 := 3871 / 10000 in let across_9_8 := 15909 / 10000 in let across_9_9 := 263 / 200 in let
  across_9_10 := 10187 / 10000 in let across_9_11 := 2017 / 2500 in let across_9_12 := 3079 / 5000 in let across_9_13 := 1981 / 5000 in
  let across_10_1 := 309 / 10000 in let across_10_2 := 2379 / 2000 in let across_10_3 := 5097 / 5000 in let across_10_4 := 552 / 625 in
  let across_10_5 := 6871 / 10000 in let across_10_6 := 2601 / 5000 in let across_10_7 := 3267 / 10000 in let across_10_8 := 148 / 125 in
  let across_10_9 := 10187 / 10000 in let across_10_10 := 8873 / 10000 in let across_10_11 := 1391 / 2000 in let across_10_12 := 2669 /
  5000 in let across_10_13 := 1713 / 5000 in let across_11_1 := 587 / 10000 in let across_11_2 := 9133 / 10000 in let across_11_3 := 8081
  / 10000 in let across_11_4 := 6887 / 10000 in let across_11_5 := 737 / 1250 in let across_11_6 := 2151 / 5000 in let across_11_7 := 164
  / 625 in let across_11_8 := 2257 / 2500 in let across_11_9 := 2017 / 2500 in let across_11_10 := 1391 / 2000 in let across_11_11 := 6061
  / 10000 in let across_11_12 := 4561 / 10000 in let across_11_13 := 2927 / 10000 in let across_12_1 := 943 / 10000 in let across_12_2 :=
  433 / 625 in let across_12_3 := 6179 / 10000 in let across_12_4 := 5229 / 10000 in let across_12_5 := 269 / 625 in let across_12_6 :=
  869 / 2500 in let across_12_7 := 197 / 1000 in let across_12_8 := 6761 / 10000 in let across_12_9 := 3079 / 5000 in let across_12_10 :=
  2669 / 5000 in let across_12_11 := 4561 / 10000 in let across_12_12 := 3897 / 10000 in let across_12_13 := 2457 / 10000 in let
  across_13_1 := 1033 / 10000 in let across_13_2 := 4581 / 10000 in let across_13_3 := 797 / 2000 in let across_13_4 := 1653 / 5000 in let
  across_13_5 := 529 / 2000 in let across_13_6 := 2001 / 10000 in let across_13_7 := 133 / 1000 in let across_13_8 := 4397 / 10000 in let
  across_13_9 := 1981 / 5000 in let across_13_10 := 1713 / 5000 in let across_13_11 := 2927 / 10000 in let across_13_12 := 2457 / 10000 in
  let across_13_13 := 1869 / 10000 in let values_1 := 49597 / 10000 in let values_2 := 3529 / 2000 in let values_3 := -557 / 5000 in let
  values_4 := -14279 / 10000 in let values_5 := -23231 / 10000 in let values_6 := -14261 / 5000 in let values_7 := 9879 / 2000 in let
  values_8 := 17689 / 10000 in let values_9 := -1081 / 10000 in let values_10 := -14293 / 10000 in let values_11 := -931 / 400 in let
  values_12 := -1784 / 625 in
  L <= 1 /\
  mu < L /\
  ~ (along_1_1 + -1 * along_1_2 + -1 * along_1_3 + -1 * along_1_4 + -1 * along_1_5 + -1 * along_1_6 + -1 * along_1_7 + along_1_8 + along_1_9 + along_1_10 + along_1_11 + along_1_12 + along_1_13 + -1 * along_2_1 + along_2_2 + along_2_3 + along_2_4 + along_2_5 + along_2_6 + along_2_7 + -1 * along_2_8 + -1 * along_2_9 + -1 * along_2_10 + -1 * along_2_11 + -1 * along_2_12 + -1 * along_2_13 + -1 * along_3_1 + along_3_2 + along_3_3 + along_3_4 + along_3_5 + along_3_6 + along_3_7 + -1 * along_3_8 + -1 * along_3_9 + -1 * along_3_10 + -1 * along_3_11 + -1 * along_3_12 + -1 * along_3_13 + -1 * along_4_1 + along_4_2 + along_4_3 + along_4_4 + along_4_5 + along_4_6 + along_4_7 + -1 * along_4_8 + -1 * along_4_9 + -1 * along_4_10 + -1 * along_4_11 + -1 * along_4_12 + -1 * along_4_13 + -1 * along_5_1 + along_5_2 + along_5_3 + along_5_4 + along_5_5 + along_5_6 + along_5_7 + -1 * along_5_8 + -1 * along_5_9 + -1 * along_5_10 + -1 * along_5_11 + -1 * along_5_12 + -1 * along_5_13 + -1 * along_6_1 + along_6_2 + along_6_3 + along_6_4 + along_6_5 + along_6_6 + along_6_7 + -1 * along_6_8 + -1 * along_6_9 + -1 * along_6_10 + -1 * along_6_11 + -1 * along_6_12 + -1 * along_6_13 + -1 * along_7_1 + along_7_2 + along_7_3 + along_7_4 + along_7_5 + along_7_6 + along_7_7 + -1 * along_7_8 + -1 * along_7_9 + -1 * along_7_10 + -1 * along_7_11 + -1 * along_7_12 + -1 * along_7_13 + along_8_1 + -1 * along_8_2 + -1 * along_8_3 + -1 * along_8_4 + -1 * along_8_5 + -1 * along_8_6 + -1 * along_8_7 + along_8_8 + along_8_9 + along_8_10 + along_8_11 + along_8_12 + along_8_13 + along_9_1 + -1 * along_9_2 + -1 * along_9_3 + -1 * along_9_4 + -1 * along_9_5 + -1 * along_9_6 + -1 * along_9_7 + along_9_8 + along_9_9 + along_9_10 + along_9_11 + along_9_12 + along_9_13 + along_10_1 + -1 * along_10_2 + -1 * along_10_3 + -1 * along_10_4 + -1 * along_10_5 + -1 * along_10_6 + -1 * along_10_7 + along_10_8 + along_10_9 + along_10_10 + along_10_11 + along_10_12 + along_10_13 + along_11_1 + -1 * along_11_2 + -1 * along_11_3 + -1 * along_11_4 + -1 * along_11_5 + -1 * along_11_6 + -1 * along_11_7 + along_11_8 + along_11_9 + along_11_10 + along_11_11 + along_11_12 + along_11_13 + along_12_1 + -1 * along_12_2 + -1 * along_12_3 + -1 * along_12_4 + -1 * along_12_5 + -1 * along_12_6 + -1 * along_12_7 + along_12_8 + along_12_9 + along_12_10 + along_12_11 + along_12_12 + along_12_13 + along_13_1 + -1 * along_13_2 + -1 * along_13_3 + -1 * along_13_4 + -1 * along_13_5 + -1 * along_13_6 + -1 * along_13_7 + along_13_8 + along_13_9 + along_13_10 + along_13_11 + along_13_12 + along_13_13 + across_2_2 + across_2_3 + across_2_4 + across_2_5 + across_2_6 + across_2_7 + -1 * across_2_8 + -1 * across_2_9 + -1 * across_2_10 + -1 * across_2_11 + -1 * across_2_12 + -1 * across_2_13 + across_3_2 + across_3_3 + across_3_4 + across_3_5 + across_3_6 + across_3_7 + -1 * across_3_8 + -1 * across_3_9 + -1 * across_3_10 + -1 * across_3_11 + -1 * across_3_12 + -1 * across_3_13 + across_4_2 + across_4_3 + across_4_4 + across_4_5 + across_4_6 + across_4_7 + -1 * across_4_8 + -1 * across_4_9 + -1 * across_4_10 + -1 * across_4_11 + -1 * across_4_12 + -1 * across_4_13 + across_5_2 + across_5_3 + across_5_4 + across_5_5 + across_5_6 + across_5_7 + -1 * across_5_8 + -1 * across_5_9 + -1 * across_5_10 + -1 * across_5_11 + -1 * across_5_12 + -1 * across_5_13 + across_6_2 + across_6_3 + across_6_4 + across_6_5 + across_6_6 + across_6_7 + -1 * across_6_8 + -1 * across_6_9 + -1 * across_6_10 + -1 * across_6_11 + -1 * across_6_12 + -1 * across_6_13 + across_7_2 + across_7_3 + across_7_4 + across_7_5 + across_7_6 + across_7_7 + -1 * across_7_8 + -1 * across_7_9 + -1 * across_7_10 + -1 * across_7_11 + -1 * across_7_12 + -1 * across_7_13 + -1 * across_8_2 + -1 * across_8_3 + -1 * across_8_4 + -1 * across_8_5 + -1 * across_8_6 + -1 * across_8_7 + across_8_8 + across_8_9 + across_8_10 + across_8_11 + across_8_12 + across_8_13 + -1 * across_9_2 + -1 * across_9_3 + -1 * across_9_4 + -1 * across_9_5 + -1 * across_9_6 + -1 * across_9_7 + across_9_8 + across_9_9 + across_9_10 + across_9_11 + across_9_12 + across_9_13 + -1 * across_10_2 + -1 * across_10_3 + -1 * across_10_4 + -1 * across_10_5 + -1 * across_10_6 + -1 * across_10_7 + across_10_8 + across_10_9 + across_10_10 + across_10_11 + across_10_12 + across_10_13 + -1 * across_11_2 + -1 * across_11_3 + -1 * across_11_4 + -1 * across_11_5 + -1 * across_11_6 + -1 * across_11_7 + across_11_8 + across_11_9 + across_11_10 + across_11_11 + across_11_12 + across_11_13 + -1 * across_12_2 + -1 * across_12_3 + -1 * across_12_4 + -1 * across_12_5 + -1 * across_12_6 + -1 * across_12_7 + across_12_8 + across_12_9 + across_12_10 + across_12_11 + across_12_12 + across_12_13 + -1 * across_13_2 + -1 * across_13_3 + -1 * across_13_4 + -1 * across_13_5 + -1 * across_13_6 + -1 * across_13_7 + across_13_8 + across_13_9 + across_13_10 + across_13_11 + across_13_12 + across_13_13 <= along_1_1 + across_1_1).
Proof.
  written_out. at_instance.
Qed.

Definition all_of_this_file := (symfed_scaffold_two_runs_apart_is_false).
Local Definition functional_extensionality_dep := tt.
Print Assumptions all_of_this_file.
