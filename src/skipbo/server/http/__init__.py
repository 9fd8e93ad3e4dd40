"""HTTP: the API, identities, the files of the page."""
