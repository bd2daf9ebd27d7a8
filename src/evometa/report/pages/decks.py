"""The report of a deck search: the best deck and whether it beats known ones, the finalists, the map and the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan

from evometa.cards.decks.summary import CURVE_END
from evometa.cards.lookup import find_card
from evometa.cards.model import Card, CardSet
from evometa.cards.wording.faces import describe_briefly
from evometa.experiments.decks.results import DeckAudit, DecksResults
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECK_FILE, DECKS_FOLDER, DecksRun
from evometa.experiments.runs import load_played
from evometa.experiments.settings import file_name
from evometa.input.errors import InputError
from evometa.metagame.evidence import Estimated
from evometa.report.pages.parts import Html, Story, beside, folded, join, paragraph, preformatted, table, tiles
from evometa.report.pages.pilots import describe_deck_pilots
from evometa.report.pictures.deck_quantities import measures_of, objective_of
from evometa.report.words.numbers import ABSENT, count, listed, number, rate
from evometa.report.words.pilots import confirm, doubt_deck

LUCK_EXPLAINED = (
    "A search keeps the highest of many noisy numbers, and so keeps luck, too. A lucky deck must not stay an elite: "
    "each elite was measured again with fresh games, and if it fell behind, the next deck of its cell took its place "
    "and was measured again in turn. The best of them were audited with many more games. “Audited” is the number to "
    "trust; “measured again” still favours the lucky, as the finalists were chosen by it."
)
NO_COSTS = "Costs are not shown: the cards of the metagame are not there any more, or have changed since the run."


def title_decks(run: DecksRun) -> str:
    """The heading of the page."""
    return f"Deck search: {run.settings.deck_name} against {file_name(run.settings.metagame)}"


def tell_decks(run: DecksRun, story: Story) -> None:
    """Add all sections of a deck search."""
    best, cards = run.results.best, read_cards(run.settings)
    _tell_summary(run, story, best)
    if best:
        _tell_deck(run, story, best, cards)
        _tell_match_ups(run, story, best)
        if run.results.pilots:
            story.tell("pilots", "The best deck in other hands", describe_deck_pilots(run.results.pilots))
        _tell_finalists(run, story, best, cards)
    _tell_map(run, story)
    _tell_search(run, story, best)


def rank_audits(results: DecksResults) -> list[DeckAudit]:
    """All audited decks: those that were found before the known ones, and the strongest first."""
    return sorted(results.audits, key=lambda audit: (audit.is_known, -audit.strength))


def read_cards(settings: DecksSettings) -> CardSet | None:
    """The cards that were played, if the metagame is still there."""
    try:
        return load_played(settings.metagame, settings.players).patched_cards
    except InputError:
        return None  # the page says so where it would show them


# --- what a designer wants ------------------------------------------------------------------------


def _tell_summary(run: DecksRun, story: Story, best: DeckAudit | None) -> None:
    if best:
        pilots = run.results.pilots
        told = map(paragraph, (doubt_deck(pilots), *compare_with_known(run, best), confirm(pilots)))
        story.tell("summary", "In short", *told, _summary_tiles(run, best))
    else:
        story.tell("summary", "In short", paragraph(_summarise_search(run)))


def _summarise_search(run: DecksRun) -> str:
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
    return f"{rate(found.value)}% ({name}{_ends(found)})"


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
    facts = [("Win rate, as audited", f"{rate(best.win_rate.value)}%", f"95% interval {_ends(best.win_rate)}")]
    if known:
        remark = f"{known.name}; {_ends(known.win_rate)}"
        facts.append(("Strongest known deck", f"{rate(known.win_rate.value)}%", remark))
    if objective.name != "wins":
        facts.append(("The objective, as audited", objective.show(best.objective), objective.label))
    facts.append(("Dust", f"{best.dust:,}", "to craft all of it"))
    n_elites = last.elites if run.results.final is None else run.results.final.elites
    facts.append(("Decks evaluated", f"{last.evaluations:,}", count(n_elites, "elite")))
    facts.append(("Games played", f"{run.games:,}", ""))
    return tiles(facts)


def _ends(found: Estimated) -> str:
    return f"{rate(found.low)} to {rate(found.high)}%"


# --- the best deck --------------------------------------------------------------------------------


def _tell_deck(run: DecksRun, story: Story, best: DeckAudit, cards: CardSet | None) -> None:
    from evometa.report.pictures.deck_figures import CURVE_LABELS, draw_curve

    bars = listed([f"{n} of cost {cost}" for cost, n in zip(CURVE_LABELS, best.curve, strict=True) if n])
    curve = story.show("curve", draw_curve(best, "Mana curve"), f"Bar chart of the cards by mana cost: {bars}.")
    told = f"{describe_types(best)}; {best.dust:,} dust to craft all of it. Of the finalists it won most in the audit."
    if run.is_finished:
        told += f" It is the file {DECK_FILE} of the run; all finalists are in its folder {DECKS_FOLDER}."
    story.tell(
        "deck",
        f"The best deck: {run.settings.deck_name}",
        paragraph(told),
        beside(_card_table(best, cards), curve),
        _deck_file(best),
    )


def describe_types(audit: DeckAudit) -> str:
    """How many cards of each type a deck has."""
    return listed([count(n, word) for word, n in audit.types.items()])


def _card_table(audit: DeckAudit, cards: CardSet | None) -> Html:
    """All cards of a deck by cost, then name; without costs if they are not known any more."""
    entries = None if cards is None else look_up(audit, cards)
    if entries is None:
        plain = table("", ["card", "copies"], [[name, str(n)] for name, n in audit.cards])
        return join([plain, paragraph(NO_COSTS, "faint")])
    rows = [[card.name, describe_briefly(card.tree), str(n), str(card.cost)] for card, n in entries]
    return table("", ["card", "what", "copies", "cost"], rows, texts=2)


def look_up(audit: DeckAudit, cards: CardSet) -> list[tuple[Card, int]] | None:
    """The cards of a deck with their copies, by cost, then name; None if they are not what they were."""
    try:
        found = [(find_card(cards, name), n) for name, n in audit.cards]
    except InputError:
        return None  # a card is gone; the page says so where it would show them
    curve = [0] * (CURVE_END + 1)
    for card, n in found:
        curve[min(card.cost, CURVE_END)] += n
    if tuple(curve) != audit.curve:
        return None
    return sorted(found, key=lambda entry: (entry[0].cost, entry[0].name))


def _deck_file(audit: DeckAudit) -> Html:
    return folded("The deck as a file", preformatted(audit.toml), is_file=True)


def _tell_match_ups(run: DecksRun, story: Story, best: DeckAudit) -> None:
    from evometa.report.pictures.deck_figures import draw_match_ups

    known = [audit for audit in rank_audits(run.results) if audit.is_known]
    shown = [replace(best, name=f"{best.name}, found"), *known]
    told = [f"{audit.name}: {_tell_rates(audit)}." for audit in shown]
    title = f"Against each deck of {file_name(run.settings.metagame)}"
    picture = draw_match_ups(shown, title, _explain_games(run.settings, bool(known)))
    alternative = f"Heat map of win rates in %. {' '.join(told)}"
    story.tell("match-ups", "Against the metagame", story.show("match-ups", picture, alternative))


def _explain_games(settings: DecksSettings, has_known: bool) -> str:
    seats = "the row's deck always starts" if settings.seats == "first" else "both seats alike"
    same = "; the same fresh games and the same player for all rows" if has_known else "; fresh games"
    return f"{settings.audit_games:,} games per match-up, {seats}{same}."


def _tell_rates(audit: DeckAudit) -> str:
    rates = [f"{rate(each.win_rate.value)} against {each.deck}" for each in audit.opponents]
    return f"{', '.join(rates)}, {rate(audit.win_rate.value)} against the metagame"


# --- the finalists --------------------------------------------------------------------------------


def _tell_finalists(run: DecksRun, story: Story, best: DeckAudit, cards: CardSet | None) -> None:
    from evometa.report.pictures.deck_figures import draw_curves

    audits = rank_audits(run.results)
    curves = draw_curves(audits, "Mana curves of all audited decks")
    told = [f"{audit.name}: {', '.join(map(str, audit.curve))}." for audit in audits]
    alternative = f"Bar charts of the cards by mana cost, from 0 to 7 and above. {' '.join(told)}"
    story.tell(
        "finalists",
        "The finalists",
        paragraph(LUCK_EXPLAINED),
        _finalist_table(run.settings, best, audits),
        story.show("curves", curves, alternative),
        *(_fold_deck(audit, cards) for audit in audits if audit is not best),
    )


def _finalist_table(settings: DecksSettings, best: DeckAudit, audits: Sequence[DeckAudit]) -> Html:
    objective, measures = objective_of(settings), measures_of(settings)
    heads = [
        *("deck", "evaluation", "searched", "again", "audited", "win rate", "95% interval"),
        *(each.short for each in measures),
        *("dust", "shared cards"),
    ]
    rows = [
        [
            audit.name,
            "known" if audit.is_known else number(audit.number, 0),
            *(ABSENT if audit.is_known else objective.show(value) for value in (audit.searched, audit.again)),
            objective.show(audit.objective),
            f"{rate(audit.win_rate.value)}%",
            _ends(audit.win_rate),
            *(each.show(value) for each, value in zip(measures, audit.measures, strict=True)),
            f"{audit.dust:,}",
            str(audit.count_shared(best)),
        ]
        for audit in audits
    ]
    marked = [place for place, audit in enumerate(audits) if audit is best]
    return table(_explain_columns(settings, objective.label), heads, rows, 1, marked)


def _explain_columns(settings: DecksSettings, objective: str) -> str:
    return (
        f"{objective[0].upper()}{objective[1:]}: as searched ({settings.games:,} games per deck), measured again "
        f"({settings.again_games:,}), and audited ({settings.audit_games:,} per opponent). The win rate is "
        "audited, too. Shared cards: with the best deck, which is shaded."
    )


def _fold_deck(audit: DeckAudit, cards: CardSet | None) -> Html:
    content = join([paragraph(describe_types(audit)), _card_table(audit, cards), _deck_file(audit)])
    return folded(f"{audit.name}: its cards", content)


# --- the map --------------------------------------------------------------------------------------


def _tell_map(run: DecksRun, story: Story) -> None:
    deck_map = run.results.map
    if deck_map is None:
        return
    from evometa.report.pictures.deck_maps import draw_equal_map, draw_map, landmarks_of, lay_out

    shown = lay_out(deck_map)
    marks = landmarks_of(shown, deck_map, run.results.audits)
    axes = listed([each.title for each in shown.measures])
    full, values = f"{len(shown.elites)} of {shown.n_cells} cells have an elite", sorted(shown.elites.values())
    alternative = (
        f"Heat map by {axes}: {full}, whose {shown.objective.label} is from {number(values[0], 1)} to "
        f"{number(values[-1], 1)}. Marked: {listed([mark.name for mark in marks])}."
    )
    real = draw_map(shown, marks, f"The map of {run.settings.deck_name}")
    equal = draw_equal_map(shown, marks, "The same map with all cells equally large")
    story.tell(
        "map",
        "The map",
        paragraph(f"The best deck of every kind: {full}. Kinds differ in {axes}."),
        story.show("map", real, alternative),
        story.show("map-cells", equal, f"The same map with all cells equally large. {alternative}"),
    )


# --- the search -----------------------------------------------------------------------------------


def _tell_search(run: DecksRun, story: Story, best: DeckAudit | None) -> None:
    settings, history = run.settings, run.results.history
    if not history:
        return
    from evometa.report.pictures.deck_figures import draw_search

    objective, title = objective_of(settings), f"How the search went: {settings.deck_name}"
    picture = draw_search(history, (objective, len(settings.measures)), best, run.results.strongest_known, title)
    first, last = (
        f"best elite {objective.show(batch.best)}, average {objective.show(batch.mean)}, {count(batch.elites, 'elite')}"
        for batch in (history[0], history[-1])
    )
    alternative = (
        f"Line plots by evaluated decks, of {objective.label} and of the cells. At first: {first}; at last: {last}."
    )
    story.tell(
        "search", "How the search went", paragraph(describe_search(run)), story.show("history", picture, alternative)
    )


def describe_search(run: DecksRun) -> str:
    """What the search did, in a few sentences."""
    first, last = (run.results.history[place] for place in (0, -1))
    told = (
        f"MAP-Elites with sliding boundaries evaluated {count(last.evaluations, 'deck')}, each from "
        f"{run.settings.games:,} games. The map grew from {first.size} to {last.size} cells per measure."
    )
    n_again = len(run.evaluations) - last.evaluations
    if not n_again or run.results.map is None:
        return told
    n_elites = len(run.results.map.elites)
    return (
        f"{told} Then {count(n_again, 'deck')} were measured again, until each of the {count(n_elites, 'elite')} had "
        f"been: {n_again - n_elites:,} of them fell behind and gave way to another deck."
    )
