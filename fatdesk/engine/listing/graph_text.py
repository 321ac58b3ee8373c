"""Text in files of Graphviz."""


def quoted(text: str) -> str:
    r"""A text as Graphviz quotes it; a backslash begins no escape, a control character is a space.

    >>> print(quoted('a "b" \\n'))
    "a \"b\" \\n"
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
