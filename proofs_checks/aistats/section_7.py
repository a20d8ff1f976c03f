"""Section 7 on extrapolation: experiments whose data are described in words, and the sentences on them that theory decides."""

from proofs_checks.aistats import theorem_3
from proofs_checks.aistats.figure_1 import no_first_order, noise_alone, only_partly
from symfed.claims import Claim, Domain, Tier, printed_at

setup = Claim(
    id="aistats-exp-setup",
    kind="definition",
    says="Ten clients, TH = 10,000 gradient evaluations, batch size one, gamma = 0.01, H of 10 and 100, two synthetic datasets of two blobs.",
    printed=printed_at(
        "Section 7, and Figure 1, caption", r"N=10,\ TH=10{,}000,\ \text{batch size one},\ \gamma=0.01,\ H\in\{10,100\},\ 10\text{ runs}"
    ),
    reason="parameters of an experiment: they assert nothing (gamma mu H <= 1 at H = 100 asks for mu <= 1, which is not said to hold)",
    expect=Tier.NOT_CHECKED,
)
figure = Claim(
    id="aistats-fig1-averaging",
    kind="definition",
    says="The panels 'Averaged' show the error of iterates for the first tenth of the rounds, then of the average of the last nine tenths.",
    printed=printed_at(
        "Figure 1, caption",
        r"\text{MSE for first }10\%\text{ of iterates, then MSE of the averaged iterates for the last }90\%\text{; average over }10\text{ runs}",
    ),
    reason="says how a figure was drawn (the average of Theorem 6 starts at the first iterate instead)",
    expect=Tier.NOT_CHECKED,
)
outperforms = Claim(
    id="aistats-exp-rr-vs-fedavg",
    kind="statistical",
    says="On both datasets of Figure 1 extrapolated FedAvg consistently outperforms FedAvg.",
    printed=printed_at(
        "Section 7", r"\text{on the two problems, FedAvg with Richardson-Romberg extrapolation consistently outperforms vanilla FedAvg}"
    ),
    reason="reads off what Figure 1 shows, whose data are not given; symfed-rr-bias and symfed-rr-iterate-variance-shared say when it is so",
    see=(
        "aistats-logistic-loss",
        "symfed-rr-bias",
        "symfed-rr-iterate-variance",
        "symfed-rr-iterate-variance-shared",
        "symfed-rr-average-variance",
        "symfed-rr-average-variance-shared",
    ),
    expect=Tier.NOT_CHECKED,
)
partly = Claim(
    id="aistats-exp-rr-partial-het",
    kind="statistical",
    says="Figure 1, heterogeneous data: extrapolation removes the bias only in part, Scaffold removes it. Whatever the data, minus twice the second order "
    "stays of it with extrapolation, and of Scaffold's first order the noise's part alone.",
    printed=printed_at(
        "Section 7", r"\text{it only partly removes heterogeneity bias. On the opposite, Scaffold successfully suppresses this bias}"
    ),
    under=Domain((), theorem_3.DRAWS, theorem_3.WHERE_DRAWS),
    lemmas=(only_partly, noise_alone),
    see=("symfed-rr-bias", "symfed-scaffold-no-heterogeneity-bias", "symfed-fedavg-second-order-deterministic-bias"),
    expect=Tier.SUPPORTED,
)
noise = Claim(
    id="aistats-exp-scaffold-noise",
    kind="statistical",
    says="Figure 1, homogeneous noisy data: extrapolation can reduce the bias and Scaffold does not. To first order in gamma, for any homogeneous data, the one "
    "cancels it and the other has FedAvg's.",
    printed=printed_at(
        "Section 7", r"\text{when clients are homogeneous, but have noisy data, extrapolation can reduce the bias, while Scaffold fails}"
    ),
    under=Domain((), theorem_3.DRAWS, theorem_3.WHERE_DRAWS),
    lemmas=(no_first_order, noise_alone),
    see=("argo-scaffold-cannot-correct", "symfed-fedavg-homogeneous-bias", "symfed-scaffold-second-order-bias"),
    expect=Tier.SUPPORTED,
)
