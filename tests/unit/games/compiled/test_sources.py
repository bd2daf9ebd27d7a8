"""The name of the folder for compiled code is made from every source that the code comes from."""

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from evometa.games.compiled import compiling
from evometa.games.compiled.sources import PACKAGE, source_files
from evometa.games.hearthstone.engine.state import action_codes, references
from evometa.games.hearthstone.play import batch
from evometa.games.hearthstone.players import kinds, workspace


def imported_files(path: Path) -> Iterator[Path]:
    """The files of evometa from which a file takes names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("evometa."):
            module = PACKAGE.joinpath(*node.module.split(".")[1:])
            yield from (
                (module / f"{name.name}.py" for name in node.names) if module.is_dir() else [module.with_suffix(".py")]
            )


def test_what_compiled_code_is_made_of_is_part_of_its_name() -> None:
    sources = source_files()
    assert {Path(batch.__file__), Path(compiling.__file__)} <= set(sources)
    not_code = {
        Path(compiling.__file__),
        Path(kinds.__file__),
    }  # how code is kept and registered
    sources_of_code = [path for path in sources if path not in not_code]
    assert [file for path in sources_of_code for file in imported_files(path) if file not in sources] == []


def test_the_order_of_named_arrays_is_part_of_the_name() -> None:
    assert Path(workspace.__file__) in source_files()


def test_what_python_and_compiled_code_share_is_an_ordinary_function() -> None:
    ref = references.reference(1, 3)
    assert (references.player_of(ref), references.slot_of(ref)) == (1, 3)
    assert references.has_bit(references.bit(np.int16(15)), 15)
    assert action_codes.target_of(action_codes.aim(action_codes.encode(action_codes.FIGHT, 2, 0, 0), ref)) == ref
