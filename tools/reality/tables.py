"""What came out, as tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tools.reality.arena import Agreement, Difference
from tools.reality.marked import Asked
from tools.reality.matchups import STATISTICS, DeckRate, MatchUpAgreement

from evometa.matches.inference import Estimate


def write_agreements(agreements: Sequence[Agreement]) -> list[str]:
    """A line for each order of the simulation."""
    header = ("order", "cards", "all", "neutral", "class cards, across", "class cards, within")
    rows = [
        (each.title, each.n_cards, *map(_estimated, (each.all_cards, each.neutral, *_of_classes(each))))
        for each in agreements
    ]
    return _table(header, rows)


def _of_classes(each: Agreement) -> tuple[Estimate, Estimate]:
    return each.across_classes, each.within_classes


def write_orders(correlations: Sequence[Sequence[float]]) -> list[str]:
    """Rank correlations among the orders, by their numbers."""
    numbers = range(1, len(correlations) + 1)
    rows = [(f"order {n}", *(f"{value:.3f}" for value in row)) for n, row in zip(numbers, correlations, strict=True)]
    return _table(("rank correlation", *(f"order {n}" for n in numbers)), rows)


def write_differences(title: str, differences: Sequence[Difference]) -> list[str]:
    """A line for each card, with where it stands in percent."""
    orders = range(1, 1 + max((len(each.ranks) for each in differences), default=0))
    header = (title, "class", "experts", *(f"order {n}" for n in orders), "changed since")
    rows = [
        (each.card, each.klass, f"{each.expert_rank:.0%}", *(f"{rank:.0%}" for rank in each.ranks), _yes(each))
        for each in differences
    ]
    return _table(header, rows)


def _yes(each: Difference) -> str:
    return "yes" if each.is_changed else ""


def write_areas(asked: Sequence[Asked]) -> list[str]:
    """A line for each kind of marks and each order."""
    header = ("cards", "order", "marked", "area", "by chance", "p, above", "p, below")
    rows = [
        (
            each.marks,
            each.score,
            each.area.n_marked,
            _estimated(each.area.area),
            f"{each.area.chance[0]:.2f} to {each.area.chance[1]:.2f}",
            f"{each.area.p_above:.3f}",
            f"{each.area.p_below:.3f}",
        )
        for each in asked
    ]
    return _table(header, rows)


def write_places(asked: Sequence[Asked]) -> list[str]:
    """Where each marked card stands among those of its class, in percent, in every order."""
    kinds = list(dict.fromkeys(each.marks for each in asked))
    lines = []
    for kind in kinds:
        of_kind = [each for each in asked if each.marks == kind]
        rows = [(card, *(f"{each.places[card]:.0%}" for each in of_kind)) for card in of_kind[0].places]
        lines += _table((kind, *(each.score for each in of_kind)), rows)
    return lines


def write_match_ups(agreements: Sequence[MatchUpAgreement]) -> list[str]:
    """A line for each matrix."""
    rows = [(each.title, *(_estimated(value, 3) for value in (*each.statistics, each.gain))) for each in agreements]
    return _table(("players", *STATISTICS, "gain over the first, Spearman"), rows)


def write_deck_rates(titles: Sequence[str], rates: Sequence[DeckRate]) -> list[str]:
    """A line for each deck, in percent."""
    rows = [
        (each.deck, each.n_opponents, f"{each.real:.1%}", *(f"{rate:.1%}" for rate in each.played)) for each in rates
    ]
    return _table(("deck", "opponents", "people", *titles), rows)


def _estimated(value: Estimate, digits: int = 2) -> str:
    return "{:.{n}f} ({:.{n}f} to {:.{n}f})".format(*value, n=digits)


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [header, ["---"] * len(header), *rows]
    return [*(f"| {' | '.join(map(str, line))} |" for line in lines), ""]
