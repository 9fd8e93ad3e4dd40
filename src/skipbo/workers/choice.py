"""The choice of workers by the options of a command: this machine, or a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.workers.interface import Workers
from skipbo.workers.local import LocalWorkers, cores_here

RAY = "ray"
RAY_CLIENT = "ray://"


@contextmanager
def open_workers(cluster: str | None = None, *, jobs: int = 0, device: str | None = None) -> Iterator[Workers]:
    """Opens the workers of a command for a block.

    `jobs` limits the cores, 0 takes all there are. Without a device, this machine computes on its cores, a cluster on
    its cores and GPUs.
    """
    if cluster is None:
        yield LocalWorkers(jobs or cores_here(), device or "cpu")
    elif cluster == RAY or cluster.startswith(RAY_CLIENT):
        from skipbo.workers.ray.cluster import RayWorkers

        with RayWorkers(None if cluster == RAY else cluster, jobs=jobs, device=device) as workers:
            yield workers
    else:
        raise Malformed(
            "cluster", _("There is no cluster “{name}”: write ray, or ray://HOST:PORT.").format(name=cluster)
        )
