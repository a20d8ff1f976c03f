"""What people read: terminal tables, one offline page, a dependency graph, errata. Reads ledger rows, computes no mathematics."""
