"""Numba's simulator of a GPU, with one fault mended. Import this where the simulator was chosen (NUMBA_ENABLE_CUDASIM).

Threads of a block that asked for the same shared memory at the same moment sometimes got memory of their own each.
"""

import sys
import threading
from typing import Any

import numpy as np
from numba import types
from numba.cuda.simulator.kernelapi import FakeCUDAShared
from numba.np import numpy_support

asking = threading.Lock()


def shared_array(self: Any, shape: Any, dtype: Any) -> Any:
    """As in the simulator, each line of code that asks has one array, for all threads of a block."""
    frame = sys._getframe(1)
    line = frame.f_code.co_filename, frame.f_lineno
    with asking:
        if line not in self._allocations:
            plain = numpy_support.as_dtype(dtype) if isinstance(dtype, types.Type) else dtype
            self._allocations[line] = np.empty(shape, plain)
        return self._allocations[line]


FakeCUDAShared.array = shared_array
