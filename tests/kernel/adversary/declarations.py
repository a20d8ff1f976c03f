"""False claims that stood on what an author declared, and those that an older proof language stopped, said in the kernel's terms."""

from tests.kernel.adversary.attempt import attempts

ATTEMPTS = attempts(
    """
93: the first order leaves the third | the second order is left | does not add up
    all s: Num. norm(bias(s) - first(s)) <= C * s ^ 3
    letters bias first: Num -> Vec; C: Num
    for s: Num
    given all s: Num. norm(bias(s) - first(s)) <= C * s ^ 2
    at 0: s
    arithmetic norm(bias(s) - first(s)) <= C * s ^ 3 <- 1 #1
    general 2: s
93b: the same, times the step | the second order is left | a factor that is not known to be positive
    all s: Num. norm(bias(s) - first(s)) <= C * s ^ 3
    letters bias first: Num -> Vec; C: Num
    for s: Num
    given all s: Num. norm(bias(s) - first(s)) <= C * s ^ 2
    at 0: s
    arithmetic norm(bias(s) - first(s)) <= C * s ^ 3 <- 1 #1 left s
    general 2: s
94: a remainder of an order that nobody gave | nothing is known of it | does not add up
    all s: Num. norm(bias(s)) <= C * s ^ 4
    letters bias: Num -> Vec; C: Num
    for s: Num
    arithmetic norm(bias(s)) <= C * s ^ 4
    general 0: s
95: a bound that is put in the place of a proved one | C s ^ 2 was proved | another statement was proved
    all s: Num. norm(bias(s)) <= C * s ^ 5
    letters bias: Num -> Vec; C: Num
    given all s: Num. norm(bias(s)) <= C * s ^ 2
15: an identity of one dimension | maps do not commute | does not add up
    all A B: Map, x: Vec. A * (B * x) = B * (A * x)
    for A B: Map; x: Vec
    arithmetic A * (B * x) = B * (A * x)
    general 0: A; B; x
92: what is so of quadratic clients | g is not quadratic | asks for
    all x y: Vec. g(x) - g(y) = A(x) * (x - y)
    letters A: Vec -> Map
    sentence quadratic
    at 0: g; A
    given Hessian(g, A)
    by 1: 2
22: what is so of one step | n steps are not n times one | is not what
    all n: Index. f(n) = num(n) * f(1)
    letters f: Index -> Num
    for n: Index
    arithmetic f(1) = num(1) * f(1)
    reflexive f(n)
    rewrite 1 0: fun r: Num. f(n) = num(n) * f(1)
    general 2: n
45: a range that is smaller than what is printed | it is known of n = 1 | another statement was proved
    all n: Index. f(n) <= C
    letters f: Index -> Num; C: Num
    given f(1) <= C
91: another rule's formula | it is FedAvg's | is not what
    scaffold(0) = u
    letters fedavg scaffold: Index -> Vec; u: Vec
    given fedavg(0) = u
    reflexive scaffold(0)
    rewrite 1 0: fun x: Vec. scaffold(0) = x
91b: compared with itself | nothing is known of it | another statement was proved
    bias(gamma) = 1 / 2 * first(gamma)
    letters bias first: Num -> Vec
    arithmetic 1 / 2 * first(gamma) = 1 / 2 * first(gamma)
12: a hypothesis of one's own is the statement | steps may be few | a condition is left
    1 <= gamma * mu * num(H)
    assume 1 <= gamma * mu * num(H)
13: a class that says more | quadratic clients may differ | a condition is left
    zeta <= 0
    assume Quadratic(g) -> zeta <= 0
    given Quadratic(g)
    by 0: 1
14: a class that implies another | curved clients may differ | asks for
    all c: Client, x: Vec. grad(c, x) = mean(fun d: Client. grad(d, x))
    letters grad: Client -> Vec -> Vec
    sentence one gradient for all
    at 0: grad
    given all c: Client. Curved(grad(c), 1, 2)
    by 1: 2
65: a theorem of one's own | one wishes it | no sentence is called
    gamma * L <= 0
    sentence what one wishes is so
18: a quotient that is not defined at one | gamma L may be one | asks for
    0 <= gamma / (1 - gamma * L)
    sentence inverses are positive
    at 0: 1 - gamma * L
    given gamma * L <= 1
    arithmetic 0 <= 1 - gamma * L <- 1 #2
    given 0 <= gamma
    by 1: 3
10: a root of what may be negative | the root is not real | asks for
    2 * gamma * L <= 1
    sentence root
    at 0: 1 - 2 * gamma * L
    sentence roots
    at 2: 1 - 2 * gamma * L
    by 1: 3
11: the same without facts | the root is not real | does not add up
    2 * gamma * L - 1 <= sqrt(1 - 2 * gamma * L)
    sentence roots
    at 0: 1 - 2 * gamma * L
    arithmetic it <- 1 #1
29: a mapping that is another one at its fixed point | x / 2 and x + y | asks for
    all y: Vec. y = zero(Vec)
    for y: Vec
    sentence Banach
    at 0: fun x: Vec. x + y; 1 / 2
    sentence Banach
    at 2: fun x: Vec. 1 / 2 * x; 1 / 2
    given all x z: Vec. norm(1 / 2 * x - 1 / 2 * z) <= 1 / 2 * norm(x - z)
    by 1: 4
40: an expression for an equation with zero | a search compared it | is a Num and no proposition
    gamma * mu = 0
    assume gamma * mu
70: nothing by nothing | H may be one | does not add up
    gamma * mu * (num(H) - 1) / (num(H) - 1) = gamma * mu
    arithmetic it
71: what holds within, outside | h may be four | a condition is left
    num(h) <= 3
    letters h: Index
    assume num(h) <= 3
72: the mean of a product | they are not independent | does not add up
    mean(fun c: Client. a(c) * b(c)) = mean(a) * mean(b)
    letters a b: Client -> Num
    arithmetic it
73: equality in Cauchy-Schwarz | the dimension is not one | does not add up
    inner(x, x) * inner(y, y) <= inner(x, y) ^ 2
    letters x y: Vec
    sentence Schwarz squared
    at 0: x; y
    arithmetic it <- 1 #1
75: an induction below zero | u doubles | a hypothesis speaks of n
    all n: Index. u(n) <= 1
    for n: Index
    recursion u = 1; fun n: Index. fun a: Num. 2 * a
    assume num(n) <= 0
    at 1: n
    assume u(n) <= 1
    assume u(S(n)) <= 1
    discharge 5: u(n) <= 1
    general 6: n
no bias: a distance is zero by a division by zero | e / 0 | does not add up
    inner(e, e) <= 0
    letters e: Vec
    define d = 0
    define a = 1 / d * e
    arithmetic d * a = e <- 1 #1 left d
conditions that cannot hold | the conditions contradict each other | a condition is left
    1 <= 0
    assume gamma < 0
    assume 0 < gamma
    sentence absurd
    at 2: 1 <= 0
    sentence less is not equal
    at 4: 0
    arithmetic 0 < 0 <- 1 #0; 1 #1
    by 5: 6
    by 3: 7
""",
    {"g": "Vec -> Vec", "m": "Num", "l": "Num", "gamma": "Num", "zeta": "Num", "L": "Num", "mu": "Num", "H": "Index"},
)
