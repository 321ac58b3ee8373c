"""Compile a loop of numbers when it is first called; the machine code is kept next to the file.

numba takes half a second to load, so it is loaded with the first call, not with the module of the loop.
"""

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import RLock
from types import CodeType
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])
_LOCK = RLock()


class _Compiled:
    """A function that becomes one of numba's when it is first called, or when one of numba's calls it.

    numba recognises it by ``_numba_type_``, and reads all else that it looks for from its own function.
    """

    def __init__(
        self, function: Callable[..., Any], options: dict[str, Any], counts_from_end: bool = True
    ) -> None:
        self._function, self._options, self._counts_from_end = function, options, counts_from_end
        self._made: Any = None
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self.__module__, self.__wrapped__ = function.__module__, function

    def _numba(self) -> Any:
        with _LOCK:
            if self._made is None:
                import numba

                options = self._options if self._counts_from_end else {**self._options, **_from_start()}
                made = numba.njit(self._function, **options)
                if self._options.get("cache"):
                    _kept_for(made, self._function)
                self._made = made
        return self._made

    def __call__(self, *arguments: Any) -> Any:
        return (self._made or self._numba())(*arguments)

    @property
    def _numba_type_(self) -> Any:
        return self._numba()._numba_type_

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._numba(), name)


def compiled(function: F) -> F:
    """A function of numbers and arrays, compiled by numba for the types of its first call.

    It says the types that numba leaves out.
    """
    return cast("F", _Compiled(function, {"cache": True, "nogil": True}))


def inlined(function: F) -> F:
    """A small compiled function that becomes a part of the compiled loops that call it.

    A call costs about a hundred additions where many arrays are passed. Divisions by zero are not
    looked for.
    """
    return cast("F", _Compiled(function, {"inline": "always", "nogil": True, "error_model": "numpy"}))


def hot(function: F) -> F:
    """As :func:`compiled`, for a loop that makes no arrays: arrays are not counted, zeros not looked for.

    Counting who holds an array costs an atomic addition each time that a name is bound to it, which took nine
    tenths of the time of the packet engine. Indices of arrays are 0 or more: -1 is not the last element, and
    not looking for it saves a sixth of the rest.
    """
    options = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
    return cast("F", _Compiled(function, options, counts_from_end=False))


def _kept_for(made: Any, function: Callable[..., Any]) -> None:
    """Let machine code be used again only while all that was compiled into it is as it was.

    numba looks at the file of the function alone. Constants, small functions and layouts of other modules are
    in the code as well: with another layout it would read and write the wrong places.
    """
    file = made._cache._cache_file
    digest = sha256(Path(__file__).read_bytes())
    for text in _compiled_in(function, set()):
        digest.update(text.encode())
    file._source_stamp = (file._source_stamp, digest.hexdigest())


def _compiled_in(function: Callable[..., Any], seen: set[int]) -> Iterator[str]:
    """Texts of what a function takes from its module, and of what the functions it calls take from theirs."""
    seen.add(id(function))
    names = [function.__code__]
    for code in names:
        names += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        yield f"{code.co_code.hex()} {[one for one in code.co_consts if not isinstance(one, CodeType)]}"
    layouts = {name: kind for name, kind in function.__annotations__.items() if hasattr(kind, "_fields")}
    used = {
        name: function.__globals__[name]
        for code in names
        for name in code.co_names
        if name in function.__globals__
    }
    for name, value in sorted({**used, **layouts}.items(), key=lambda one: one[0]):
        if isinstance(value, _Compiled):
            if id(value._function) not in seen:
                yield from _compiled_in(value._function, seen)
        elif isinstance(value, np.ndarray):
            yield f"{name} {value.dtype} {value.tolist()}"
        elif isinstance(value, int | float | complex | str | tuple | np.generic):
            yield f"{name} {value!r}"
        elif hasattr(value, "_fields"):
            yield f"{name} {value._fields}"


@cache
def _from_start() -> dict[str, Any]:
    """Options of numba with which indices of arrays count from the start only.

    After types are inferred each index of an array is said to be without a sign: then no code is made for
    those below 0.
    """
    from numba.core import ir, types
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import FunctionPass, register_pass
    from numba.core.typed_passes import NopythonTypeInference

    registered: Any = register_pass  # numba has no types

    @registered(mutates_CFG=False, analysis_only=False)
    class Unsigned(FunctionPass):
        """Types of indices."""

        _name = "unsigned_indices"

        def __init__(self) -> None:
            super().__init__()  # type: ignore[no-untyped-call]  # numba has no types

        def run_pass(self, state: Any) -> bool:
            """Replace the signatures of all accesses to elements."""
            statements = [one for block in state.func_ir.blocks.values() for one in block.body]
            reads = [one.value for one in statements if isinstance(one, ir.Assign)]
            reads = [one for one in reads if isinstance(one, ir.Expr) and one.op == "getitem"]
            for access in [*reads, *(one for one in statements if isinstance(one, ir.SetItem))]:
                signature = state.calltypes.pop(access)
                array, index, *value = signature.args
                if isinstance(array, types.Array) and isinstance(index, types.Integer):
                    signature = signature.replace(args=(array, types.uintp, *value))
                state.calltypes[access] = signature
            return True

    class FromStart(CompilerBase):
        """The usual steps and this one."""

        def define_pipelines(self) -> list[Any]:
            """Put the step behind the inference of types."""
            builder: Any = DefaultPassBuilder
            steps = builder.define_nopython_pipeline(self.state)
            steps.add_pass_after(Unsigned, NopythonTypeInference)
            steps.finalize()
            return [steps]

    return {"pipeline_class": FromStart}


class _Prefetch:
    """A hint to the processor, for compiled loops; made when numba first compiles one that has it."""

    def __init__(self) -> None:
        self._made: Any = None
        self._type: Any = None

    @property
    def _numba_type_(self) -> Any:
        with _LOCK:
            if self._made is None:
                from numba.core.registry import cpu_target
                from numba.extending import intrinsic

                self._made = intrinsic(_fetching)
                cpu_target.typing_context.refresh()
                self._type = cpu_target.typing_context.resolve_value_type(self._made)
        return self._type

    def __call__(self, array: Any, index: int) -> None:
        """Do nothing: without numba there is nothing to be faster."""


def _fetching(typing: Any, array: Any, index: Any) -> Any:
    """The type of the hint, and what writes it into machine code."""
    from llvmlite import ir  # type: ignore[import-untyped]  # llvmlite has no types
    from numba.core import types

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value, at = arguments
        held = context.make_array(signature.args[0])(context, builder, value)
        at = context.cast(builder, at, signature.args[1], types.intp)
        pointer = builder.bitcast(builder.gep(held.data, [at]), ir.IntType(8).as_pointer())
        word = ir.IntType(32)
        hint = builder.module.declare_intrinsic(
            "llvm.prefetch", [pointer.type], ir.FunctionType(ir.VoidType(), [pointer.type, word, word, word])
        )
        # for reading and writing alike, into the nearest cache, data
        builder.call(hint, [pointer, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.none(array, index), code


prefetch: Any = _Prefetch()
"""``prefetch(array, index)`` in a compiled loop: the element will be needed soon."""
