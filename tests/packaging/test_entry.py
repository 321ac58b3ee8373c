"""The entry script of the frozen program: workers first, and pages of PDF files."""

import ast
import os
import sys
from pathlib import Path

import entry
import pytest

from fatdesk.engine.floor import pdf_page
from tests.engine.floor.plan_files import pdf_file

SOURCE = Path(entry.__file__)


def test_workers_are_recognised_before_anything_else_is_imported():
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    first = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [name.name for node in first for name in node.names] == ["multiprocessing", "sys"]
    (own,) = [node for node in tree.body if isinstance(node, ast.If)]
    assert [ast.unparse(line) for line in own.body] == [
        "multiprocessing.freeze_support()",
        "sys.exit(main())",
    ]


@pytest.mark.skipif(os.name == "nt", reason="a script is a program only on systems like Unix")
def test_a_frozen_program_draws_pages_in_a_process_of_its_own(tmp_path, monkeypatch):
    program = tmp_path / "fatdesk"
    folders = [str(SOURCE.parent), str(SOURCE.parent.parent)]
    lines = ["import sys", f"sys.path[:0] = {folders!r}", "import entry", "sys.exit(entry.main())"]
    program.write_text("\n".join([f"#!{sys.executable} -I", *lines]))
    program.chmod(0o755)
    assert entry.PAGE_OPTION == pdf_page.PAGE_OPTION
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    found = pdf_page.pdf_page(pdf_file([b"", b""], (144, 72)), 2)
    assert (found.width, found.height, found.pages) == (144, 72, 2)
    assert found.picture.startswith(b"\x89PNG")
    with pytest.raises(pdf_page.PdfPageError, match="there is no page 3"):
        pdf_page.pdf_page(pdf_file([b"", b""], (144, 72)), 3)
