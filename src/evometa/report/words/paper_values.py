"""The paper's numbers beside ours, in words: for the page of a run and for a terminal."""

from __future__ import annotations

from math import isfinite

from evometa.experiments.nerfs.results import Correlation
from evometa.experiments.paper.published import FIRST, SECOND, THIRD, PublishedBalance, PublishedScan
from evometa.experiments.paper.results import BalancePart, OurBalance, OurScan, OurTable, Part, ScanPart, TablePart
from evometa.experiments.table.work import TABLE
from evometa.report.words.letters import F_MEANS, M_MEANS, NOISE_FLOOR_MEANS, WIN_RATES_MEAN
from evometa.report.words.numbers import ABSENT, MINUS, count, interval, number, show_p, with_interval

Row = tuple[str, str, str]  # what it is, as published, and as we have it

DIGITS = 4  # after the point
SIGNS = {-1: "negative", 0: "none", 1: "positive", None: ABSENT}
TITLES = {
    TABLE.name: "The table of decks",
    FIRST: "Experiment 1: an even metagame",
    **{name: f"Experiment 2: with the least change, {n} generations" for name, n in SECOND.items()},
    THIRD: "Experiment 3: which cards to touch",
}


def title_of_part(part: Part) -> str:
    """The heading of a part."""
    return TITLES[part.name]


def explain_part(part: Part) -> str:
    """What the letters in the rows of a part mean."""
    match part:
        case BalancePart():
            return f"{F_MEANS} {M_MEANS} {NOISE_FLOOR_MEANS}"
        case ScanPart():
            return WIN_RATES_MEAN
    return ""


def compare(part: Part) -> list[Row]:
    """A row for each number of a part; the names of decks and their matrix do not fit a row."""
    match part:
        case TablePart():
            return _compare_table(part.ours)
        case BalancePart():
            return _compare_balance(part.published, part.ours)
        case ScanPart():
            return _compare_scan(part.published, part.ours)
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
        ("WRP and WRN, Pearson", ABSENT, show_correlation(ours.wrp_pearson)),
        ("WRP and WRN, Spearman", ABSENT, show_correlation(ours.wrp_spearman)),
        ("WRP and WRN, sign", SIGNS[published.wrp_sign], SIGNS[ours.wrp_sign]),
        ("WRD and WRN, Pearson", ABSENT, show_correlation(ours.wrd_pearson)),
        ("WRD and WRN, Spearman", ABSENT, show_correlation(ours.wrd_spearman)),
        ("WRD and WRN, sign", SIGNS[published.wrd_sign], SIGNS[ours.wrd_sign]),
        ("games, in all", ABSENT, f"{ours.games:,}"),
    ]


# --- values ---------------------------------------------------------------------------------------


def show_decimal(value: float) -> str:
    """A number with no more digits than were published."""
    return f"{round(value, DIGITS) + 0.0:g}".replace("-", MINUS) if isfinite(value) else ABSENT


def show_correlation(found: Correlation) -> str:
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
