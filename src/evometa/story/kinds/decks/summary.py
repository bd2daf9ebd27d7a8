"""The beginning of a deck search's story: how good the best deck is, and whether it beats those that were known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

from evometa.experiments.decks.results import DeckAudit, DecksResults
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DecksRun
from evometa.experiments.settings import file_name
from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL
from evometa.search.settings import MapSettings
from evometa.story.blocks import Block, Fact, Facts, Headline, Teller, Warned, Words
from evometa.story.deck_quantities import objective_of
from evometa.story.kinds.decks.finalists import win_rate_words
from evometa.story.pilots import confirm, doubt_deck
from evometa.story.words.numbers import count, listed, rate, rate_interval


def tell_summary(run: DecksRun, teller: Teller) -> None:
    """What came out, in short."""
    best, pilots = run.results.best, run.results.pilots
    if best is None:
        teller.tell("summary", "In short", Words(_summarise_search(run)))
        return
    texts = (*_compare_with_known(run, best), confirm(pilots))
    told: list[Block] = [Warned(doubt_deck(pilots)), _headline(run, best), *map(Words, texts)]
    teller.tell("summary", "In short", *told, Facts(tuple(_facts(run, best)), "All in all"))


def _summarise_search(run: DecksRun) -> str:
    """How far a search is that has audited no deck yet."""
    if run.results.rounds:
        told = run.results.rounds[-1]
        return (
            f"No deck has been audited yet. The search has played {told.games:,} of {run.settings.max_games:,} games; "
            f"by its model the best deck so far wins {win_rate_words(told.best)}."
        )
    if not run.results.history:
        return "The run has not evaluated any deck yet."
    objective, last = objective_of(run), run.results.history[-1]
    return (
        f"No deck has been audited yet. The search has evaluated {last.evaluations:,} of "
        f"{run.settings.map.evaluations:,} decks, and {last.elites:,} of them are on the map. The best one so far "
        f"({objective.label}: {objective.show(last.best)}) may only be lucky."
    )


def _headline(run: DecksRun, best: DeckAudit) -> Headline:
    """How good the best deck is, and how good the known ones are."""
    known = run.results.strongest_known
    said = f"{show_name(run.settings.deck_name)} wins {rate(best.win_rate.value)}% of its games"
    if known is None:
        return Headline(f"{said}.", "the best deck, on fresh games")
    if weaker := tell_weaker(run.settings, run.results):
        return Headline(weaker, "on fresh games")
    return Headline(f"{said}; the strongest known deck wins {rate(known.win_rate.value)}%.", "on fresh games")


# --- beside known decks ---------------------------------------------------------------------------


def _compare_with_known(run: DecksRun, best: DeckAudit) -> Iterator[str]:
    """How good the best deck is, and whether it beats the known ones: in the metagame, and head to head."""
    seat = ", in games that it starts" if run.settings.seats == "first" else ""
    wins, metagame = win_rate_words(best.win_rate, f"{INTERVAL} "), show_name(file_name(run.settings.metagame))
    found = "The best deck found" if run.is_finished else "The best deck audited so far"
    told = f"{found} wins {wins} of its games against {metagame}{seat}, measured on fresh games."
    strongest, known = run.results.strongest_known, run.results.known
    of_class = " of the class" if run.settings.klass else ""
    if strongest:
        yield f"{told} {_compare(best, strongest, of_class)}"
        yield _tell_head_to_head(best, known)
        yield _tell_same_cards(best, known)
    elif run.is_finished:
        yield f"{told} No deck{of_class} was known before, so there is none to compare it with."
    else:
        yield f"{told} Known decks{of_class} have not been played yet."


def _compare(best: DeckAudit, known: DeckAudit, of_class: str) -> str:
    """Whether the best deck wins more than a known one in the same games."""
    wins = win_rate_words(known.win_rate)
    who = f"{show_name(known.name)}, the strongest known deck{of_class}, which wins {wins} in the same games"
    ours, theirs = best.win_rate, known.win_rate
    if isnan(ours.low) or isnan(theirs.low):
        return f"It cannot be compared with {who}."
    if ours.low > theirs.high:
        return f"That is surely more than {who}."
    if ours.high < theirs.low:
        return f"That is surely less than {who}."
    return f"That is about as much as {who}: the intervals overlap, so the difference may be chance."


def _tell_head_to_head(best: DeckAudit, known: Sequence[DeckAudit]) -> str:
    names = {audit.name for audit in known}
    met = [each for each in best.opponents if each.deck in names]
    told = [f"{win_rate_words(each.win_rate)} against {show_name(each.deck)}" for each in met]
    return f"Head to head it wins {listed(told)}." if told else ""


def _tell_same_cards(best: DeckAudit, known: Sequence[DeckAudit]) -> str:
    """That the search has come to a deck that was known, if it has."""
    n_cards = sum(n for _, n in best.cards)
    same = [show_name(audit.name) for audit in known if audit.count_shared(best) == n_cards]
    return f"Card for card it is the known deck {listed(same)}." if same else ""


# --- numbers --------------------------------------------------------------------------------------


def _facts(run: DecksRun, best: DeckAudit) -> Iterator[Fact]:
    objective, known = objective_of(run), run.results.strongest_known
    yield Fact("Win rate, as audited", f"{rate(best.win_rate.value)}%", f"{INTERVAL} {rate_interval(best.win_rate)}%")
    if known:
        remark = f"{show_name(known.name)}; {rate_interval(known.win_rate)}%"
        yield Fact("Strongest known deck", f"{rate(known.win_rate.value)}%", remark)
    if objective.name != "wins":
        yield Fact("The objective, as audited", objective.show(best.objective), objective.label)
    if crafting := run.versions.find_game().crafting_word:
        yield Fact(crafting.capitalize(), f"{best.dust:,}", "to craft all of it")
    if run.results.history:
        last, deck_map = run.results.history[-1], run.results.map
        n_elites = last.elites if deck_map is None else len(deck_map.elites)
        yield Fact("Decks evaluated", f"{last.evaluations:,}", f"{count(n_elites, 'elite')}, the best of their kind")
    elif run.results.map:
        yield Fact("Decks on the map", f"{len(run.results.map.elites):,}", "the best of their kind")
    searched = f"{run.search_games:,} in the search" if run.search_games else ""
    yield Fact("Games played", f"{run.games:,}", searched)


USUAL = MapSettings().evaluations


def tell_weaker(settings: DecksSettings, results: DecksResults) -> str:
    """What must be said first of a best deck that wins less than a known one; nothing if it wins more."""
    best, known = results.best, results.strongest_known
    if best is None or known is None or not best.win_rate.value < known.win_rate.value:
        return ""
    told = (
        f"No better deck was found: {show_name(settings.deck_name)} wins {rate(best.win_rate.value)}% against the "
        f"metagame, and the known deck {show_name(known.name)} {rate(known.win_rate.value)}% in the same games"
    )
    doubt = "" if best.win_rate.high < known.win_rate.low else ", though the difference may be chance"
    n_tried = USUAL if settings.learns else settings.map.evaluations
    advice = f" {n_tried:,} decks are few: a search that is not quick tries {USUAL:,}." if n_tried < USUAL else ""
    return f"{told}{doubt}.{advice}"
