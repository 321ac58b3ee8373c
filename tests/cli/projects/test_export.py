"""``fatdesk export``: what is refused before anything is made."""

COMMAND = "export"


def test_a_document_in_place_of_the_folder_is_refused_with_the_command_that_was_meant(run, sixty, tmp_path):
    target = tmp_path / "wiring.xlsx"
    status, _, said = run(sixty, target)
    assert status == 2
    assert f"{target}: is the name of a document" in said
    assert "out --only wiring.xlsx" in said
    assert not target.exists()
