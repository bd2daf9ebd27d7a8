"""What each change of a patch buys in a metagame."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

from evometa.balance.explaining import Explanation
from evometa.games.decks.replacing import Replacement
from evometa.games.patches.files import format_patch
from evometa.games.patches.patch import Patch
from evometa.input.short_repr import Short
from evometa.metagame.metagames import Metagame
from evometa.story.blocks import Headline, Level, PatchNotes, Story, Table, Teller, Words
from evometa.story.cards import CardFaces
from evometa.story.contributions import tell_contributions
from evometa.story.laboratory.told import Told, data_table, finish_story, tell_replaced
from evometa.story.words.numbers import count, typical_match_up, with_interval


@dataclass(frozen=True)
class Explained(Short):
    """A patch, the metagame that it is for, and what its changes buy there."""

    metagame: Metagame  # before the patch
    patch: Patch
    found: Explanation
    seed: int

    @property
    def notes(self) -> list[str]:
        """The patch as patch notes."""
        return self.patch.notes(self.metagame.patched_cards)

    @property
    def replaced(self) -> tuple[Replacement, ...]:
        """What decks play after the patch instead of what it bans or limits."""
        return self.metagame.with_patch(self.patch).replaced[len(self.metagame.replaced) :]

    @property
    def is_partial(self) -> bool:
        """Whether it was interrupted."""
        return self.found.is_partial


def tell_explained(explained: Explained) -> Told:
    """All that the games with a patch and without each of its changes tell."""
    found = explained.found
    tables = {"parts": _part_table(found), "match_ups": _pair_table(found)}
    return Told(_tell(explained), _data(explained), tables, found.games, found.is_partial)


def _tell(explained: Explained) -> Story:
    found, metagame, teller = explained.found, explained.metagame, Teller()
    cards, f = metagame.patched_cards, found.standing.f_corrected
    faces = CardFaces(cards, explained.patch.apply(cards), "after")
    said = f"With all of the patch a typical match-up is {typical_match_up(f.value)}."
    teller.tell("summary", "In short", Headline(said, f"F {with_interval(f)}"))
    teller.tell("parts", "Change by change", *tell_contributions(found, teller, faces))
    notes = PatchNotes(explained.notes, faces.name, format_patch(explained.patch, cards), level=Level.MAIN)
    teller.tell("patch", "The patch", notes, Words(tell_replaced(explained.replaced)))
    return finish_story(f"What each change buys: {metagame.name}", teller, count(found.games, "game"), explained)


# --- for other programs ---------------------------------------------------------------------------


def _data(explained: Explained) -> dict[str, Any]:
    """All numbers."""
    found, cards = explained.found, explained.metagame.patched_cards
    return {
        "metagame": explained.metagame.name,
        "rules_version": explained.metagame.game.rules_version,
        "seed": explained.seed,
        "is_partial": found.is_partial,
        "notes": explained.notes,
        "replaced": [each.to_json() for each in explained.replaced],
        "magnitude": explained.patch.magnitude(cards),
        "jolt": explained.patch.jolt(cards),
        "games_played": found.games,
        "objective": found.objective,
        "value": found.value,
        "standing": found.standing.to_json(),
        "parts": [{**part.to_json(), "verdict": part.verdict} for part in found.parts],
    }


def _part_table(found: Explanation) -> Table:
    """A row for each part."""
    parts = found.parts
    columns = {
        "card": [part.card for part in parts],
        "change": ["; ".join(part.notes) for part in parts],
        "is_single": [part.is_single for part in parts],
        "magnitude": [part.magnitude for part in parts],
        **{f"buys{end}": [part.buys[i] for part in parts] for i, end in enumerate(("", "_low", "_high"))},
        "verdict": [part.verdict for part in parts],
        "games": [part.games for part in parts],
    }
    return data_table("parts", columns)


def _pair_table(found: Explanation) -> Table:
    """A row for each part and two decks, from the point of view of each."""
    decks = found.standing.decks
    rows = [(part, i, j) for part in found.parts for i, j in permutations(range(len(decks)), 2)]
    columns = {
        "change": ["; ".join(part.notes) for part, _, _ in rows],
        "deck": [decks[i] for _, i, _ in rows],
        "opponent": [decks[j] for _, _, j in rows],
        **{
            f"change{end}": [float(part.match_ups[place][i, j]) for part, i, j in rows]
            for place, end in enumerate(("_of_win_rate", "_low", "_high"))
        },
    }
    return data_table("match_ups", columns)
