"""Reports: HTML pages that need no server, no script and no network, with charts in them."""
