"""The claims: one file per statement of a source. Data, transcription and choice of checks; no algebra, no loops."""
