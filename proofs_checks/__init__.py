"""The claims: a folder per source, which declares it; one file per statement, with its lemmas, counterexamples and proof steps beside it."""
