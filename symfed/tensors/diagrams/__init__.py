"""The tensor form of the expansion in any dimension: sums of coefficients in H and N times diagrams.

A step's error is a random map of the error before it. By the law of total cumulance its cumulants are obtained by gluing the legs of the
map's Taylor coefficients to cumulants of the error in all connected ways. That one operation (`diagram.glue_cumulants`) is run over the
local steps of a client, with sums over steps in closed form, and once more over rounds, where cumulant k of the mean of N clients is
N^(1-k) times the mean of their cumulants; the stationary cumulants then follow order by order, each by an inverse Kronecker sum of the
mean Hessian. All terms are connected. The engine in `symfed.derive.expansion` works by moments of displacements instead.

`form.tensor_form` derives a form, `evaluate.evaluate` contracts it on jets, `latex.latex` and `latex.grouped_latex` print it, and
`picture.picture` draws it.
"""
