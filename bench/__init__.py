"""Measurements, and the training of weights: `python -m bench.NAME`.

Matrices are multiplied on one thread, so that fitted weights come out the same however many cores there are. NumPy
reads this when it is imported, which is after this.
"""

import os

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
