"""HTTP: requests, identities, the built page."""
