"""Reports: terminal tables, offline HTML pages, a dependency graph, errata. Reads ledger rows, computes no mathematics."""
