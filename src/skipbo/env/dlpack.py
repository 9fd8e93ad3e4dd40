"""Arrays in a GPU's memory that PyTorch, JAX and others read in place, by DLPack: no copy is made."""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

CPU, CUDA = 1, 2
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # by NumPy's letters
NAME = b"dltensor"  # of a capsule, until its tensor is taken
OURS = (None, -1, 1)  # streams for which nothing must be waited for: Numba's own is 1, and -1 asks for no wait


class Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class DataType(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("dimensions", ctypes.c_int32),
        ("type", DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),  # none: row after row
        ("offset", ctypes.c_uint64),
    )


class ManagedTensor(ctypes.Structure):
    """A tensor as it is handed over: its taker calls `deleter` in the end."""

    _fields_ = (("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


lent: dict[int, tuple[ManagedTensor, Any]] = {}  # by address, with what owns the memory


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def give_back(address: int, lent: dict[int, Any] = lent) -> None:  # its own, because Python's end empties this module
    lent.pop(address, None)


ctypes.pythonapi.Py_IncRef(ctypes.py_object(give_back))  # for takers that give back after that


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def drop_capsule(capsule: int) -> None:
    """Gives back a tensor that nobody has taken: a taker gives its capsule another name."""
    if ctypes.pythonapi.PyCapsule_IsValid(ctypes.c_void_p(capsule), NAME):
        give_back(ctypes.pythonapi.PyCapsule_GetPointer(ctypes.c_void_p(capsule), NAME))


ctypes.pythonapi.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
ctypes.pythonapi.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
ctypes.pythonapi.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
ctypes.pythonapi.PyCapsule_New.restype = ctypes.py_object


class DeviceArray:
    """An array of Numba on a GPU, with what other packages ask for.

    `torch.from_dlpack` and `jax.dlpack.from_dlpack` take it. On Numba's simulator, whose arrays lie in the memory of
    the machine, `numpy.from_dlpack` does.
    """

    def __init__(self, array: Any, synchronize: Callable[[], None]) -> None:
        self.array = array
        self.shape: tuple[int, ...] = tuple(array.shape)
        self.dtype: np.dtype[Any] = array.dtype
        self._synchronize = synchronize  # waits for what was launched

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.array.__cuda_array_interface__
        return interface

    def copy_to_host(self) -> NDArray[Any]:
        """A copy as a NumPy array; waits for what was launched."""
        copy: NDArray[Any] = self.array.copy_to_host()
        return copy

    @property
    def address(self) -> int:
        """The address of the first number."""
        kind, _number = self.__dlpack_device__()
        interface = self.__cuda_array_interface__ if kind == CUDA else self.array.__array_interface__
        return int(interface["data"][0])

    def __dlpack_device__(self) -> tuple[int, int]:
        """Where the memory is: on the GPU of this number, or on Numba's simulator with the processor."""
        if not hasattr(self, "__cuda_array_interface__"):
            return CPU, 0
        return CUDA, int(self.array.gpu_data.context.device.id)

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,  # what has no version is understood by all
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """A capsule with the array. The same memory is written again at every step."""
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("the memory is lent as it is: copy what you get")
        if stream not in OURS:
            self._synchronize()
        kind, number = self.__dlpack_device__()
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        letter = DataType(KINDS[self.dtype.kind], 8 * self.dtype.itemsize, 1)
        tensor = Tensor(self.address, Device(kind, number), len(self.shape), letter, shape, None, 0)
        managed = ManagedTensor(tensor, None, ctypes.cast(give_back, ctypes.c_void_p))
        lent[ctypes.addressof(managed)] = managed, (shape, self.array)
        return ctypes.pythonapi.PyCapsule_New(
            ctypes.addressof(managed), NAME, ctypes.cast(drop_capsule, ctypes.c_void_p)
        )
