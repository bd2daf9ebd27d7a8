"""The report of patch and answer: the answers, the metagame before and after them, new cards, and distances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evometa.experiments.experiment import StoredRun
from evometa.experiments.respond.results import Answer, BetterPilot, RespondFinal, RespondResults, Round, RoundStanding
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.settings import file_name
from evometa.report.pages.answers import Copies, find_difference, read_decks, show_copies
from evometa.report.pages.card_faces import CardFaces, read_metagame
from evometa.report.pages.matrices import metagame_matrices
from evometa.report.pages.parts import (
    Html,
    Story,
    folded,
    headline,
    in_line,
    join,
    paragraph,
    preformatted,
    table,
    tiles,
)
from evometa.report.pages.pieces import notes_table, patch_file
from evometa.report.pages.pilots import describe_deck_pilots
from evometa.report.words.levels import ANSWERS_NOTE, tell_levels
from evometa.report.words.numbers import (
    ABSENT,
    ARROW,
    MINUS,
    count,
    listed,
    number,
    points,
    rate,
    rate_interval,
    typical_match_up,
    with_interval,
)
from evometa.report.words.pilots import BETTER_PILOT_EXPLAINED, doubt_answer

RespondRun = StoredRun[RespondSettings, RespondResults]

ANSWER_HEADS = (
    *("answer", "enters", "nearest deck", "against it", "changed cards in it", "cards that nobody played"),
    *("win rate, %", "95% interval"),
)
ANSWERS_EXPLAINED = (
    "The best deck of each search, by its win rate against the patched metagame on fresh games. Answers that win more "
    "than half of their games enter the metagame. “Against it” is how many cards were added to the nearest deck of the "
    "metagame, and how many were removed."
)
DISTANCES_EXPLAINED = "How many cards of a deck must be replaced to get the other; 0 is the same cards."
NEW_CARDS_EXPLAINED = (
    "Cards of the answers that entered, which no deck of the metagame had before. Those that the patch changed are "
    "shaded; the others may be there because a search tries any card, patch or not."
)


class Known(NamedTuple):
    """What is known of decks and cards from outside of the run."""

    decks: dict[str, Copies]  # by name
    faces: CardFaces


def title_respond(run: RespondRun) -> str:
    """The heading of the page."""
    return f"How players answer: {file_name(run.settings.metagame)}"


def tell_respond(run: RespondRun, story: Story) -> None:
    """Add a summary, and all sections of each round that is finished."""
    rounds, final = run.results.rounds, run.results.final
    if not rounds:
        story.tell("summary", "In short", paragraph("No round of patch and answer is finished yet."))
        return
    shown = _summary_tiles(final) if final else Html("")
    doubts = (paragraph(doubt_answer(answer), "notice") for answer in rounds[-1].entered)
    texts = (summarise(rounds[-1]), compare_with_pilot(run.results), describe_levels(run.results))
    story.tell("summary", "In short", *doubts, _headline(rounds[-1]), *map(paragraph, texts), shown)
    metagame = read_metagame(run.settings.metagame, run.settings.players)
    known = Known(read_decks(metagame, rounds), CardFaces(metagame.patched_cards if metagame else None))
    for each in rounds:
        better = run.results.better_pilot_of(each.round)
        if len(rounds) == 1:
            tell_round(each, better, known, story)
        else:
            inner = story.inside(f"round-{each.round}-")
            tell_round(each, better, known, inner)
            story.tell(f"round-{each.round}", f"Round {each.round}", parts=inner.sections)


def describe_levels(results: RespondResults) -> str:
    """Who says where known match-ups stand, if it is not the simulation."""
    told = tell_levels(results.observed)
    return f"{told} {ANSWERS_NOTE}" if told else ""


def _headline(found: Round) -> Html:
    """What the answers do to a typical match-up."""
    before, after = found.before.f_corrected, found.after.f_corrected
    if not (before.is_known and after.is_known):
        return Html("")
    sides = f"{typical_match_up(before.value)} to {typical_match_up(after.value)}"
    remark = f"F {number(before.value)} {ARROW} {number(after.value)}"
    return headline(f"With the answers a typical match-up goes from {sides}.", remark)


def summarise(found: Round) -> str:
    """What the answers of a round do, in a few sentences."""
    entered = found.entered
    if not entered:
        return "No search found a deck that wins more than half of its games against the metagame: it stays as it is."
    changed = [each.card for each in found.newly_played if each.is_changed]
    cards = f" Cards that the patch has brought into play: {listed(changed)}." if changed else ""
    return (
        f"{count(len(entered), 'answer')} of {len(found.answers)} entered the metagame. The best, {entered[0].name}, "
        f"wins {rate(entered[0].win_rate.value)}% against it. F goes from {number(found.before.f_corrected.value)} to "
        f"{number(found.after.f_corrected.value)}.{cards}"
    )


def compare_with_pilot(results: RespondResults) -> str:
    """What the last round's best deck wins in better hands, beside its best answer; nothing if nobody plays better."""
    last = results.rounds[-1]
    better = results.better_pilot_of(last.round)
    if better is None:
        return ""
    same, answer = better.ranked[0], last.ranked[0]
    return (
        f"A better pilot needs no new deck: with {better.pilot}, {same.deck} wins {rate(same.after.value)}% against "
        f"the metagame as it is played, and {rate(same.before.value)}% with its own player. The best answer wins "
        f"{rate(answer.win_rate.value)}% with {answer.player}."
    )


def _summary_tiles(final: RespondFinal) -> Html:
    best = final.best_win_rate
    return tiles(
        [
            ("The best answer wins", f"{rate(best.value)}%", f"{final.best}; 95% interval {rate_interval(best)}%"),
            ("F before the answers", number(final.f_before), ""),
            ("F with the answers", number(final.f_after), ""),
            ("Answers in the equilibrium", f"{rate(final.nash_of_answers)}%", "their shares together"),
            ("Games played", f"{final.games:,}", ""),
        ]
    )


# --- a round ----------------------------------------------------------------------------------------


def tell_round(found: Round, better: BetterPilot | None, known: Known, story: Story) -> None:
    """Add the patch, the answers and what they do."""
    patch = found.patch
    faces = known.faces.with_patch(patch.toml, f"round-{found.round}") if patch else known.faces
    known = known._replace(faces=faces)
    _tell_patch(found, known, story)
    _tell_answers(found, known, story)
    _tell_better_pilot(better, story)
    _tell_metagame(found, story)
    _tell_new_cards(found, known, story)
    _tell_distances(found.after, story)


def _tell_patch(found: Round, known: Known, story: Story) -> None:
    if found.patch is None:
        story.tell("patch", "The patch", paragraph("There is none: the metagame is answered as it is."))
    else:
        notes = notes_table(found.patch.notes, known.faces, story)
        story.tell("patch", "The patch", notes, patch_file(found.patch.toml))


def _tell_answers(found: Round, known: Known, story: Story) -> None:
    answers = found.ranked
    marked = [place for place, answer in enumerate(answers) if answer.enters]
    rows = [_answer_row(answer, known, story) for answer in answers]
    shown = table("Those that enter are shaded", ANSWER_HEADS, rows, 6, marked)
    decks = join(folded(answer.name, preformatted(answer.toml), True) for answer in answers)
    pilots = (describe_deck_pilots(answer.pilots, f"{answer.name} in other hands") for answer in answers)
    changes = _change_table(answers, known, story)
    story.tell("answers", "The answers", paragraph(ANSWERS_EXPLAINED), shown, changes, *pilots, decks)


def _change_table(answers: Sequence[Answer], known: Known, story: Story) -> Html:
    """The cards that each answer adds to the nearest deck and removes from it."""
    rows = [
        [
            answer.name,
            answer.nearest.deck,
            show_copies(found.added, "+", known.faces, story),
            show_copies(found.removed, MINUS, known.faces, story),
        ]
        for answer in answers
        if (found := find_difference(answer, known.decks))
    ]
    heads = ["answer", "nearest deck", "added", "removed"]
    return table("What each answer changes in the nearest deck", heads, rows, 4) if rows else Html("")


def _tell_better_pilot(better: BetterPilot | None, story: Story) -> None:
    if better is None:
        return
    heads = [
        "deck",
        "as played, %",
        "95% interval",
        "better pilot, %",
        "95% interval",
        "change, points",
        "95% interval",
    ]
    rows = [
        [
            each.deck,
            *(cell for found in (each.before, each.after) for cell in (rate(found.value), rate_interval(found))),
            points(each.change.value),
            rate_interval(each.change, signed=True),
        ]
        for each in better.ranked
    ]
    title = f"The same decks with a better pilot: {better.pilot}"
    story.tell("better-pilot", title, paragraph(BETTER_PILOT_EXPLAINED), table("", heads, rows))


def _answer_row(answer: Answer, known: Known, story: Story) -> list[str]:
    found = find_difference(answer, known.decks)
    return [
        answer.name,
        "yes" if answer.enters else "no",
        answer.nearest.deck,
        str(found) if found else f"{answer.nearest.shared} shared",
        _mention_all(answer.changed_cards, known, story),
        _mention_all(answer.new_cards, known, story),
        rate(answer.win_rate.value),
        rate_interval(answer.win_rate),
    ]


def _mention_all(names: Sequence[str], known: Known, story: Story) -> Html | str:
    return in_line(known.faces.mention(name, story) for name in names) if names else ABSENT


def _tell_metagame(found: Round, story: Story) -> None:
    sides = {"before the answers": found.before, "with the answers": found.after}
    tables = [
        metagame_matrices(
            story,
            f"matrix-{place}",
            side.decks,
            [(f"The metagame {when}: F {number(side.f_corrected.value)}", side)],
        )
        for place, (when, side) in enumerate(sides.items())
    ]
    heads = ["deck", *(f"Nash {when}, %" for when in sides)]
    told = f"F is {' and '.join(f'{with_interval(side.f_corrected)} {when}' for when, side in sides.items())}."
    shares = table("Shares in the equilibrium", heads, _share_rows(found.before, found.after))
    story.tell("metagame", "The metagame before and after", paragraph(told), *tables, shares)


def _share_rows(before: RoundStanding, after: RoundStanding) -> list[list[str]]:
    """A row for each deck; answers have no share before they enter."""
    first = [rate(share) for share in before.nash] + [ABSENT] * (len(after.decks) - len(before.decks))
    return [list(row) for row in zip(after.decks, first, map(rate, after.nash), strict=True)]


def _tell_new_cards(found: Round, known: Known, story: Story) -> None:
    cards = found.newly_played
    if not cards:
        story.tell("cards", "Cards that are new", paragraph("All cards of the answers were played before."))
        return
    marked = [place for place, each in enumerate(cards) if each.is_changed]
    rows = [
        [known.faces.mention(each.card, story), "yes" if each.is_changed else "", ", ".join(each.decks)]
        for each in cards
    ]
    shown = table("", ["card", "changed by the patch", "decks"], rows, 3, marked)
    story.tell("cards", "Cards that are new", paragraph(NEW_CARDS_EXPLAINED), shown)


def _tell_distances(after: RoundStanding, story: Story) -> None:
    rows = [[deck, *map(str, row)] for deck, row in zip(after.decks, after.distances, strict=True)]
    shown = table(DISTANCES_EXPLAINED, ["deck", *after.decks], rows)
    story.tell("distances", "How different the decks are", paragraph(_describe_viable(after)), shown)


def _describe_viable(side: RoundStanding) -> str:
    if side.viable is None or side.viable_in_nash is None:
        return ""
    return (
        f"Of {count(len(side.decks), 'deck')}, {side.viable} win about half of their games against the metagame, "
        f"and {side.viable_in_nash} have a share in its equilibrium."
    )
