"""False claims that unsound rules of an older proof language proved, said in the kernel's terms, each by the step that was careless."""

from tests.kernel.adversary.attempt import attempts

ATTEMPTS = attempts(
    """
01: a limit's letter is captured | it tends to 1/e | another statement was proved
    Tends(fun t: Index. (num(t) / num(t + 1)) ^ t, 0)
    letters Tends: (Index -> Num) -> Num -> Prop
    for t: Index
    given all r: Num. 0 <= r -> r < 1 -> Tends(fun t: Index. r ^ t, 0)
    at 0: num(t) / num(t + 1)
    general 1: t
24: a limit's letter is captured by a substitution | it tends to 1/e | is not what the equation is put into
    Tends(fun t: Index. (num(t) / num(t + 1)) ^ t, 0)
    letters Tends: (Index -> Num) -> Num -> Prop
    for t h: Index
    given Tends(fun t: Index. (num(h) / num(h + 1)) ^ t, 0)
    given h = t
    rewrite 0 1: fun k: Index. Tends(fun t: Index. (num(t) / num(t + 1)) ^ t, 0)
26: a sum's letter is captured | the ratio changes from term to term | another statement was proved
    all h H: Index. (1 - 1 / num(h + 2)) * Sum(H, fun h: Index. (1 / num(h + 2)) ^ h) = 1 - (1 / num(h + 2)) ^ H
    letters Sum: Index -> (Index -> Num) -> Num
    for h: Index
    given all r: Num, H: Index. (1 - r) * Sum(H, fun h: Index. r ^ h) = 1 - r ^ H
    at 0: 1 / num(h + 2)
    general 1: h
02: what runs away is a constant of a limit | x doubles | another statement was proved
    Tends(fun t: Index. norm(x(t)) / num(t + 1), 0)
    letters Tends: (Index -> Num) -> Num -> Prop; u: Vec
    for t: Index
    recursion x = u; fun n: Index. fun y: Vec. 2 * y
    given all C: Num. Tends(fun t: Index. C / num(t + 1), 0)
    at 2: norm(x(t))
04: eigenvalues below zero are not looked at | an eigenvalue may be -1 | asks for
    all x: Vec. norm(of_map(fun r: Num. r, D) * x) <= 1 / 2 * norm(x)
    letters D: Map
    for r: Num
    sentence spectral bound
    at 0: D; fun r: Num. r; 0 - 1; 1 / 2; 1 / 2
    given symmetric(D)
    given 0 - 1 <= low(D)
    given high(D) <= 1 / 2
    by 1: 2; 3; 4
    assume 0 <= r
    assume r <= 1 / 2
    arithmetic (0 - 1) * (1 / 2) <= r <- 1 #6; 1/2
    sentence both
    at 9: r <= 1 / 2; (0 - 1) * (1 / 2) <= r
    by 10: 7; 8
    discharge 11: 0 <= r; r <= 1 / 2
    general 12: r
    by 5: 13
05: falling from one is falling from zero | h/(h ^ 2 + 1) rises from 0 to 1 | another statement was proved
    f(1) <= f(0)
    letters f: Index -> Num
    for n: Index
    given all n: Index. 1 <= num(n) -> f(n + 1) <= f(n)
    define start(n) = n
    at 0: start(0)
    by 2
06: an equation divided by zero | zeta is zero | does not add up
    x = y
    letters x y: Vec
    given zeta * (x - y) = zero(Vec)
    arithmetic it <- 1 #0 left 1 / zeta
07: a vector defined by a division by zero | zeta is zero | does not add up
    x = zero(Vec)
    letters x: Vec
    for y: Vec
    define v(y) = 1 / zeta * y
    at 0: x
    given zeta = 0
    arithmetic it <- 1 #1 left zeta; 1 #2 right v(x)
09: the gradient is defined to be zero | gradients are given | is no new name
    all c: Client, x: Vec. grad(c, x) = zero(Vec)
    letters grad: Client -> Vec -> Vec
    for c: Client; x: Vec
    define grad(c; x) = zero(Vec)
83: definitions in a circle | f = e + y, e = f | e is not known
    all y: Vec. y = zero(Vec)
    for y: Vec
    define f(y) = e(y) + y
    define e(y) = f(y)
03b: a crossing below zero | the functions meet at -1 | asks for
    gamma * L <= 0
    sentence a number with it
    at 0: fun p: Num. 0 <= p and 0 - p = p + 2; 0 - 1
    sentence both
    at 2: 0 <= 0 - 1; 0 - (0 - 1) = 0 - 1 + 2
    arithmetic 0 - (0 - 1) = 0 - 1 + 2
    by 3: 4
03: the same without the sign | the functions meet at -1 | does not add up
    gamma * L <= 0
    sentence a number with it
    at 0: fun p: Num. 0 - p = p + 2; 0 - 1
    arithmetic 0 - (0 - 1) = 0 - 1 + 2
    by 1: 2
    choose point 3
    arithmetic it <- 1 #4 left gamma * L
16b: a number that a condition bounds is defined to be beyond | it is at most one | is no new name
    gamma * L <= 0
    letters Q: Num
    given Q <= 1
    define Q = 2
16: the same by arithmetic alone | it is at most one | is no new name
    gamma * L <= 0
    letters Q: Num
    define Q = 2
    given Q <= 1
    arithmetic it <- 1 #0 #1
31: a Hessian that is a number | a Hessian is a map | does not add up
    g(x) - g(y) = k * (x - y)
    letters x y: Vec
    sentence curved: a mean Hessian
    at 0: g; m; l
    given Curved(g, m, l)
    by 1: 2
    at 3: x; y
    define k = low(id)
    arithmetic it
67: clients' draws are independent | clients may draw together | does not add up
    E(fun w: Outcome. inner(mean(fun c: Client. v(c, w)), mean(fun c: Client. v(c, w)))) * num(N) = mean(fun c: Client. E(fun w: Outcome.
        inner(v(c, w), v(c, w))))
    letters v: Client -> Outcome -> Vec; N: Index
    arithmetic it
67b: clients' samples agree | clients draw other samples | asks for
    mean(fun c: Client. E(fun w: Outcome. inner(v(c, w), v(c, w)))) <= 0
    letters v: Client -> Outcome -> Vec
    for c: Client; w: Outcome
    sentence zero vector
    at 0: v(c, w)
    arithmetic inner(v(c, w) - v(c, w), v(c, w)) <= 0
    by 1: 2
74: a client's own curvature outside a mean | curvatures differ | does not add up
    mean(fun d: Client. a(d) * b(d)) = a(c) * mean(b)
    letters a b: Client -> Num
    for c: Client; w: Outcome
    arithmetic it
52: a premise without its condition | zeta may be positive | another statement was proved
    gamma * zeta <= 0
    given zeta <= 0 -> gamma * zeta <= 0
    by 0
52b: a premise's condition is discharged and dropped | zeta may be positive | another statement was proved
    gamma * zeta <= 0
    assume zeta <= 0
    given 0 <= gamma
    arithmetic it <- 1 #0 #1
    discharge 2: zeta <= 0
08: a lemma as its first check reads it | H is any number of steps | does not add up
    num(H) <= 4
    arithmetic num(4) <= 4
    arithmetic it <- 1 #0
""",
    {"g": "Vec -> Vec", "m": "Num", "l": "Num", "gamma": "Num", "zeta": "Num", "L": "Num", "mu": "Num", "H": "Index"},
)
