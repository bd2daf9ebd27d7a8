"""The report of a deck search: the best deck and whether it beats known ones, the finalists, the map and the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan, prod

from evometa.cards.decks.deck import Deck
from evometa.cards.decks.summary import CURVE_END
from evometa.cards.lookup import find_card
from evometa.cards.model import Card, CardSet
from evometa.cards.wording.faces import describe_briefly
from evometa.experiments.decks.results import DeckAudit, DeckMap, DecksResults
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECK_FILE, DECKS_FOLDER, DecksRun
from evometa.experiments.settings import file_name
from evometa.input.errors import InputError
from evometa.metagame.evidence import Estimated
from evometa.metagame.metagames import Metagame
from evometa.report.charts.deck_map import draw_deck_map
from evometa.report.charts.frame import Touch
from evometa.report.charts.mana_curve import draw_mana_curve
from evometa.report.charts.plot import draw_plot
from evometa.report.pages.card_faces import CardFaces, read_metagame
from evometa.report.pages.deck_charts import history_table, match_up_map, search_plots
from evometa.report.pages.deck_maps import (
    coarsen,
    code_of,
    deck_grid,
    elite_choices,
    find_landmarks,
    landmark_rows,
    quantities_of,
    read_elites,
)
from evometa.report.pages.matrices import show_matrices
from evometa.report.pages.parts import (
    Html,
    Story,
    beside,
    curves,
    folded,
    headline,
    join,
    paragraph,
    preformatted,
    table,
    tiles,
    touch,
)
from evometa.report.pages.pilots import describe_deck_pilots
from evometa.report.pictures.cells import SURE
from evometa.report.words.deck_quantities import measures_of, objective_of
from evometa.report.words.known_decks import tell_weaker
from evometa.report.words.numbers import ABSENT, count, listed, number, rate
from evometa.report.words.pilots import confirm, doubt_deck

LUCK_EXPLAINED = (
    "A search keeps the highest of many noisy numbers, and so keeps luck, too. A lucky deck must not stay an elite: "
    "each elite was measured again with fresh games, and if it fell behind, the next deck of its cell took its place "
    "and was measured again in turn. The best of them were audited with many more games. “Audited” is the number to "
    "trust; “measured again” still favours the lucky, as the finalists were chosen by it."
)
NO_LISTS = "Deck lists are not shown: the cards of the metagame are not there any more, or have changed since the run."
NO_COSTS = "Costs are not shown: the cards of the metagame are not there any more, or have changed since the run."


def title_decks(run: DecksRun) -> str:
    """The heading of the page."""
    return f"Deck search: {run.settings.deck_name} against {file_name(run.settings.metagame)}"


def tell_decks(run: DecksRun, story: Story) -> None:
    """Add all sections of a deck search."""
    best, metagame = run.results.best, read_metagame(run.settings.metagame, run.settings.players)
    cards = metagame.patched_cards if metagame else None
    _tell_summary(run, story, best)
    if best:
        _tell_deck(run, story, best, cards)
        _tell_match_ups(run, story, best)
        if run.results.pilots:
            story.tell("pilots", "The best deck in other hands", describe_deck_pilots(run.results.pilots))
        _tell_finalists(run, story, best, cards)
    _tell_map(run, story, metagame)
    _tell_search(run, story, best)


def rank_audits(results: DecksResults) -> list[DeckAudit]:
    """All audited decks: those that were found before the known ones, and the strongest first."""
    return sorted(results.audits, key=lambda audit: (audit.is_known, -audit.strength))


# --- what a designer wants ------------------------------------------------------------------------


def _tell_summary(run: DecksRun, story: Story, best: DeckAudit | None) -> None:
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
    told = f"{describe_types(best)}; {best.dust:,} dust to craft all of it. Of the finalists it won most in the audit."
    if run.is_finished:
        told += f" It is the file {DECK_FILE} of the run; all finalists are in its folder {DECKS_FOLDER}."
    curve = story.show(story.id("curve"), draw_mana_curve(story.id("curve"), "Mana curve", best.curve))
    story.tell(
        "deck",
        f"The best deck: {run.settings.deck_name}",
        paragraph(told),
        beside(_card_table(best, cards, story), curve),
        *_code(best, cards),
        _deck_file(best),
    )


def _code(audit: DeckAudit, cards: CardSet | None) -> list[Html]:
    """The code of an audited deck, if its cards are known."""
    if cards is None or look_up(audit, cards) is None:
        return []
    names = tuple(name for name, n in audit.cards for _ in range(n))
    return code_of(Deck(audit.name, audit.klass, audit.style, names), cards)


def describe_types(audit: DeckAudit) -> str:
    """How many cards of each type a deck has."""
    return listed([count(n, word) for word, n in audit.types.items()])


def _card_table(audit: DeckAudit, cards: CardSet | None, story: Story) -> Html:
    """All cards of a deck by cost, then name; without costs if they are not known any more."""
    entries, faces = None if cards is None else look_up(audit, cards), CardFaces(cards)
    if entries is None:
        plain = table("", ["card", "copies"], [[name, str(n)] for name, n in audit.cards])
        return join([plain, paragraph(NO_COSTS, "faint")])
    rows = [
        [faces.mention(card.name, story), describe_briefly(card.tree), str(n), str(card.cost)] for card, n in entries
    ]
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
    known = [audit for audit in rank_audits(run.results) if audit.is_known]
    title = f"Against each deck of {file_name(run.settings.metagame)}"
    chart = match_up_map(story.id("match-ups"), title, [replace(best, name=f"{best.name}, found"), *known])
    explained = (
        "Win rates of the row's deck against that of the column in %, ± their 95% intervals, draws left out. "
        f"{_explain_games(run.settings, bool(known))} {SURE.format(middle=50)}"
    )
    story.tell("match-ups", "Against the metagame", show_matrices(story, [chart], explained))


def _explain_games(settings: DecksSettings, has_known: bool) -> str:
    seats = "the row's deck always starts" if settings.seats == "first" else "both seats alike"
    same = "; the same fresh games and the same player for all rows" if has_known else "; fresh games"
    return f"{settings.audit_games:,} games per match-up, {seats}{same}."


# --- the finalists --------------------------------------------------------------------------------


def _tell_finalists(run: DecksRun, story: Story, best: DeckAudit, cards: CardSet | None) -> None:
    audits = rank_audits(run.results)
    highest = max(max(audit.curve) for audit in audits)
    shown = [
        draw_mana_curve(
            story.id(f"curve-{place}"), audit.name, audit.curve, highest, "before" if audit.is_known else "mark"
        )
        for place, audit in enumerate(audits)
    ]
    story.tell(
        "finalists",
        "The finalists",
        paragraph(LUCK_EXPLAINED),
        _finalist_table(run.settings, best, audits),
        curves(shown),
        paragraph("Number of cards by mana cost, all to the same scale. Grey: known decks.", "faint"),
        *(_fold_deck(audit, cards, story) for audit in audits if audit is not best),
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


def _fold_deck(audit: DeckAudit, cards: CardSet | None, story: Story) -> Html:
    listed_cards = [_card_table(audit, cards, story), *_code(audit, cards), _deck_file(audit)]
    content = join([paragraph(describe_types(audit)), *listed_cards])
    return folded(f"{audit.name}: its cards", content)


# --- the map --------------------------------------------------------------------------------------


def _tell_map(run: DecksRun, story: Story, metagame: Metagame | None) -> None:
    if run.results.map is None:
        return
    deck_map, faces = coarsen(run.results.map), CardFaces(metagame.patched_cards if metagame else None)
    decks = read_elites(run, deck_map, metagame) if metagame else {}
    marks = find_landmarks(deck_map, run.results.audits)
    keys = {elite.number: story.id(f"deck-{elite.number}") for elite in deck_map.elites}
    grid = deck_grid(story.id("map"), f"The map of {run.settings.deck_name}", deck_map, marks, keys)
    chart = story.show(grid.name, draw_deck_map(grid, Touch.LINKS), explain_map(run.results.map, deck_map))
    best = run.results.best
    chosen = keys.get(best.number, "") if best and best.number is not None else ""
    axes = listed([each.title for each in quantities_of(deck_map)[1]])
    full = f"{len(run.results.map.elites):,} of {prod(run.results.map.size):,} cells have an elite"
    story.tell(
        "map",
        "The map",
        paragraph(f"The best deck of every kind: {full}. Kinds differ in {axes}. Choose a cell for its deck."),
        touch(chart, elite_choices(deck_map, decks, keys, faces, story), chosen),
        paragraph("" if decks else NO_LISTS, "faint"),
        table(
            "The audited decks",
            ["sign", "deck", "from", "where", "win rate, %", "95% interval"],
            landmark_rows(marks),
            4,
        ),
    )


def explain_map(deck_map: DeckMap, shown: DeckMap) -> str:
    """How to read the chart, which may show fewer cells than the map has."""
    told = [
        "Each cell has the objective of its elite, the best deck of its kind, measured again with fresh games. All "
        "cells are equally large, though boundaries slid to where the decks were; empty cells are grey. Numbers in "
        "dark boxes are the finalists, letters are decks of the class that were known before."
    ]
    if len(deck_map.measures) > 2:
        told.append(
            f"The search had {len(deck_map.measures)} measures: this shows the first two, and in each cell the best "
            "elite of all others."
        )
    if shown is not deck_map:
        told.append(f"The map has {max(deck_map.size)} cells per measure: each of these holds several, and their best.")
    return " ".join(told)


# --- the search -----------------------------------------------------------------------------------


def _tell_search(run: DecksRun, story: Story, best: DeckAudit | None) -> None:
    if not run.results.history:
        return
    plots = search_plots(story.id("history"), run, best)
    shown = beside(*(story.show(plot.name, draw_plot(plot)) for plot in plots))
    told = [
        "As the search saw the elites, which luck makes too good. The average can fall when the map grows, because new "
        "cells take decks that had no place before."
    ]
    if best or run.results.strongest_known:
        told.append("Orange: audited, that is played again with many fresh games.")
    explained = paragraph(" ".join(told), "faint")
    parts = (paragraph(describe_search(run)), shown, explained, history_table(run))
    story.tell("search", "How the search went", *parts)


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
