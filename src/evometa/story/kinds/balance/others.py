"""A balance run beside others: the best of each size, and how far their patches agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from evometa.experiments.balance.results import Audit
from evometa.experiments.balance.work import BalanceRun
from evometa.games.game import Game
from evometa.input.errors import Where
from evometa.input.reading import parse_toml
from evometa.story.blocks import Column, Level, Table, Teller, Words, alike
from evometa.story.formats import COUNT, RIGHT, SHARE, WHOLE
from evometa.story.kinds.balance.run import search_games
from evometa.story.words.numbers import count, number, with_interval

AGREED = (
    Column("run", lambda row: row.one),
    Column("and", lambda row: row.other),
    Column("same cards", lambda row: row.cards, WHOLE),
    Column("same changes", lambda row: row.changes, WHOLE),
    Column("opposite changes", lambda row: row.contradictions, WHOLE),
    Column("points in common", lambda row: row.share, SHARE),
)


def tell_beside(run: BalanceRun, teller: Teller, others: Sequence[BalanceRun]) -> None:
    """What other runs found, if there are any."""
    runs = [each for each in (run, *others) if each.results.patches]
    if len(runs) < 2:
        return
    sizes = _sizes(runs)
    columns = (
        Column("run", lambda row: row.name),
        Column("guide", _show_guide),
        Column("games", search_games, COUNT),
        *alike([f"M up to {number(size, 0)}" for size in sizes], lambda run, k: _best_up_to(run, sizes[k]), RIGHT),
    )
    intro = (
        "The lowest audited F among the patches of at most that size, with its interval. The games are those of the "
        "search, its races and its guide included."
    )
    teller.tell("beside", "Beside other runs", Words(intro), Table("beside", columns, runs), level=Level.FULL)
    _tell_agreement(runs, teller)


def _tell_agreement(runs: Sequence[BalanceRun], teller: Teller) -> None:
    """How far the patches of several runs agree."""
    names = [each.name for each in runs]
    patches = {
        each.name if names.count(each.name) == 1 else str(each.folder): read_changes(best)
        for each in runs
        if (best := each.results.recommended)
    }
    if len(patches) < 2:
        return
    cards = [[card, *changes] for card, changes in list_cards(patches)]
    columns = alike(["card", *patches], lambda row, place: row[place])
    blocks = (
        Words(AGREEMENT_INTRO),
        Table("agreement", AGREED, compare_patches(patches, runs[0].versions.find_game())),
        Table("by_card", columns, cards, "What each run does to a card"),
    )
    teller.tell("agreement", "How far the patches agree", *blocks, level=Level.FULL)


def _show_guide(run: BalanceRun) -> str:
    guide, top = run.settings.guide, run.settings.guide_top
    if guide is None:
        return "none"
    return f"{guide.upper()}, {count(top, 'card')}" if top else guide.upper()


def _sizes(runs: Sequence[BalanceRun]) -> list[float]:
    """Quarters of the size of the largest patch that all runs have reached."""
    largest = min(max(audit.magnitude for audit in each.results.patches) for each in runs)
    return [largest * part / 4 for part in (1, 2, 3, 4)]


def _best_up_to(run: BalanceRun, size: float) -> str:
    small = [audit for audit in run.results.patches if audit.magnitude <= size]
    return with_interval(min(small, key=lambda audit: audit.f.value).f) if small else "none"


# --- how far patches agree ------------------------------------------------------------------------


Changes = Mapping[tuple[str, str], int]  # card and number -> what is added to it


class Agreement(NamedTuple):
    """Two patches beside each other."""

    one: str
    other: str
    cards: int  # that both change
    changes: int  # of the same number in the same direction
    contradictions: int  # of the same number in opposite directions
    share: float  # of their points that they have in common: 0 to 1


def read_changes(audit: Audit) -> Changes:
    """The changes of numbers in an audited patch."""
    table = parse_toml(audit.patch, Where(audit.label)).get("change", {})
    numbers = list_numbers(table, "") if isinstance(table, Mapping) else ()
    return {(card, path): delta for card, path, delta in numbers}


def list_numbers(tree: Mapping[str, Any], card: str, path: str = "") -> Iterator[tuple[str, str, int]]:
    """The card, the path and the value of every whole number in nested tables, the first of which are the cards."""
    for name, value in tree.items():
        inner = f"{path}.{name}" if path else name
        if isinstance(value, Mapping):
            yield from list_numbers(value, card or name, inner if card else "")
        elif card and isinstance(value, int):
            yield card, inner, value


def compare_patches(patches: Mapping[str, Changes], game: Game) -> list[Agreement]:
    """Every two of some patches, which are known by a name."""
    return [_compare(*pair, game.weight_of) for pair in combinations(patches.items(), 2)]


def _compare(one: tuple[str, Changes], other: tuple[str, Changes], weight_of: Callable[[str], int]) -> Agreement:
    (name, ours), (other_name, theirs) = one, other
    both = [(ours[key], theirs[key], weight_of(key[1])) for key in ours if key in theirs]
    agreed = [(mine, yours, weight) for mine, yours, weight in both if mine * yours > 0]
    common = sum(weight * min(abs(mine), abs(yours)) for mine, yours, weight in agreed)
    points = [sum(weight_of(path) * abs(delta) for (_, path), delta in each.items()) for each in (ours, theirs)]
    return Agreement(
        name,
        other_name,
        len({card for card, _ in ours} & {card for card, _ in theirs}),
        len(agreed),
        len(both) - len(agreed),
        2 * common / sum(points) if sum(points) else 0.0,
    )


AGREEMENT_INTRO = (
    "The recommended patches beside each other. What several seeds change in the same way is what the metagame needs; "
    "where they differ, there are several ways to the same balance."
)


def list_cards(patches: Mapping[str, Changes]) -> list[tuple[str, list[str]]]:
    """Each card that a patch changes, with what each of them does to it; those that most patches change first."""
    cards = list(dict.fromkeys(card for changes in patches.values() for card, _ in changes))
    rows = [(card, [_describe(card, changes) for changes in patches.values()]) for card in cards]
    return sorted(rows, key=lambda row: -sum(map(bool, row[1])))


def _describe(card: str, changes: Changes) -> str:
    own = [(path, delta) for (each, path), delta in changes.items() if each == card]
    return ", ".join(f"{path.replace('.', ' ')} {number(delta, 0, signed=True)}" for path, delta in own)
