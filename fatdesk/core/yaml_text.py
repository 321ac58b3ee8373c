"""Write plain trees as YAML that people read: numbers as they write them, short records on one line."""

import re
from decimal import Decimal
from typing import Any

import yaml

_NUMBER = re.compile(r"-?\d+(\.\d+)?\Z")
WIDTH = 110


def yaml_text(tree: Any, width: int = WIDTH) -> bytes:
    r"""A tree of mappings, lists, texts and numbers as YAML; keys stay in their order.

    >>> yaml_text({"id": "a", "mass_kg": 4.0, "price": {"amount": Decimal("1.50")}})
    b'id: a\nmass_kg: 4\nprice: {amount: 1.50}\n'
    """
    text: str = yaml.dump(
        tree, Dumper=_Dumper, sort_keys=False, default_flow_style=None, allow_unicode=True, width=width
    )
    return text.encode()


def number_text(value: float) -> str:
    """A number as people write it: without a fraction that is none.

    >>> number_text(4.0), number_text(0.25)
    ('4', '0.25')
    """
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


class _Dumper(yaml.SafeDumper):
    """Numbers as people write them."""

    def represent(self, data: Any) -> None:
        """Begin a line with each key of the outermost mapping, be it ever so short."""
        node = self.represent_data(data)
        if isinstance(node, yaml.MappingNode):
            node.flow_style = False
        self.serialize(node)

    def ignore_aliases(self, data: Any) -> bool:
        """Write equal lists twice: the reader refuses aliases."""
        return True


def _number(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar(f"tag:yaml.org,2002:{'float' if '.' in text else 'int'}", text)


def _decimal(dumper: yaml.SafeDumper, value: Decimal) -> yaml.Node:
    return _number(dumper, format(value, "f"))


def _float(dumper: yaml.SafeDumper, value: float) -> yaml.Node:
    text = number_text(value)
    return _number(dumper, text) if _NUMBER.match(text) else dumper.represent_str(text)


_Dumper.add_representer(Decimal, _decimal)
_Dumper.add_representer(float, _float)
