"""The story of the paper's programme: each published number beside ours, then the story of each part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path

from evometa.experiments.balance.work import BALANCE, BalanceRun
from evometa.experiments.experiment import StoredRun
from evometa.experiments.nerfs.results import Correlation
from evometa.experiments.nerfs.work import NERFS
from evometa.experiments.paper.results import (
    FIRST,
    SECOND,
    THIRD,
    OurBalance,
    OurScan,
    OurTable,
    PaperResults,
    Part,
    PublishedBalance,
    PublishedScan,
    PublishedTable,
)
from evometa.experiments.paper.settings import PaperSettings
from evometa.experiments.runs import has_run
from evometa.experiments.table.work import TABLE
from evometa.story.blocks import Block, Column, Figure, Level, Section, Table, Teller, Words, alike
from evometa.story.charts.fronts import explain_front, front_plot, searched_of
from evometa.story.formats import PHRASE, PLAIN_RATE, RATE, RIGHT
from evometa.story.kinds.balance.story import tell_balance
from evometa.story.kinds.nerfs import tell_nerfs
from evometa.story.kinds.table import tell_table
from evometa.story.runs import RunStory
from evometa.story.words.numbers import (
    ABSENT,
    F_MEANS,
    M_MEANS,
    MINUS,
    NOISE_FLOOR_MEANS,
    WIN_RATES_MEAN,
    count,
    interval,
    number,
    show_p,
    with_interval,
)

PaperRun = StoredRun[PaperSettings, PaperResults]

_OVERVIEW = "The paper and evometa"
VALUES = alike(("published", "ours"), lambda row, place: row[place - 2], RIGHT)  # the last two of a row
PUBLISHED = replace(PLAIN_RATE, unknown=ABSENT)  # not all are
_TWINS_NOTE = "How often each control deck beats its aggro twin. In the published table it always does."
VERDICTS = {True: "yes", False: "no", None: "not sure"}


def _tell_paper(run: PaperRun, teller: Teller, others: Sequence[PaperRun] = ()) -> None:
    """An overview, and a section for each part with its own story inside."""
    parts = run.results.parts
    if not parts:
        teller.tell("overview", _OVERVIEW, Words("No part of the programme is finished yet."))
        return
    searches = _read_searches(run)
    teller.tell("overview", _OVERVIEW, *_overview(parts, list(searches.values()), teller), level=Level.FULL)
    for part in parts:
        inside = _tell_inside(part, run.folder / part.folder, searches, teller.inside(f"{part.name}-"))
        teller.tell(f"part-{part.name}", TITLES[part.name], _value_table(part), parts=inside)


def _read_searches(run: PaperRun) -> dict[str, BalanceRun]:
    """The runs of experiments 1 and 2 that are there."""
    folders = {part.name: run.folder / part.folder for part in run.results.parts if isinstance(part.ours, OurBalance)}
    return {name: BALANCE.read(folder) for name, folder in folders.items() if has_run(folder)}


def _overview(parts: Sequence[Part], runs: Sequence[BalanceRun], teller: Teller) -> Iterator[Block]:
    """What was published of all parts, and all individuals of all runs that searched for two objectives."""
    yield Words("Each published number beside ours; what else we have found is told part by part.")
    rows = [(TITLES[part.name], *row) for part in parts for row in compare(part) if row[1] != ABSENT]
    yield Table("overview", (*alike(("part", "what"), lambda row, place: row[place], PHRASE), *VALUES), rows)
    searched = [found for run in runs if (found := searched_of(run))]
    if len(searched) > 1:
        same = [each for each in searched if each.objectives == searched[0].objectives]
        yield Figure(front_plot(teller.id("front"), same, {}), explain_front(same))


def _value_table(part: Part) -> Table:
    """A row for each number that there is of either side."""
    note = " ".join(filter(None, (_explain_part(part), f"Its run: {part.folder}.")))
    return Table(part.name, (Column("what", lambda row: row[0], PHRASE), *VALUES), compare(part), note=note)


# --- the story of a part --------------------------------------------------------------------------


def _tell_inside(part: Part, folder: Path, searches: Mapping[str, BalanceRun], teller: Teller) -> list[Section]:
    """The story of a part, if its run is there: only pages have room for it."""
    if has_run(folder):
        match part.published:
            case PublishedTable(decks=decks, win_rate=win_rate):
                tell_table(TABLE.read(folder), teller, (), (decks, win_rate))
            case PublishedBalance():
                tell_balance(searches[part.name], teller)
            case PublishedScan():
                tell_nerfs(NERFS.read(folder), teller)
    inside = [replace(each, level=Level.FULL) for each in teller.sections]
    return [*inside, *_tell_twins(part, teller)]


def _tell_twins(part: Part, teller: Teller) -> list[Section]:
    """Whether the decks for control players beat their twins for aggro players, as all published ones do."""
    if not isinstance(part.ours, OurTable) or not part.ours.twins:
        return []
    columns = (
        Column("control", lambda each: each.control),
        Column("aggro", lambda each: each.aggro, level=Level.FULL),
        Column("published", lambda each: each.published, PUBLISHED),
        Column("ours", lambda each: each.win_rate, RATE),
        Column("control is above", lambda each: VERDICTS[each.is_above], level=Level.FULL),
    )
    table = Table("twins", columns, part.ours.twins, note=_TWINS_NOTE, level=Level.MAIN)
    return [Section(teller.id("twins"), "Control decks against their aggro twins", (table,))]


STORY = RunStory(title=lambda run: "The paper's experiments", tell=_tell_paper, best=lambda run: "")


# --- published and ours ---------------------------------------------------------------------------


Row = tuple[str, str, str]  # what it is, as published, and as we have it

DIGITS = 4  # after the point
SIGNS = {-1: "negative", 0: "none", 1: "positive", None: ABSENT}
TITLES = {
    TABLE.name: "The table of decks",
    FIRST: "Experiment 1: an even metagame",
    **{name: f"Experiment 2: with the least change, {n} generations" for name, n in SECOND.items()},
    THIRD: "Experiment 3: which cards to touch",
}


def _explain_part(part: Part) -> str:
    """What the letters in the rows of a part mean."""
    match part.ours:
        case OurBalance():
            return f"{F_MEANS} {M_MEANS} {NOISE_FLOOR_MEANS}"
        case OurScan():
            return WIN_RATES_MEAN
    return ""


def compare(part: Part) -> list[Row]:
    """A row for each number of a part; the names of decks and their matrix do not fit a row."""
    match part.published, part.ours:
        case PublishedTable(), OurTable() as ours:
            return _compare_table(ours)
        case PublishedBalance() as published, OurBalance() as ours:
            return _compare_balance(published, ours)
        case PublishedScan() as published, OurScan() as ours:
            return _compare_scan(published, ours)
    raise TypeError(f"there are no words for a part of the kind {type(part).__name__}")


def _compare_table(ours: OurTable) -> list[Row]:
    games = ("games, in all", ABSENT, f"{ours.games:,}")
    if not ours.same_decks:
        return [games]
    return [
        ("decks that are the same", ABSENT, str(ours.same_decks)),
        ("mean difference of their win rates", ABSENT, show_decimal(ours.mean_difference)),
        ("largest difference of their win rates", ABSENT, show_decimal(ours.largest_difference)),
        games,
    ]


def _compare_balance(published: PublishedBalance, ours: OurBalance) -> list[Row]:
    mean = ("mean M of all individuals", show_decimal(published.mean_magnitude), ABSENT)
    return [
        ("F before any change", show_decimal(published.baseline_f), show_decimal(ours.baseline_f)),
        ("lowest F that the search saw", show_decimal(published.searched_f), show_decimal(ours.searched_f)),
        ("the same individual, played again", show_decimal(published.again_f), with_interval(ours.audited_f)),
        ("that is below the noise floor", ABSENT, "yes" if ours.is_noise else "no"),
        ("its M", f"{published.magnitude:,}", f"{ours.magnitude:,}"),
        ("its M, unweighted", ABSENT, f"{ours.magnitude_unweighted:,}"),
        *([mean] if isfinite(published.mean_magnitude) else []),
        ("the smallest patch with F up to 0.10", ABSENT, _show_even(ours)),
        ("the patch that we would recommend", ABSENT, _show_chosen(ours)),
        ("generations after the initial one", f"{published.generations:,}", f"{ours.generations:,}"),
        ("evaluations", ABSENT, f"{ours.evaluations:,}"),
        ("games, in all", ABSENT, f"{ours.games:,}"),
    ]


def _compare_scan(published: PublishedScan, ours: OurScan) -> list[Row]:
    return [
        ("deck", ABSENT, ours.deck),
        ("win rate of the deck", ABSENT, show_decimal(ours.win_rate)),
        ("WRP and WRN, Pearson", ABSENT, _show_correlation(ours.wrp_pearson)),
        ("WRP and WRN, Spearman", ABSENT, _show_correlation(ours.wrp_spearman)),
        ("WRP and WRN, sign", SIGNS[published.wrp_sign], SIGNS[ours.wrp_sign]),
        ("WRD and WRN, Pearson", ABSENT, _show_correlation(ours.wrd_pearson)),
        ("WRD and WRN, Spearman", ABSENT, _show_correlation(ours.wrd_spearman)),
        ("WRD and WRN, sign", SIGNS[published.wrd_sign], SIGNS[ours.wrd_sign]),
        ("games, in all", ABSENT, f"{ours.games:,}"),
    ]


# --- values ---------------------------------------------------------------------------------------


def show_decimal(value: float) -> str:
    """A number with no more digits than were published."""
    return f"{round(value, DIGITS) + 0.0:g}".replace("-", MINUS) if isfinite(value) else ABSENT


def _show_correlation(found: Correlation) -> str:
    """A correlation with its interval and how likely chance would show it."""
    if not isfinite(found.value):
        return ABSENT
    return f"{number(found.value, 2)} ({interval(found.low, found.high, 2)}), {show_p(found.p)}"


def _show_even(ours: OurBalance) -> str:
    patch = ours.smallest_even
    if patch is None:
        return ABSENT
    return _show_patch(with_interval(patch.f_corrected), patch.magnitude, patch.cards_changed)


def _show_chosen(ours: OurBalance) -> str:
    return _show_patch(show_decimal(ours.chosen.f_corrected), ours.chosen.magnitude, ours.chosen.cards)


def _show_patch(f: str, magnitude: int, n_cards: int) -> str:
    return f"F {f}, M {number(magnitude, 0)}, {count(n_cards, 'card')}"
