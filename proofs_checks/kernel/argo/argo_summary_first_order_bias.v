(* argo-summary-first-order-bias: What the talk states as the first order of FedAvg's bias, on the slide 'In the General Case': one part is
   zero as printed, the other has the wrong sign. That there is such an expansion is symfed-fedavg-bias.
   argo, slide 'Conclusion and Perspectives'. Printed:
     \text{We proved first-order expansion of FedAvg's bias}
   See argo-general-bias, which says the same and has the theorems. *)
