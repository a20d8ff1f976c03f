"""What we claim of Scaffold ourselves, beyond the sources."""
