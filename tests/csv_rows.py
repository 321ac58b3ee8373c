"""Rows of CSV files that the program writes."""

import csv
import io

from fatdesk.core.formats.cell import plain_cell


def read_csv(content: bytes) -> list[dict[str, str]]:
    """Rows of a CSV file by the names in its head, as text, with the guards taken off.

    Raises
    ------
    ValueError
        When it is not UTF-8, or a row is longer than the head; the text begins with the line number.
    """
    reader = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
    try:
        head = [plain_cell(cell) for cell in next(reader, [])]
        rows = []
        for cells in reader:
            if len(cells) > len(head):
                raise ValueError(f"{reader.line_num}: {len(cells)} cells, the head has {len(head)}")
            padded = [plain_cell(cell) for cell in cells] + [""] * (len(head) - len(cells))
            rows.append(dict(zip(head, padded, strict=True)))
    except csv.Error as error:
        raise ValueError(f"{reader.line_num}: {error}") from None
    return rows
