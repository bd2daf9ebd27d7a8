"""What the programme of the paper finds, part by part, each beside what was published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import nan
from typing import Any, Self, cast

from evometa.experiments.nerfs.results import Correlation
from evometa.experiments.paper.published import (
    FIRST,
    SECOND,
    THIRD,
    PublishedBalance,
    PublishedScan,
    PublishedTable,
)
from evometa.experiments.table.work import TABLE
from evometa.input.errors import Where
from evometa.input.fields import wrong_type
from evometa.input.stored import Stored, ends
from evometa.metagame.evidence import Estimated, Floats
from evometa.store.results import Results


@dataclass(frozen=True, eq=False)
class Findings(Stored):
    """What has come of a part."""

    games: int  # in all


# --- the table ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Twins(Stored):
    """A deck for a control player against its twin for an aggro player; published, control is always above."""

    control: str
    aggro: str
    win_rate: Estimated = field(metadata=ends("low", "high"))  # of the control deck
    published: float  # NaN if it was not
    is_above: bool | None  # whether control surely wins more than half, or surely less; None: not sure


@dataclass(frozen=True, eq=False)
class OurTable(Findings):
    """The table, how far it is from the published one where the decks are the same, and how twins do."""

    decks: tuple[str, ...]
    win_rate: Floats  # [n, n]
    same_decks: int = 0
    mean_difference: float = nan  # of their win rates
    largest_difference: float = nan
    twins: tuple[Twins, ...] = ()


# --- experiments 1 and 2 --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class EvenPatch(Stored):
    """The smallest audited patch that is called even."""

    number: int  # of its evaluation
    f_corrected: Estimated = field(metadata=ends("f_low", "f_high"))
    magnitude: int
    cards_changed: int


@dataclass(frozen=True, eq=False)
class ChosenPatch(Stored):
    """What the run ends with."""

    f_corrected: float
    magnitude: int
    cards: int  # that it changes


@dataclass(frozen=True, eq=False)
class OurBalance(Findings):
    """What a search called best, as searched and as audited, the smallest patch that is even, and what was chosen.

    The numbers without a word about what they belong to are those of what the search called best.
    """

    baseline_f: float  # without the share of chance, as all but the searched one
    searched_f: float  # as measured
    audited_f: Estimated = field(metadata=ends("audited_low", "audited_high"))
    is_noise: bool  # whether the searched F is less than its number of games can tell
    magnitude: int
    magnitude_unweighted: int
    generations: int
    evaluations: int
    smallest_even: EvenPatch | None
    chosen: ChosenPatch


# --- experiment 3 ---------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class OurScan(Findings):
    """How well the statistics of cards tell what a nerf does; a sign is None if its correlation is not known."""

    deck: str
    win_rate: float
    wrp_pearson: Correlation
    wrp_spearman: Correlation
    wrp_sign: int | None
    wrd_pearson: Correlation
    wrd_spearman: Correlation
    wrd_sign: int | None


# --- the parts ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Part(Stored):
    """A part of the programme, which is a run of its own."""

    name: str
    folder: str  # in that of the programme
    published: Stored
    ours: Findings

    @classmethod
    def from_json(cls, tree: object, where: Where | None = None) -> Self:
        """From what `to_json` gives: a part of the kind that its name says."""
        if cls is not Part:
            return super().from_json(tree, where)
        place = where or Where(cls.__name__)
        name = tree.get("name") if isinstance(tree, Mapping) else None
        if name not in PARTS:
            raise wrong_type(place / "name", name, ", ".join(PARTS))
        return cast(Self, PARTS[name].from_json(tree, place))


@dataclass(frozen=True, eq=False)
class TablePart(Part):
    """The table of decks."""

    published: PublishedTable
    ours: OurTable


@dataclass(frozen=True, eq=False)
class BalancePart(Part):
    """Experiment 1, or one of the two searches of experiment 2."""

    published: PublishedBalance
    ours: OurBalance


@dataclass(frozen=True, eq=False)
class ScanPart(Part):
    """Experiment 3."""

    published: PublishedScan
    ours: OurScan


PARTS: dict[str, type[Part]] = {
    TABLE.name: TablePart,
    FIRST: BalancePart,
    **dict.fromkeys(SECOND, BalancePart),
    THIRD: ScanPart,
}


@dataclass(frozen=True, eq=False)
class PaperResults(Results):
    """The parts that are finished, in their order."""

    parts: tuple[Part, ...] = ()

    @property
    def games_beside(self) -> int:
        """All games, as they belong to the parts."""
        return sum(part.ours.games for part in self.parts)

    @classmethod
    def upgrade(cls, tree: dict[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        """The results of version 1, which had other words for F without the share of chance."""
        return {**tree, "parts": [_upgrade_part(part) for part in tree.get("parts", [])]}


def _upgrade_part(part: dict[str, Any]) -> dict[str, Any]:
    ours = part["ours"]
    if "again_f" not in ours:
        return part
    audited = {f"audited_{end}": ours[f"again_{end}"] for end in ("f", "low", "high")}
    patches = {name: _upgrade_patch(ours[name]) for name in ("smallest_even", "chosen")}
    return {**part, "ours": {**ours, **audited, **patches}}


def _upgrade_patch(patch: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if patch is None else {**patch, "f_corrected": patch["f"]}
