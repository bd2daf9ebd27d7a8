"""A round: the answers, how they differ from what there was, and what they do to the metagame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from evometa.experiments.respond.results import Answer, BetterPilot, Round, RoundStanding
from evometa.games.decks.formats import name_cards
from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL
from evometa.metagame.metagames import Metagame
from evometa.story.blocks import CardList, Code, Column, Figure, Fold, Level, PatchNotes, Table, Teller, Words, alike
from evometa.story.cards import CardFaces
from evometa.story.charts.decks import rates_plot
from evometa.story.charts.metagames import strength_plot
from evometa.story.formats import PLAIN_RATE, POINTS, RATE, SHARE, WHOLE
from evometa.story.matrices import tell_matrices
from evometa.story.pilots import BETTER_PILOT_EXPLAINED, deck_pilots
from evometa.story.words.names import label_decks
from evometa.story.words.numbers import F_MEANS, MINUS, count, number, with_interval

Copies = Counter[str]

ANSWERS_EXPLAINED = (
    "The best deck of each search, by its win rate against the patched metagame on fresh games. Answers that win more "
    "than half of their games enter the metagame. Shared: how many cards it has in common with the nearest deck of the "
    "metagame."
)


class Known(NamedTuple):
    """What is known of decks and cards from outside of the run."""

    decks: Mapping[str, Copies]  # by name
    faces: CardFaces

    @classmethod
    def of(cls, metagame: Metagame | None, rounds: Sequence[Round]) -> Known:
        """All decks that an answer can be near to; without the metagame, the answers themselves."""
        answers = {answer.name: Counter(dict(answer.cards)) for found in rounds for answer in found.answers}
        if metagame is None:
            return cls(answers, CardFaces(None))
        decks = [name_cards(deck, metagame.patched_cards) for deck in metagame.decks]
        named = {deck.name: Counter(deck.counts()) for deck in decks}
        return cls({**answers, **named}, CardFaces(metagame.patched_cards))

    def after(self, found: Round) -> Known:
        """The same with the patch of a round."""
        text = found.patch.toml if found.patch else ""
        return self._replace(faces=self.faces.with_patch(text, f"round-{found.round}"))


def tell_round(found: Round, better: BetterPilot | None, known: Known, teller: Teller, title: str) -> None:
    """The patch, the answers and what they do."""
    patched = known.after(found)
    _tell_patch(found, patched, teller)
    _tell_answers(found, patched, teller, title)
    _tell_better_pilot(better, teller)
    _tell_metagame(found, teller)
    _tell_new_cards(found, patched.faces, teller)
    _tell_distances(found.after, teller)


def _tell_patch(found: Round, known: Known, teller: Teller) -> None:
    """What is answered."""
    patch = found.patch
    if patch is None:
        told = Words("There is no patch: the metagame is answered as it is.", level=Level.MAIN)
        teller.tell("patch", "The patch", told, level=Level.MAIN)
        return
    notes = PatchNotes(patch.notes, known.faces.name, patch.toml, level=Level.MAIN)
    replaced = (Words(f"{each}.", level=Level.MAIN) for each in patch.replaced)
    teller.tell("patch", "The patch", notes, *replaced, level=Level.MAIN)


def _tell_answers(found: Round, known: Known, teller: Teller, title: str) -> None:
    """The best deck of each search, the strongest first."""
    answers = found.ranked
    pilots = [(answer.name, each) for answer in answers for each in answer.pilots]
    hands = deck_pilots([each for _, each in pilots], "The answers in other hands", [name for name, _ in pilots])
    files = (Fold(answer.name, (Code(answer.toml),), is_file=True) for answer in answers)
    rates = [(f"{each.name}{'' if each.enters else ' (stays out)'}", each.win_rate) for each in answers]
    chart = Figure(rates_plot(teller.id("answers"), rates), f"From fresh games, with {INTERVAL}s.")
    shown = (_answer_table(answers, known, title), chart, _change_table(answers, known), hands)
    teller.tell("answers", title, *shown, *files)


def _answer_table(answers: Sequence[Answer], known: Known, title: str) -> Table:
    columns = (
        Column("answer", lambda answer: answer.name),
        Column("win rate", lambda answer: answer.win_rate, RATE),
        Column("enters", lambda answer: answer.enters),
        Column("nearest deck", lambda answer: answer.nearest.deck),
        Column("shared", lambda answer: answer.nearest.shared, WHOLE, is_expendable=True),
        Column("changed cards in it", lambda answer: known.faces.names(answer.changed_cards), level=Level.MAIN),
        Column("cards that nobody played", lambda answer: known.faces.names(answer.new_cards), level=Level.FULL),
    )
    return Table("answers", columns, answers, title, ANSWERS_EXPLAINED, marked=lambda answer: answer.enters)


def _change_table(answers: Sequence[Answer], known: Known) -> Table:
    """The cards that each answer adds to the nearest deck and removes from it, where that deck is known."""
    columns = (
        Column("answer", lambda answer: answer.name),
        Column("nearest deck", lambda answer: answer.nearest.deck),
        Column("added", lambda answer: _copies(answer, known, "+")),
        Column("removed", lambda answer: _copies(answer, known, MINUS)),
    )
    compared = [answer for answer in answers if answer.nearest.deck in known.decks]
    return Table("changes", columns, compared, "What each answer changes in the nearest deck", level=Level.FULL)


def _copies(answer: Answer, known: Known, sign: str) -> CardList | None:
    """What an answer has that the nearest deck has not, or the other way round: `+2 Leper Gnome, +1 Wisp`."""
    own, nearest = Counter(dict(answer.cards)), known.decks[answer.nearest.deck]
    copies = own - nearest if sign == "+" else nearest - own
    entries = tuple((f"{sign}{n}", known.faces.name(name)) for name, n in copies.items())
    return CardList(entries) if entries else None


def _tell_better_pilot(better: BetterPilot | None, teller: Teller) -> None:
    """The decks that there were before the answers, in better hands."""
    if better is None:
        return
    columns = (
        Column("deck", lambda row: row.deck),
        Column("as played", lambda row: row.before, PLAIN_RATE, is_short=True, is_expendable=True),
        Column("better pilot", lambda row: row.after, RATE, is_short=True),
        Column("change", lambda row: row.change, POINTS),
    )
    title = f"The same decks with a better pilot: {show_name(better.pilot)}"
    table = Table("better_pilot", columns, better.ranked, note=BETTER_PILOT_EXPLAINED, level=Level.MAIN)
    teller.tell("better-pilot", title, table, level=Level.MAIN)


# --- the metagame with them -----------------------------------------------------------------------


NASH_EXPLAINED = (
    "Wins: against all decks by their shares. Nash: the share of the deck if everybody chose as well as possible."
)
DISTANCES_TITLE = "How many cards of a deck must be replaced to get the other"
NEW_CARDS_EXPLAINED = (
    "Cards of the answers that entered, which no deck of the metagame had before. Those that the patch changed stand "
    "out; the others may be there because a search tries any card, patch or not."
)


def _tell_metagame(found: Round, teller: Teller) -> None:
    """Who beats whom, before the answers and with them."""
    sides = {"before the answers": found.before, "with the answers": found.after}
    told = " and ".join(f"{with_interval(side.f_corrected)} {when}" for when, side in sides.items())
    matrices = [
        block
        for place, (when, side) in enumerate(sides.items())
        for block in tell_matrices(
            teller,
            f"matrix-{place}",
            side.decks,
            [(f"The metagame {when}: F {number(side.f_corrected.value)}", side)],
            Level.MAIN if side is found.after else Level.FULL,  # which has the match-ups of the first one, too
        )
    ]
    words = Words(f"F is {told}. {F_MEANS}")
    shown = (words, _deck_table(found.before, found.after), _strength(found, teller), *matrices)
    teller.tell("metagame", "The metagame before and after", *shown, level=Level.MAIN)


def _strength(found: Round, teller: Teller) -> Figure:
    chart = strength_plot(
        teller.id("strength"),
        "Win rate against the metagame",
        found.after.decks,
        found.after.against_meta,
        found.before.against_meta,
        order=found.after.order,
        names=("before", "with the answers"),
    )
    return Figure(chart, f"Against all decks by their shares, with {INTERVAL}s.")


def _deck_table(before: RoundStanding, after: RoundStanding) -> Table:
    labels, n_before = label_decks(after.decks), len(before.decks)  # answers have nothing before
    columns = (
        Column("", lambda i: labels[i]),
        Column("deck", lambda i: after.decks[i]),
        Column("wins before", lambda i: before.against_meta.value[i] if i < n_before else None, PLAIN_RATE),
        Column("wins after", lambda i: after.against_meta.value[i], PLAIN_RATE),
        Column("Nash before", lambda i: before.nash[i] if i < n_before else None, SHARE),
        Column("Nash after", lambda i: after.nash[i], SHARE),
    )
    title = "Win rates and shares in the equilibrium"
    return Table("decks", columns, after.order, title, NASH_EXPLAINED, level=Level.MAIN)


def _tell_new_cards(found: Round, faces: CardFaces, teller: Teller) -> None:
    """The cards that nobody played before."""
    cards = found.newly_played
    if not cards:
        told = Words("All cards of the answers were played before.")
        teller.tell("cards", "Cards that are new", told, level=Level.FULL)
        return
    columns = (
        Column("card", lambda row: faces.name(row.card)),
        Column("changed by the patch", lambda row: "yes" if row.is_changed else ""),
        Column("decks", lambda row: row.decks),
    )
    table = Table("new_cards", columns, cards, note=NEW_CARDS_EXPLAINED, marked=lambda row: row.is_changed)
    teller.tell("cards", "Cards that are new", table, level=Level.MAIN)


def _tell_distances(after: RoundStanding, teller: Teller) -> None:
    """How different the decks are."""
    labels = label_decks(after.decks)
    columns = (
        Column("", lambda place: labels[place]),
        Column("deck", lambda place: after.decks[place], level=Level.FULL),
        *alike(labels, lambda i, j: None if i == j else int(after.distances[i, j]), WHOLE),
    )
    table = Table("distances", columns, range(len(labels)), DISTANCES_TITLE, "0 is the same cards.", is_matrix=True)
    told = Words(_describe_viable(after))
    teller.tell("distances", "How different the decks are", told, table, level=Level.MAIN)


def _describe_viable(side: RoundStanding) -> str:
    if side.viable is None or side.viable_in_nash is None:
        return ""
    win, have = ("wins" if side.viable == 1 else "win", "has" if side.viable_in_nash == 1 else "have")
    return (
        f"Of {count(len(side.decks), 'deck')}, {side.viable} {win} about half of the games against the metagame, and "
        f"{side.viable_in_nash} {have} a share in its equilibrium."
    )
