"""Terms with sorts and binders, a page of sentences, and the only maker of facts. Standard library alone."""
