"""Section 7 on extrapolation: experiments whose data are described in words, and so cannot be run again."""

from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.verdict import Tier

NO_DATA = "the blobs' means and variances, the regularisation and the draws are not given, and no figure's numbers: it cannot be run again"

setup = Claim(
    id="aistats-exp-setup",
    kind="definition",
    says="Ten clients, TH = 10,000 gradient evaluations, batch size one, gamma = 0.01, H of 10 and 100, two synthetic datasets of two blobs.",
    printed=Printed("aistats", "Section 7", r"N=10,\ TH=10{,}000,\ \text{batch size one},\ \gamma=0.01,\ H\in\{10,100\},\ 10\text{ runs}"),
    reason="parameters of an experiment: they assert nothing (gamma mu H <= 1 at H = 100 asks for mu <= 1, which is not said to hold)",
    expect=Tier.NOT_CHECKED,
)
figure = Claim(
    id="aistats-fig1-averaging",
    kind="definition",
    says="The panels 'Averaged' show the error of iterates for the first tenth of the rounds, then of the average of the last nine tenths.",
    printed=Printed(
        "aistats",
        "Figure 1, caption",
        r"\text{MSE for first }10\%\text{ of iterates, then MSE of the averaged iterates for the last }90\%\text{; average over }10\text{ runs}",
    ),
    reason="says how a figure was drawn (the average of Theorem 6 starts at the first iterate instead)",
    expect=Tier.NOT_CHECKED,
)
outperforms = Claim(
    id="aistats-exp-rr-vs-fedavg",
    kind="statistical",
    says="On both datasets extrapolated FedAvg consistently outperforms FedAvg.",
    printed=Printed(
        "aistats",
        "Section 7",
        r"\text{on the two problems, FedAvg with Richardson-Romberg extrapolation consistently outperforms vanilla FedAvg}",
    ),
    reason=NO_DATA + ". For single iterates it would depend on whether the runs share samples: symfed-rr-iterate-variance and its sibling",
    expect=Tier.NOT_CHECKED,
)
partly = Claim(
    id="aistats-exp-rr-partial-het",
    kind="statistical",
    says="On the heterogeneous dataset extrapolation removes the heterogeneity bias only in part; Scaffold removes it.",
    printed=Printed(
        "aistats",
        "Section 7",
        r"\text{it only partly removes heterogeneity bias. On the opposite, Scaffold successfully suppresses this bias}",
    ),
    reason=NO_DATA,
    expect=Tier.NOT_CHECKED,
)
noise = Claim(
    id="aistats-exp-scaffold-noise",
    kind="statistical",
    says="On the homogeneous noisy dataset extrapolation reduces the bias and Scaffold does not.",
    printed=Printed(
        "aistats",
        "Section 7",
        r"\text{when clients are homogeneous, but have noisy data, extrapolation can reduce the bias, while Scaffold fails}",
    ),
    reason=NO_DATA,
    expect=Tier.NOT_CHECKED,
)
