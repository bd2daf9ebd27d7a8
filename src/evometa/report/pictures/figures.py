"""Pictures as files, each as PNG and as SVG. The same numbers give the same bytes.

The drawing is in `heat_maps` and `dot_plots`; it is imported when the first picture is drawn, because that loads
matplotlib.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from evometa.input.writing import make_folder, write_file
from evometa.metagame.card_statistics import CardStatistics
from evometa.metagame.comparison import Comparison
from evometa.metagame.ladder import LadderResult
from evometa.metagame.playing import MetagameResult
from evometa.metagame.skills import SkillsResult
from evometa.metagame.what_if import WhatIfResult

if TYPE_CHECKING:
    from evometa.report.pictures.canvas import Picture


def write_figures(result: MetagameResult, folder: Path | str) -> list[Path]:
    """The matrix of a metagame (`matrix`), the decks' strength (`strength`) and the seats (`seats`)."""
    from evometa.report.pictures.dot_plots import draw_strength
    from evometa.report.pictures.heat_maps import draw_matrix, draw_seats

    pictures = {"matrix": draw_matrix(result), "strength": draw_strength(result), "seats": draw_seats(result)}
    return _write_all(pictures, folder)


def write_card_figures(
    statistics: CardStatistics, folder: Path | str, *, deck: str = "", metagame: str = "", is_partial: bool = False
) -> list[Path]:
    """The cards of a deck (`cards`); the names of the deck and the metagame are for the title."""
    from evometa.report.pictures.dot_plots import draw_cards

    return _write_all({"cards": draw_cards(statistics, deck, metagame, is_partial)}, folder)


def write_what_if_figures(result: WhatIfResult, folder: Path | str) -> list[Path]:
    """What a patch does to the decks (`strength_change`) and to the match-ups (`matrix_change`)."""
    from evometa.report.pictures.dot_plots import draw_strength_changes
    from evometa.report.pictures.heat_maps import draw_changes

    pictures = {"strength_change": draw_strength_changes(result), "matrix_change": draw_changes(result)}
    return _write_all(pictures, folder)


def write_comparison_figures(comparison: Comparison, folder: Path | str) -> list[Path]:
    """The simulation beside what was observed (`comparison`)."""
    from evometa.report.pictures.comparison_plots import draw_comparison

    return _write_all({"comparison": draw_comparison(comparison)}, folder)


def write_ladder_figures(result: LadderResult, folder: Path | str) -> list[Path]:
    """The ratings of players (`ladder`)."""
    from evometa.report.pictures.dot_plots import draw_ladder

    return _write_all({"ladder": draw_ladder(result)}, folder)


def write_skill_figures(result: SkillsResult, folder: Path | str) -> list[Path]:
    """The decks over the rungs of skill (`skills`)."""
    from evometa.report.pictures.skill_plots import draw_skills

    return _write_all({"skills": draw_skills(result)}, folder)


def _write_all(pictures: Mapping[str, Picture], folder: Path | str) -> list[Path]:
    """Write pictures under their names; the folder is made if it is not there."""
    from evometa.report.pictures.canvas import FORMATS

    place = Path(folder)
    files = {place / f"{name}.{kind}": pictures[name].to_bytes(kind) for name in pictures for kind in FORMATS}
    write_files(files)
    return list(files)


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write files, whose folders are made if they are not there."""
    for path, content in files.items():
        make_folder(path.parent)
        write_file(path, content)
