"""The slips behind what falls in the published version; what the preprint and the talks share with it falls by them too."""

from symfed.claims import Cause

CAUSES = (
    Cause(
        "The sign of the bias on quadratics",
        "Theorem 2's exact formula has theta* - theta_c* for theta_c* - theta*, which its own proof derives. The bound and the "
        "expansion of the theorem do not feel the sign.",
        ("aistats-thm2-exact-bias", "aistats-prop5-neumann", "aistats-eq50", "aistats-prop6-leading", "hal-prop5-bias", "hal-prop5-proof-bias"),
    ),
    Cause(
        "Third derivatives that are bounded, and not Lipschitz",
        "The remainder O(gamma^(3/2)) of the bias needs third derivatives that are Lipschitz near the optimum. A loss whose third derivative is "
        "bounded and 1/2-Hölder there may have a bias of order gamma^(5/4).",
        words="third derivatives that are Lipschitz near",
    ),
    Cause(
        "A noise covariance that need not be smooth",
        "The assumptions bound moments of the noise, and allow its covariance a kink at the optimum, which costs half a power of gamma in the "
        "remainder. With two derivatives there the statements hold.",
        words="twice differentiable at",
    ),
    Cause(
        "The step sizes of Theorem 5",
        "Theorem 5 uses Theorem 4 at 2 gamma, so that each bound on the step size that Theorem 4 asks for has to be halved: none is in the "
        "published version, and 1/(25 L) is not in the preprint. Seen is a condition of Theorem 4 at 2 gamma, which is to be at most one.",
        ("aistats-thm5-step-condition", "aistats-eq59-2gamma", "hal-thm5-condition", "hal-thm5-proof"),
    ),
    Cause(
        "The products of equation (3)",
        "They lack a round's first local step: they have to run over l = h .. H-1, as in the proof of Theorem 1. The identity of Proposition 2 also "
        "lacks the factor -gamma, which its proof has. Proposition 2's bound and Theorem 1 stand.",
        (
            "aistats-prop2-identity", "aistats-eq3-products", "aistats-eq3app-products", "aistats-eq13-center", "aistats-prop2-unrolled",
            "aistats-prop2-averaged", "aistats-prop2-contraction-digamma", "hal-prop2-identity", "hal-eq3-products",
            "hal-prop2-proof-fixed-point", "hal-prop2-proof-products", "hal-prop2-proof-unrolled", "hal-eq13", "hal-prop2-proof-contraction",
        ),
    ),
    Cause(
        "The half in the bound on quadratics",
        "The proof of Theorem 2's bound ends with 1/(gamma mu H) for the larger 1/(1 - (1 - gamma mu)^H). The half is all but right: with mu (2 - gamma mu) for 2 mu "
        "the bound holds, and is sharp at H = 2. Theorem 2's bound stands.",
        ("aistats-prop5-bound", "aistats-prop5-geometric", "hal-prop4-bound", "hal-prop4-proof-final"),
    ),
    Cause(
        "A second moment of the noise",
        "A1 alone does not give the stochastic gradient a second moment, which the distance between laws takes; A3 does.",
        words="a second moment of the stochastic gradient at one point",
    ),
    Cause(
        "zeta for L^2 zeta^2 in Lemma 8",
        "A slip: the clients' pull enters squared and with L^2, as the units of the two sides ask. With it the lemma holds, and so do the orders "
        "that are drawn from it.",
        ("aistats-lem8-moment6", "aistats-lem8-H-iterations", "hal-lemma8", "hal-lemma8-h-iterations"),
    ),
    Cause(
        "The weights of Remark 1",
        "The weights sum to H/(H-1), so that the optimum itself moves. Runs with H and 2H local steps and the weights (2H-1)/H and -(H-1)/H do what the "
        "remark says, with third derivatives that are Lipschitz near theta* and gamma^(3/2) H in the remainder, as in Theorem 4, for gamma^(3/2) H^(1/2). "
        "Seen are the limit of the averages as defined, and the limit as printed.",
        ("aistats-rem1-limit", "aistats-rem1-definition", "hal-remark1-limit", "hal-remark1-estimator"),
    ),
    Cause(
        "How (65) bounds H",
        "gamma^3 H^2 = O(eps^2) asks for H^2 = O(1/eps^4), and not for H^3: longer rounds are allowed, and fewer communications are enough.",
        ("aistats-eq65-solved",),
    ),
    Cause(
        "Linear speed-up with long rounds",
        "Drift inside a round, of order gamma^2 (H-1) with equal clients and gamma (H-1) with others, is not divided by N.",
        ("aistats-thm3-speedup-remark", "aistats-thm4-speedup-remark", "aistats-conclusion-bias-1overN", "hal-thm3-speedup-remark", "hal-thm4-h-order",
         "hal-conclusion-bias-1overN"),
    ),
    Cause(
        "Rounds that are unrolled",
        "A bound of a round, r <- q^H r + b, ends at b/(1 - q^H), which is more than what is printed: for H > 1 in Lemma 7, in the published (47) "
        "and in the preprint's Lemma 5, from H = 8 on in the published Lemma 5. Summed over local steps, with the rate q, the printed bounds hold.",
        ("aistats-lem5-unroll-t", "aistats-lem7-unroll-t", "aistats-eq47-by-46", "hal-lemma5-unroll-t", "hal-lemma7-unroll-t"),
    ),
    Cause(
        "A step size that is compared with a pure number",
        "gamma H <= 1 depends on the unit of the loss; gamma mu H <= 1 does not. The bound by 1/L beside it stays.",
        ("aistats-prop6-condition", "hal-thm3-condition", "hal-thm5-condition"),
    ),
    Cause(
        "A geometric sum with its minus sign on one side",
        "In the proof of Theorem 4 the sum has its minus sign on one side alone, which gives the equation after it a wrong sign. The published "
        "version is right from the next expansion on; the preprint keeps the sign to the proof's last display, where the theorem has the right one. "
        "What is drawn from it needs third derivatives that are Lipschitz near theta*, as the theorem does.",
        (
            "aistats-eq55pre-geometric", "aistats-eq55-mean", "hal-thm4-proof-lemma9-sum", "hal-eq33", "hal-thm4-proof-global", "hal-eq35",
            "hal-thm4-final",
        ),
    ),
    Cause(
        "The sign of the recentred path",
        "Its definition, (30) and the preprint's (25), has a minus for a plus; all that follows uses the plus.",
        (
            "aistats-eq30-V-def", "aistats-lem7-V-recursion", "aistats-eq36-onestep", "aistats-lem7-unroll-H", "aistats-eq37-expansion",
            "aistats-lem8-one-sample", "hal-eq25", "hal-lemma7-recursion", "hal-lemma7-one-step", "hal-lemma7-unroll-h", "hal-lemma8-expansion",
            "hal-lemma8-one-sample",
        ),
    ),
    Cause(
        "The powers and paths in the proof of Lemma 8",
        "T stands for the recentred V, and powers of gamma, h and L are off. With the right ones the lines hold, and give what the proof goes on with.",
        (
            "aistats-lem8-poly-bound", "aistats-lem8-Eck", "aistats-lem8-gamma-k", "aistats-lem8-min-Xi", "aistats-lem8-third-root",
            "hal-lemma8-gamma-k", "hal-lemma8-min-max", "hal-lemma8-third-root", "hal-lemma8-constant", "hal-lemma8-eck",
        ),
    ),
    Cause(
        "H - h factors, counted as H - h - 1",
        "Products over l = h .. H-1 have H - h factors. A second slip, in the sum over h, makes up for the first.",
        (
            "aistats-thm7-digamma-expansion", "aistats-thm7-plugin", "aistats-thm7-sum-h", "aistats-thm7-given-in-19",
            "aistats-prop6-gamma-expansion", "hal-thm6-product-expansions", "hal-thm6-plug-in", "hal-thm6-given-in-19",
        ),
    ),
    Cause(
        "Remainders that are bounded, and no smaller",
        "What is left of an inverse is bounded, and not O(gamma H); what is left of a product is no multiple of the distance to the optimum. "
        "Bounded is enough for all that is drawn from it.",
        (
            "aistats-thm7-inverse-expansion", "aistats-eq18-remainders", "aistats-thm7-final-sup", "aistats-prop6-inverse", "hal-eq18",
            "hal-thm6-final-sup",
        ),
    ),
    Cause(
        "The noise of a round on quadratics",
        "The sign of the noise in (49), the preprint's (27), the point where it is taken, and its weight over clients; the first order of the second moment "
        "drawn from it is right.",
        ("aistats-eq49-unrolled", "aistats-prop6-round", "aistats-prop6-variance-recursion", "hal-eq27"),
    ),
    Cause(
        "Telescoping sums of products",
        "The order of the factors, a mean's factor for a client's, or the sign of the difference. What uses them has commuting factors or takes norms.",
        (
            "aistats-lem9-telescoping", "aistats-prop2-telescoping-norm", "aistats-prop5-telescoping", "hal-lemma9",
            "hal-prop2-proof-telescoping",
        ),
    ),
    Cause(
        "An expectation or an independence that is not printed",
        "The display holds in the mean, or given the past, that its use supposes.",
        (
            "aistats-lem4-contraction", "aistats-eq43-identity", "aistats-lem8-drift-b", "aistats-prop4-init", "hal-lemma4", "hal-lemma8-drift-b",
        ),
    ),
)  # fmt: skip
