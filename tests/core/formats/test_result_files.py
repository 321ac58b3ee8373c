"""Arrays as npz files: NumPy reads them, and what is read is checked against what is expected."""

import io
import zipfile

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats import result_files
from fatdesk.core.formats.result_files import array_of, packed, unpacked

ARRAYS = {
    "whole": np.arange(5),
    "table": np.linspace(0, 1, 12, dtype=np.float32).reshape(3, 4),
    "none": np.zeros((0, 7)),
    "big_end": np.arange(4, dtype=">i4"),
    "strided": np.arange(10)[::2],
}


def test_numpy_reads_what_was_packed() -> None:
    with np.load(io.BytesIO(packed({**ARRAYS, "note.txt": b"words"}))) as found:
        assert found["note.txt"] == b"words"
        for name, array in ARRAYS.items():
            assert found[name].shape == array.shape
            assert found[name].tolist() == array.tolist()


def test_there_and_back_and_always_the_same_bytes() -> None:
    data = packed(ARRAYS)
    assert packed({name: array.copy() for name, array in ARRAYS.items()}) == data
    members = unpacked(io.BytesIO(data))
    assert list(members) == [f"{name}.npy" for name in ARRAYS]
    assert array_of(members, "table", "<f4", (3, 4)).tolist() == ARRAYS["table"].tolist()
    assert array_of(members, "none", "<f8", (0, 7)).shape == (0, 7)
    assert unpacked(io.BytesIO(data), "none.npy") == {"none.npy": members["none.npy"]}
    assert not unpacked(io.BytesIO(data), "other")


@pytest.mark.parametrize(
    ("name", "dtype", "shape"),
    [
        ("table", "<f4", (4, 3)),
        ("table", "<i4", (3, 4)),
        ("gone", "<f4", (3, 4)),
        ("whole", "<i8", (10**15,)),
    ],
)
def test_other_arrays_than_expected_are_refused(name: str, dtype: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(FatdeskError, match=f"{name} is missing or not {dtype}"):
        array_of(unpacked(io.BytesIO(packed(ARRAYS))), name, dtype, shape)


def zipped(names: list[str], method: int = zipfile.ZIP_STORED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as target:
        for name in names:
            target.writestr(name, b"0" * 1000)
    return stream.getvalue()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_foreign_zip_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(result_files, "MAX_BYTES", 5000)
    for data, said in (
        (b"", "damaged"),
        (b"PK\x05\x06", "damaged"),
        (packed(ARRAYS)[:-30], "damaged"),
        (zipped(["a"], zipfile.ZIP_DEFLATED), "compressed"),
        (zipped(["a", "a"]), "twice"),
        (zipped([str(n) for n in range(6)]), "too much"),
    ):
        with pytest.raises(FatdeskError, match=said):
            unpacked(io.BytesIO(data))
