"""Is a number zero, of one sign, is a relation implied by others? Decided exactly, by SMT solvers and by exact points."""
