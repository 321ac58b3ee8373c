"""The bill of materials of the program itself (CycloneDX 1.5): every package of the run lock.

python packaging/sbom.py   prints it: names, versions, hashes of all wheels, licences, and who needs whom
"""

import json
import re
from importlib import metadata
from typing import Any

import licences

import fatdesk

HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def entries(lock: str) -> dict[str, str]:
    """The text of each package's entry in a lock, by name."""
    parts = re.split(r"\n(?=[A-Za-z0-9])", lock.strip())
    return {part.partition("==")[0]: part for part in parts}


def purl(name: str, version: str) -> str:
    """Its package URL, which says where a package belongs and not where it is fetched."""
    return f"pkg:pypi/{name}@{version}"


def needs(name: str, known: set[str]) -> list[str]:
    """Packages of the lock that an installed package says it needs."""
    try:
        requested = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []
    plain = [re.split(r"[\s<>=!~;\[(]", text, maxsplit=1)[0] for text in requested if "extra ==" not in text]
    return sorted({re.sub(r"[-_.]+", "-", word).lower() for word in plain} & known)


def bill(lock: str) -> dict[str, Any]:
    """The document, the same for the same lock and installed packages."""
    versions, texts = licences.pinned(lock), entries(lock)
    own = f"pkg:generic/fatdesk@{fatdesk.__version__}"
    references = {name: purl(name, version) for name, version in versions.items()}
    components = [
        {
            "type": "library",
            "bom-ref": references[name],
            "name": name,
            "version": version,
            "purl": references[name],
            "hashes": [{"alg": "SHA-256", "content": digest} for digest in sorted(HASH.findall(texts[name]))],
            "licenses": [{"license": {"name": stated}}],
        }
        for name, version, stated in licences.table(lock)
    ]
    depends = [
        {"ref": references[name], "dependsOn": [references[other] for other in needs(name, set(versions))]}
        for name in sorted(versions)
    ]
    program = {"type": "application", "bom-ref": own, "name": "fatdesk", "version": fatdesk.__version__}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**program, "licenses": [{"license": {"id": "MIT"}}]}},
        "components": components,
        "dependencies": [{"ref": own, "dependsOn": sorted(references.values())}, *depends],
    }


if __name__ == "__main__":
    print(json.dumps(bill(licences.LOCK.read_text(encoding="utf-8")), indent=1, ensure_ascii=False))
