"""Tests that need programs of the system are left out where these are missing. `.ci/run` installs them."""

import pytest
from tools.cluster import HAPROXY
from tools.postgres_server import PROGRAMS
from tools.redis_server import PROGRAM

needs_postgres = pytest.mark.skipif(PROGRAMS is None, reason="PostgreSQL is not installed (Debian: postgresql)")
needs_redis = pytest.mark.skipif(PROGRAM is None, reason="Redis is not installed (Debian: redis-server)")
needs_cluster = pytest.mark.skipif(
    not (PROGRAMS and PROGRAM and HAPROXY), reason="not installed (Debian: postgresql, redis-server, haproxy)"
)
