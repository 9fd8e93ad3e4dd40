"""What shows the same thing once more: `make test` tries one of a kind, `make test-all` the others."""

from functools import partial

import pytest

later = partial(pytest.param, marks=pytest.mark.slow)  # `parametrize("by", [Mouse, later(Finger)])`
