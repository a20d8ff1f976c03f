(* iccopt-iterates-converge-remark: The iterates of FedAvg with exact gradients converge, to one point from every start; the slide asks, and
   gives no step size.
   iccopt, slide with three trajectories. Printed:
     \text{Remark: It seems that iterates converge in some way?}
   See iccopt-det-fedavg-unique-point, which says the same and has the theorems. *)
