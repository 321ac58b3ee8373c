"""Records of cables behave as a sorted dict that never changes."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.project.document import cable_records
from fatdesk.project.document.cable_records import CableRecord, CableRecords

IDS = st.text("abc/:", max_size=3)


@given(st.lists(IDS), st.lists(st.tuples(st.booleans(), IDS)))
def test_like_a_dict(first: list[str], edits: list[tuple[bool, str]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cable_records, "RUN", 3)  # so that runs are cut and vanish
        records = CableRecords(CableRecord(id=key) for key in first)
        model = {key: CableRecord(id=key) for key in first}
        steps = [(records, dict(model))]
        for number, (put, key) in enumerate(edits):
            if put:
                model[key] = CableRecord(id=key, remark=str(number))
                records = records.with_record(model[key])
            elif key in model:
                del model[key]
                records = records.without(key)
            else:
                with pytest.raises(KeyError):
                    records.without(key)
            steps.append((records, dict(model)))
        for records, model in steps:  # no step has changed one before
            assert dict(records) == model
            assert list(records) == sorted(model)
            assert [record.id for record in records.in_order()] == sorted(model)
            assert len(records) == len(model)
            assert records == CableRecords(model.values()) == model
            assert all(key in records and records[key] == model[key] for key in model)
            assert all(key in model or key not in records for key in ["", "b", "c:/", "zz"])


def test_others() -> None:
    records = CableRecords([CableRecord(id="b"), CableRecord(id="a")])
    assert records != CableRecords()
    assert records != 5
    assert pickle.loads(pickle.dumps(records)) == records
    assert CableRecords.of(records) is records
    assert CableRecords.of(dict(records)) == records
    assert repr(CableRecords()) == "CableRecords([])"
    with pytest.raises(KeyError):
        records["0"]
    with pytest.raises(TypeError):
        hash(records)


def test_an_edit_shares_nearly_everything() -> None:
    records = CableRecords(CableRecord(id=f"{n:06}") for n in range(10_000))
    edited = records.with_record(CableRecord(id="005000", status="laid"))
    assert sum(a is b for a, b in zip(records._runs, edited._runs, strict=True)) == len(records._runs) - 1
