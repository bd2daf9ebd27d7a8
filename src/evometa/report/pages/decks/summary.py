"""The beginning of the page: how good the best deck is, and whether it beats those that were known."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from evometa.experiments.decks.results import DeckAudit
from evometa.experiments.decks.work import DecksRun
from evometa.experiments.settings import file_name
from evometa.metagame.evidence import Estimated
from evometa.report.pages.decks.audits import show_ends
from evometa.report.pages.parts import Html, Story, headline, paragraph, tiles
from evometa.report.words.deck_quantities import objective_of
from evometa.report.words.known_decks import tell_weaker
from evometa.report.words.numbers import count, listed, rate
from evometa.report.words.pilots import confirm, doubt_deck


def tell_summary(run: DecksRun, story: Story, best: DeckAudit | None) -> None:
    """What came out, in short."""
    if best:
        pilots = run.results.pilots
        doubt = paragraph(doubt_deck(pilots), "notice")
        told = map(paragraph, (*compare_with_known(run, best), confirm(pilots)))
        story.tell("summary", "In short", doubt, _headline(run, best), *told, _summary_tiles(run, best))
    else:
        story.tell("summary", "In short", paragraph(summarise_search(run)))


def _headline(run: DecksRun, best: DeckAudit) -> Html:
    """How good the best deck is, and how good the known ones are."""
    known, said = (
        run.results.strongest_known,
        f"{run.settings.deck_name} wins {rate(best.win_rate.value)}% of its games",
    )
    if known is None:
        return headline(f"{said}.", "the best deck, on fresh games")
    if weaker := tell_weaker(run.settings, run.results):
        return headline(weaker, "on fresh games")
    return headline(f"{said}; the strongest known deck wins {rate(known.win_rate.value)}%.", "on fresh games")


def summarise_search(run: DecksRun) -> str:
    """How far a search is that has audited no deck yet."""
    if not run.results.history:
        return "The run has not evaluated any deck yet."
    objective, last = objective_of(run.settings), run.results.history[-1]
    return (
        f"No deck has been audited yet. The search has evaluated {last.evaluations:,} of "
        f"{run.settings.map.evaluations:,} decks. The best one so far ({objective.label}: "
        f"{objective.show(last.best)}) may only be lucky."
    )


def compare_with_known(run: DecksRun, best: DeckAudit) -> list[str]:
    """How good the best deck is, and whether it beats the known ones: in the metagame, and head to head."""
    seat = ", in games that it starts" if run.settings.seats == "first" else ""
    wins = _with_interval(best.win_rate, "95% interval ")
    found = "The best deck found" if run.is_finished else "The best deck audited so far"
    told = (
        f"{found} wins {wins} of its games against {file_name(run.settings.metagame)}{seat}, measured on fresh games."
    )
    strongest, known = run.results.strongest_known, run.results.known
    if strongest:
        return [f"{told} {compare(best, strongest)}", *_head_to_head(best, known), *_same_cards(best, known)]
    if run.is_finished:
        return [f"{told} No deck of the class was known before, so there is none to compare it with."]
    return [f"{told} Known decks of the class have not been played yet."]


def _with_interval(found: Estimated, name: str = "") -> str:
    """A win rate with its interval, which may be named."""
    return f"{rate(found.value)}% ({name}{show_ends(found)})"


def compare(best: DeckAudit, known: DeckAudit) -> str:
    """Whether the best deck wins more than a known one in the same games."""
    wins = _with_interval(known.win_rate)
    who = f"{known.name}, the strongest known deck of the class, which wins {wins} in the same games"
    ours, theirs = best.win_rate, known.win_rate
    if isnan(ours.low) or isnan(theirs.low):
        return f"It cannot be compared with {who}."
    if ours.low > theirs.high:
        return f"That is surely more than {who}."
    if ours.high < theirs.low:
        return f"That is surely less than {who}."
    return f"That is about as much as {who}: the intervals overlap, so the difference may be chance."


def _head_to_head(best: DeckAudit, known: Sequence[DeckAudit]) -> list[str]:
    names = {audit.name for audit in known}
    met = [each for each in best.opponents if each.deck in names]
    told = [f"{_with_interval(each.win_rate)} against {each.deck}" for each in met]
    return [f"Head to head it wins {listed(told)}."] if told else []


def _same_cards(best: DeckAudit, known: Sequence[DeckAudit]) -> list[str]:
    """That the search has come to a deck that was known, if it has."""
    n_cards = sum(n for _, n in best.cards)
    same = [audit.name for audit in known if audit.count_shared(best) == n_cards]
    return [f"Card for card it is the known deck {listed(same)}."] if same else []


def _summary_tiles(run: DecksRun, best: DeckAudit) -> Html:
    objective, known, last = objective_of(run.settings), run.results.strongest_known, run.results.history[-1]
    facts = [("Win rate, as audited", f"{rate(best.win_rate.value)}%", f"95% interval {show_ends(best.win_rate)}")]
    if known:
        remark = f"{known.name}; {show_ends(known.win_rate)}"
        facts.append(("Strongest known deck", f"{rate(known.win_rate.value)}%", remark))
    if objective.name != "wins":
        facts.append(("The objective, as audited", objective.show(best.objective), objective.label))
    facts.append(("Dust", f"{best.dust:,}", "to craft all of it"))
    n_elites = last.elites if run.results.final is None else run.results.final.elites
    facts.append(("Decks evaluated", f"{last.evaluations:,}", count(n_elites, "elite")))
    facts.append(("Games played", f"{run.games:,}", ""))
    return tiles(facts)
