(* argo-summary-first-order-bias: FedAvg's bias has a first order: by heterogeneity and by noise, as the rule has them. The formula that the
   talk prints for it is argo-general-bias.
   argo, slide 'Conclusion and Perspectives'. Printed:
     \text{We proved first-order expansion of FedAvg's bias}
   See argo-general-two-parts, which says the same and has the theorems. *)
