"""The claims: a folder per source, which declares it; one file per statement, with its lemmas, exhibits and proof steps beside it."""
