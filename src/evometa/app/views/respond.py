"""What a run of patch and answer has found, for a terminal: the answers, and the metagame before and after them.

It reads the results that a run has stored (`experiments.respond`), so a run that has ended long ago shows the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.rate_text import style_of
from evometa.app.terminal.screen import Screen, name_text, print_heading
from evometa.app.terminal.tables import fact_table, new_table, print_table
from evometa.app.views.balance import show_levels
from evometa.app.views.pilots import show_deck_pilots, show_doubt
from evometa.app.views.table import MATRIX_TITLE, describe_f, show_matrix, show_notes, show_pairs
from evometa.experiments.experiment import StoredRun
from evometa.experiments.respond.results import (
    Answer,
    BetterPilot,
    BetterPiloted,
    NewCard,
    RespondFinal,
    RespondResults,
    Round,
    RoundStanding,
)
from evometa.experiments.respond.settings import RespondSettings
from evometa.input.shown_text import join_names, show_name
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.letters import F_MEANS
from evometa.report.words.levels import ANSWERS_NOTE
from evometa.report.words.numbers import ABSENT, count, number, points, rate, rate_interval, typical_match_up
from evometa.report.words.pilots import BETTER_PILOT_EXPLAINED, doubt_answer

NOTHING_YET = "No round of patch and answer is finished yet."
ANSWER_NOTE = (
    "Win rate: against the patched metagame, from fresh games. Answers that win more than half of them enter the "
    "metagame. Shared: cards that it has in common with the nearest deck of the metagame."
)
CARD_NOTE = "Cards of the answers that entered, which no deck of the metagame had before."
NASH_NOTE = "Wins: against all decks. Nash: the share of the deck if everybody chose as well as possible."
DISTANCE_TITLE = "How many cards of a deck must be replaced to get the other"


def show_respond(console: Screen, run: StoredRun[RespondSettings, RespondResults]) -> None:
    """All rounds that are finished."""
    rounds, final = run.results.rounds, run.results.final
    if rounds:
        show_levels(console, run.results.observed, ANSWERS_NOTE)
    for each in rounds:
        if len(rounds) > 1:
            print_heading(console, f"Round {each.round}")
        show_round(console, each)
        show_better_pilot(console, run.results.better_pilot_of(each.round))
    if final is not None:
        print_table(console, "All in all", summary_table(final))
    if not rounds:
        console.print(NOTHING_YET)


def show_round(console: Screen, found: Round) -> None:
    """A round: the patch, the answers, and what they do to the metagame."""
    if found.patch is None:
        console.print("\nThere is no patch: the metagame is answered as it is.")
    else:
        show_notes(console, found.patch.notes)
    console.print(Text(f"\n{tell_answers(found)}", style="bold"))
    for answer in found.entered:
        show_doubt(console, doubt_answer(answer))
    print_table(console, "Answers", answer_table(found.ranked), ANSWER_NOTE)
    pilots = [(answer.name, each) for answer in found.ranked for each in answer.pilots]
    show_deck_pilots(console, "Answers in other hands", [each for _, each in pilots], [name for name, _ in pilots])
    if found.newly_played:
        print_table(console, "Cards that are new", card_table(found.newly_played), CARD_NOTE)
    after = found.after
    labels = label_decks(after.decks)
    print_table(console, "The metagame, in %", deck_table(found.before, after, labels), NASH_NOTE)
    show_matrix(console, f"{MATRIX_TITLE}: with the answers", after, labels)
    show_pairs(console, DISTANCE_TITLE, labels, lambda i, j: Text(str(after.distances[i, j])))
    console.print(f"\n{F_MEANS}", style="dim")
    console.print(f"F before the answers: {describe_f(found.before.f_corrected)}")
    console.print(f"F with the answers:   {describe_f(after.f_corrected)}")


def tell_answers(found: Round) -> str:
    """What a designer wants to know first."""
    sides = (typical_match_up(each.f_corrected.value) for each in (found.before, found.after))
    if not found.entered:
        return f"No answer beats the metagame: a typical match-up stays at {next(sides)}."
    best = found.entered[0]
    return (
        f"{count(len(found.entered), 'answer')} of {len(found.answers)} beat the metagame, best {show_name(best.name)} "
        f"with {rate(best.win_rate.value)}%. A typical match-up goes from {' to '.join(sides)}."
    )


def show_better_pilot(console: Screen, better: BetterPilot | None) -> None:
    """The decks that there were before the answers, in better hands."""
    if better is not None:
        title = f"The same decks with a better pilot: {show_name(better.pilot)}"
        print_table(console, title, better_table(better.ranked), BETTER_PILOT_EXPLAINED)


# --- parts ------------------------------------------------------------------------------------------


def answer_table(answers: Sequence[Answer]) -> Table:
    """A line for each answer."""
    table = new_table()
    table.add_column("deck", overflow="fold")
    for heading in ("win rate", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("enters")
    table.add_column("nearest deck", overflow="fold")
    table.add_column("shared", justify="right")
    table.add_column("changed cards in it", overflow="fold")
    for answer in answers:
        value, low, high = answer.win_rate
        table.add_row(
            name_text(answer.name),
            Text(rate(value), style=style_of(low, high, 0.5)),
            rate_interval(answer.win_rate),
            "yes" if answer.enters else "no",
            name_text(answer.nearest.deck),
            str(answer.nearest.shared),
            Text(join_names(answer.changed_cards) or ABSENT),
        )
    return table


def better_table(decks: Sequence[BetterPiloted]) -> Table:
    """A line for each deck, those first that win most in better hands."""
    table = new_table()
    table.add_column("deck", overflow="ellipsis", no_wrap=True)
    for heading in ("as played", "better pilot", "95% interval", "change", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in decks:
        table.add_row(
            name_text(each.deck),
            rate(each.before.value),
            Text(rate(each.after.value), style=style_of(each.after.low, each.after.high, 0.5)),
            rate_interval(each.after),
            points(each.change.value),
            rate_interval(each.change, signed=True),
        )
    return table


def card_table(cards: Sequence[NewCard]) -> Table:
    """A line for each card that nobody played before."""
    table = new_table()
    table.add_column("card")
    table.add_column("changed")
    table.add_column("decks", overflow="fold")
    for each in cards:
        style = "bold" if each.is_changed else ""
        table.add_row(name_text(each.card), "yes" if each.is_changed else "", Text(join_names(each.decks)), style=style)
    return table


def deck_table(before: RoundStanding, after: RoundStanding, labels: Sequence[str]) -> Table:
    """How strong each deck is before and with the answers, and its share of the equilibrium; the strongest first."""
    table = new_table()
    table.add_column("")
    table.add_column("deck", overflow="ellipsis", no_wrap=True)
    for heading in ("wins before", "wins after", "Nash before", "Nash after"):
        table.add_column(heading, justify="right", no_wrap=True)
    n_new = len(after.decks) - len(before.decks)
    rates = [rate(value) for value in before.against_meta.value] + [ABSENT] * n_new
    shares = [rate(share, 0) for share in before.nash] + [ABSENT] * n_new
    for i in after.order:
        now = rate(after.against_meta.value[i]), rate(after.nash[i], 0)
        table.add_row(labels[i], name_text(after.decks[i]), rates[i], now[0], shares[i], now[1])
    return table


def summary_table(final: RespondFinal) -> Table:
    """What it comes to."""
    best = final.best_win_rate
    return fact_table(
        {
            "best answer": f"{show_name(final.best)}, wins {rate(best.value)}% (95% interval {rate_interval(best)}%)",
            "F": f"{number(final.f_before)} before the answers, {number(final.f_after)} with them",
            "equilibrium": f"{rate(final.nash_of_answers, 0)}% answers",
            "new cards": str(final.newly_played),
            "games": f"{final.games:,}",
        }
    )
