"""A search for the instance on which a conjectured bound of Scaffold's variance comes closest to failing."""
