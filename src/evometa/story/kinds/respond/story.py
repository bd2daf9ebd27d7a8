"""The story of patch and answer, round by round, and its tables for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evometa.experiments.decks.results import PilotedDeck
from evometa.experiments.experiment import StoredRun
from evometa.experiments.respond.results import Answer, RespondResults, Round
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.settings import file_name
from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL
from evometa.story.blocks import Block, Column, Fact, Facts, Headline, Level, Table, Teller, Warned, Words
from evometa.story.cards import read_metagame
from evometa.story.kinds.respond.answers import Known, tell_round
from evometa.story.pilots import doubt_deck
from evometa.story.reproduction import reproduce_respond
from evometa.story.runs import RunStory, all_results
from evometa.story.words.levels import ANSWERS_NOTE, tell_levels
from evometa.story.words.numbers import ARROW, count, listed, number, rate, rate_interval, typical_match_up


def tell_respond(run: RespondRun, teller: Teller, others: Sequence[RespondRun] = ()) -> None:
    """A summary, and all sections of each round that is finished."""
    rounds = run.results.rounds
    tell_summary(run, teller)
    known = Known.of(read_metagame(run.settings.metagame, run.settings.players), rounds)
    for found in rounds:
        better = run.results.better_pilot_of(found.round)
        if len(rounds) == 1:
            tell_round(found, better, known, teller, "The answers")
            continue
        inner, doubts = teller.inside(f"round-{found.round}-"), doubt_round(found)
        tell_round(found, better, known, inner, f"The answers of round {found.round}")
        told: list[Block] = [*([] if found is rounds[-1] else doubts), Words(summarise_round(found), level=Level.MAIN)]
        teller.tell(f"round-{found.round}", f"Round {found.round}", *told, parts=inner.sections)


def _best(run: RespondRun) -> str:
    if not run.results.rounds:
        return ""
    last = run.results.rounds[-1]
    before, after = (typical_match_up(side.f_corrected.value) for side in (last.before, last.after))
    return f"{before} to {after} with the answers"


def _final(run: RespondRun) -> dict[str, Any]:
    """What `--json` prints: all that was found, and at the end what it comes to: the last round in a few numbers."""
    tree = {**all_results(run), "final": None}
    if not run.is_finished or not run.results.rounds:
        return tree
    last, told = run.results.rounds[-1], tree["rounds"][-1]
    best = last.ranked[0].to_json()
    return tree | {
        "final": {
            "run": run.name,
            "best": best["name"],
            **{f"best_{name}": best[name] for name in ("win_rate", "low", "high")},
            "f_before": told["before"]["f_corrected"],
            "f_after": told["after"]["f_corrected"],
            "nash_of_answers": last.nash_of_answers,
            "newly_played": len(last.newly_played),
            "search_games": run.results.search_games,
            "games": run.games,
            "observed": tree["observed"],
        }
    }


# --- for other programs ---------------------------------------------------------------------------


def _last_answers(run: RespondRun) -> list[Answer]:
    """The answers of the last round, the strongest first."""
    return run.results.rounds[-1].ranked if run.results.rounds else []


def _answers(run: RespondRun) -> Table:
    columns = (
        Column("nearest deck", lambda answer: answer.nearest.deck, key="nearest_deck"),
        Column("shared cards", lambda answer: answer.nearest.shared, key="nearest_shared_cards"),
    )
    answers = _last_answers(run)
    return Table("answers", columns, answers, record=Answer, index="name", axis="deck", without=("toml",))


def _rounds(run: RespondRun) -> Table:
    """Each round: F before the answers and with them, without the share of chance."""
    columns = (
        Column("answers", lambda found: len(found.answers), key="answers"),
        Column("entered", lambda found: len(found.entered), key="entered"),
        Column("F before", lambda found: found.before.f_corrected, key="f_before"),
        Column("F after", lambda found: found.after.f_corrected, key="f_after"),
    )
    return Table("rounds", columns, run.results.rounds, record=Round, index="round")


def _pilots(run: RespondRun) -> Table:
    """The answers in other hands, one after the other."""
    pairs = [(each, answer.name) for answer in _last_answers(run) for each in answer.pilots]
    names, pilots = [name for _, name in pairs], [each for each, _ in pairs]
    return Table("pilots", (), pilots, record=PilotedDeck, index="pilot", bulk={"deck": names})


STORY = RunStory(
    title=lambda run: f"How players answer: {file_name(run.settings.metagame)}",
    tell=tell_respond,
    best=_best,
    reproduce=reproduce_respond,
    final=_final,
    tables={"answers": _answers, "rounds": _rounds, "pilots": _pilots},
)


# --- in short -------------------------------------------------------------------------------------


RespondRun = StoredRun[RespondSettings, RespondResults]


def tell_summary(run: RespondRun, teller: Teller) -> None:
    """What came out of the last round, in short."""
    if not run.results.rounds:
        teller.tell("summary", "In short", Words("No round of patch and answer is finished yet."))
        return
    last = run.results.rounds[-1]
    texts = (summarise_round(last), _compare_with_pilot(run.results), _describe_levels(run.results))
    facts = Facts(tuple(_facts(last, run)), "All in all") if run.is_finished else None
    teller.tell("summary", "In short", *doubt_round(last), _headline(last), *map(Words, texts), facts)


def doubt_round(found: Round) -> list[Block]:
    """What must be said first of the answers that enter, if they do not hold."""
    return [Warned(doubt_deck(answer.pilots, show_name(answer.name))) for answer in found.entered]


def _headline(found: Round) -> Headline:
    """What the answers do to a typical match-up, if that is known."""
    before, after = found.before.f_corrected, found.after.f_corrected
    if not (before.is_known and after.is_known):
        return Headline("")
    sides = [typical_match_up(f.value) for f in (before, after)]
    if not found.entered:
        return Headline(f"The metagame stays as it is: a typical match-up is {sides[0]}.", f"F {number(before.value)}")
    remark = f"F {number(before.value)} {ARROW} {number(after.value)}"
    return Headline(f"With the answers a typical match-up goes from {' to '.join(sides)}.", remark)


def summarise_round(found: Round) -> str:
    """What the answers of a round do, in a few sentences."""
    if not found.entered:
        return "No search found a deck that wins more than half of its games against the metagame."
    best, changed = found.entered[0], [show_name(each.card) for each in found.newly_played if each.is_changed]
    cards = f" Cards that the patch has brought into play: {listed(changed)}." if changed else ""
    sides = " to ".join(number(side.f_corrected.value) for side in (found.before, found.after))
    return (
        f"{count(len(found.entered), 'answer')} of {len(found.answers)} entered the metagame. The best, "
        f"{show_name(best.name)}, wins {rate(best.win_rate.value)}% against it. F goes from {sides}.{cards}"
    )


def _compare_with_pilot(results: RespondResults) -> str:
    """What the last round's best deck wins in better hands, beside its best answer; nothing if nobody plays better."""
    last = results.rounds[-1]
    better = results.better_pilot_of(last.round)
    if better is None:
        return ""
    same, answer = better.ranked[0], last.ranked[0]
    return (
        f"A better pilot needs no new deck: with {show_name(better.pilot)}, {show_name(same.deck)} wins "
        f"{rate(same.after.value)}% against the metagame as it is played, and {rate(same.before.value)}% with its own "
        f"player. The best answer wins {rate(answer.win_rate.value)}% with {show_name(answer.player)}."
    )


def _describe_levels(results: RespondResults) -> str:
    """Who says where known match-ups stand, if it is not the simulation."""
    told = tell_levels(results.observed)
    return f"{told} {ANSWERS_NOTE}" if told else ""


def _facts(last: Round, run: RespondRun) -> Iterator[Fact]:
    best = last.ranked[0]
    remark = f"{show_name(best.name)}; {INTERVAL} {rate_interval(best.win_rate)}%"
    yield Fact("The best answer wins", f"{rate(best.win_rate.value)}%", remark)
    yield Fact("F before the answers", number(last.before.f_corrected.value))
    yield Fact("F with the answers", number(last.after.f_corrected.value))
    yield Fact("Answers in the equilibrium", f"{rate(last.nash_of_answers, 0)}%", "their shares together")
    yield Fact("Cards that are new", f"{len(last.newly_played):,}")
    yield Fact("Games played", f"{run.games:,}", f"{run.results.search_games:,} in searches for answers")
