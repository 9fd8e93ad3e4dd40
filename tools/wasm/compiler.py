"""Compiles the doors for WebAssembly, with the LLVM that Numba brings: no other tool is needed.

Numba translates each door into LLVM's language for the machine it runs on. Not yet optimised, that has nothing in it
that only this machine knows but two lines about the target; with those replaced, LLVM's own back end makes an object
file for WebAssembly. Run it with NUMBA_OPT=0, in a process of its own: `tools.page.build` does.

A page has to load the module, so it is kept small where that costs no speed: every function is compiled only once
(`compile_once`), and what no game spends its time in is compiled for size (`shrink_all_but`). It is fast because
references are not counted (`without_counting`).
"""

import re
from collections.abc import Iterator
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import types
from numba.core.dispatcher import Dispatcher

from skipbo.kernel.compiler import announcer
from tools.wasm.doors import DOORS, FAST_DOORS, Address, signatures
from tools.wasm.linker import link

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint"
TYPES: dict[Any, types.Type] = {Address: types.voidptr, int: types.int32, bool: types.int32, None: types.void}


def compile_kernel(stamp: str) -> bytes:
    """Returns the module, ready for a browser and stamped with the digest of its sources."""
    announcer.silent = True  # nothing is compiled for this machine
    compile_once()
    assert numba.config.OPT == 0, "optimised code has instructions in it that only this machine knows"
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(features=FEATURES, opt=3, reloc="static")
    doors = {name: numba.cfunc(signature(name))(function) for name, function in DOORS.items()}
    module, *others = (retarget(without_counting(made.inspect_llvm()), machine) for made in doors.values())
    for other in others:
        module.link_in(other)
    names = {made.native_name: name for name, made in doors.items()}
    trap_in_runtime(module, machine)
    for function in module.functions:
        if function.name not in names and not function.is_declaration:
            function.linkage = llvm.Linkage.internal
    for variable in module.global_variables:
        variable.linkage = llvm.Linkage.internal
    shrink_all_but(reachable(module, {doors[name].native_name for name in FAST_DOORS}), module)
    optimise(module, machine)
    return link(machine.emit_object(module), names, stamp)


def compile_once() -> None:
    """Makes Numba compile a function once for all whole numbers.

    Otherwise it compiles a function again for every constant that is passed to it, and for every width: `say` of the
    coach 31 times, `best_end` of the planner four times. Without that the module is a seventh smaller and as fast.
    """
    resolve = Dispatcher.get_call_template

    def resolve_widened(self: Any, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Any:
        return resolve(self, tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()})

    Dispatcher.get_call_template = resolve_widened  # type: ignore[method-assign, assignment]


def widened(kind: types.Type) -> types.Type:
    """The type of a parameter for an argument of this type."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < types.int64.bitwidth else kind


def signature(door: str) -> Any:
    annotations = signatures()[door]
    result = TYPES[annotations.pop("return")]
    return result(*(TYPES[annotation] for annotation in annotations.values()))


def retarget(text: str, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    text = re.sub(r'^target datalayout = ".*"$', f'target datalayout = "{machine.target_data}"', text, flags=re.M)
    text = re.sub(r'^target triple = ".*"$', f'target triple = "{TRIPLE}"', text, flags=re.M)
    return llvm.parse_assembly(text)


def without_counting(text: str) -> str:
    """Leaves out every call that counts a reference to an array.

    The kernel allocates nothing, so every such call gets a null pointer. For a core Numba removes them while it
    optimises. In a browser they took more than half of the time of a game.
    """
    return re.sub(r"^ *call void @NRT_(incref|decref)\(.*\n", "", text, flags=re.M)


def trap_in_runtime(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Gives the functions of Python's runtime, which report errors that the kernel never makes, a body that stops."""
    missing = [
        str(function)
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    ]
    bodies = ["declare void @llvm.trap()", *map(trapping, missing)]
    module.link_in(retarget("\n".join(bodies), machine))


def trapping(declaration: str) -> str:
    head = re.search(r"^declare (.*\))", declaration, flags=re.M)
    assert head, declaration
    return f"define {head[1]} {{ call void @llvm.trap() unreachable }}"


def reachable(module: llvm.ModuleRef, names: set[str]) -> set[str]:
    """The names of these functions and of all that they call, directly or not."""
    bodies = {function.name: function for function in module.functions}
    found, waiting = set(names), list(names)
    while waiting:
        called = (set(callees(bodies[waiting.pop()])) & bodies.keys()) - found
        found |= called
        waiting += called
    return found


def callees(function: llvm.ValueRef) -> Iterator[str]:
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction.opcode == "call":
                *_arguments, called = instruction.operands
                yield called.name


def shrink_all_but(fast: set[str], module: llvm.ModuleRef) -> None:
    """Asks for small code in all other functions. (`minsize` would ask for more, but its code compresses less well.)"""
    for function in module.functions:
        if function.name not in fast and not function.is_declaration:
            function.add_function_attribute("optsize")


def optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
