"""The report of a deck search: the best deck and whether it beats known ones, the finalists, the map and the search."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.cards.decks.summary import CURVE_END
from evometa.cards.lookup import find_card
from evometa.cards.model import Card, CardSet
from evometa.experiments.decks.settings import DeckSearchSettings
from evometa.experiments.decks.work import DECK_FILE, DECKS_FOLDER
from evometa.experiments.runs import FINGERPRINT, load_played
from evometa.input.errors import InputError
from evometa.report.pages.parts import Html, Story, beside, folded, join, paragraph, preformatted, table, tiles
from evometa.report.pictures.deck_quantities import measures_of, objective_of
from evometa.report.run_record import Facts, RunRecord
from evometa.report.words.run_text import ABSENT, count, listed, number, rate

LUCK_EXPLAINED = (
    "A search keeps the highest of many noisy numbers, and so keeps luck, too. A lucky deck must not stay an elite: "
    "each elite was measured again with fresh games, and if it fell behind, the next deck of its cell took its place "
    "and was measured again in turn. The best of them were audited with many more games. “Audited” is the number to "
    "trust; “measured again” still favours the lucky, as the finalists were chosen by it."
)
NO_COSTS = "Costs are not shown: the cards of the metagame are not there any more, or have changed since the run."


def tell_decks(record: RunRecord, story: Story) -> None:
    """Add all sections of a deck search."""
    audits = rank_audits(record)
    best, known = find_best_deck(record), strongest_known(audits)
    cards = read_cards(record)
    _tell_summary(record, story, best, audits)
    if best:
        _tell_deck(record, story, best, cards)
        _tell_match_ups(record, story, best, audits)
        _tell_finalists(record, story, best, audits, cards)
    _tell_map(record, story)
    _tell_search(record, story, best, known)


# --- what a run has found -------------------------------------------------------------------------


def name_of(record: RunRecord) -> str:
    """What the search calls its best deck."""
    settings = {name: value for name, value in record.settings.items() if name != FINGERPRINT}
    return DeckSearchSettings.from_json(settings, str(record.folder)).deck_name


def rank_audits(record: RunRecord) -> list[Facts]:
    """All audited decks: those that were found before the known ones, and the strongest first."""
    audits = record.results.get("audits", [])
    return sorted(audits, key=lambda audit: (audit["is_known"], -(audit["win_rate"] or 0.0)))


def find_best_deck(record: RunRecord) -> Facts | None:
    """The deck that the run ends with; while it has not said, the strongest that is audited by now."""
    found = [audit for audit in rank_audits(record) if not audit["is_known"]]
    chosen = record.results.get("final", {}).get("number")
    return next((audit for audit in found if audit["number"] == chosen), found[0] if found else None)


def strongest_known(audits: Sequence[Facts]) -> Facts | None:
    """The known deck that wins most."""
    return next((audit for audit in audits if audit["is_known"] and audit["win_rate"] is not None), None)


def shared_cards(one: Facts, other: Facts) -> int:
    """How many cards two decks have in common, copies included."""
    copies = dict(other["cards"])
    return sum(min(n, copies.get(name, 0)) for name, n in one["cards"])


def read_cards(record: RunRecord) -> CardSet | None:
    """The cards that were played, if the metagame is still there."""
    try:
        return load_played(record.settings["metagame"], record.settings.get("players")).patched_cards
    except InputError:
        return None  # the page says so where it would show them


# --- what a designer wants ------------------------------------------------------------------------


def _tell_summary(record: RunRecord, story: Story, best: Facts | None, audits: Sequence[Facts]) -> None:
    if best:
        told = map(paragraph, compare_with_known(record, best, audits))
        story.tell("summary", "In short", *told, _summary_tiles(record, best, strongest_known(audits)))
    else:
        story.tell("summary", "In short", paragraph(_summarise_search(record)))


def _summarise_search(record: RunRecord) -> str:
    history = record.results.get("history", [])
    if not history:
        return "The run has not evaluated any deck yet."
    objective, last = objective_of(record.settings), history[-1]
    return (
        f"No deck has been audited yet. The search has evaluated {last['evaluations']:,} of "
        f"{record.settings['map']['evaluations']:,} decks. The best one so far ({objective.label}: "
        f"{objective.show(last['best'])}) may only be lucky."
    )


def compare_with_known(record: RunRecord, best: Facts, audits: Sequence[Facts]) -> list[str]:
    """How good the best deck is, and whether it beats the known ones: in the metagame, and head to head."""
    seat = ", in games that it starts" if record.settings["seats"] == "first" else ""
    wins = with_interval(best, "95% interval ")
    found = "The best deck found" if record.is_finished else "The best deck audited so far"
    told = f"{found} wins {wins} of its games against {record.metagame}{seat}, measured on fresh games."
    known = strongest_known(audits)
    if known:
        return [f"{told} {compare(best, known)}", *_head_to_head(best, audits), *_same_cards(best, audits)]
    if record.is_finished:
        return [f"{told} No deck of the class was known before, so there is none to compare it with."]
    return [f"{told} Known decks of the class have not been played yet."]


def with_interval(facts: Facts, name: str = "") -> str:
    """A win rate with its interval, which may be named."""
    return f"{rate(facts['win_rate'])}% ({name}{_ends(facts)})"


def compare(best: Facts, known: Facts) -> str:
    """Whether the best deck wins more than a known one in the same games."""
    who = f"{known['name']}, the strongest known deck of the class, which wins {with_interval(known)} in the same games"
    if best["low"] is None or known["low"] is None:
        return f"It cannot be compared with {who}."
    if best["low"] > known["high"]:
        return f"That is surely more than {who}."
    if best["high"] < known["low"]:
        return f"That is surely less than {who}."
    return f"That is about as much as {who}: the intervals overlap, so the difference may be chance."


def _head_to_head(best: Facts, audits: Sequence[Facts]) -> list[str]:
    known = {audit["name"] for audit in audits if audit["is_known"]}
    met = [each for each in best["opponents"] if each["deck"] in known]
    told = [f"{with_interval(each)} against {each['deck']}" for each in met]
    return [f"Head to head it wins {listed(told)}."] if told else []


def _same_cards(best: Facts, audits: Sequence[Facts]) -> list[str]:
    """That the search has come to a deck that was known, if it has."""
    n_cards = sum(n for _, n in best["cards"])
    same = [audit["name"] for audit in audits if audit["is_known"] and shared_cards(audit, best) == n_cards]
    return [f"Card for card it is the known deck {listed(same)}."] if same else []


def _summary_tiles(record: RunRecord, best: Facts, known: Facts | None) -> Html:
    objective, final = objective_of(record.settings), record.results.get("final", {})
    facts = [("Win rate, as audited", f"{rate(best['win_rate'])}%", f"95% interval {_ends(best)}")]
    if known:
        facts.append(("Strongest known deck", f"{rate(known['win_rate'])}%", f"{known['name']}; {_ends(known)}"))
    if objective.name != "wins":
        facts.append(("The objective, as audited", objective.show(best["objective"]), objective.label))
    facts.append(("Dust", f"{best['dust']:,}", "to craft all of it"))
    last = record.results["history"][-1]
    facts.append(("Decks evaluated", f"{last['evaluations']:,}", count(final.get("elites", last["elites"]), "elite")))
    facts.append(("Games played", f"{final.get('games', record.games):,}", ""))
    return tiles(facts)


def _ends(facts: Facts) -> str:
    return f"{rate(facts['low'])} to {rate(facts['high'])}%"


def _tell_deck(record: RunRecord, story: Story, best: Facts, cards: CardSet | None) -> None:
    from evometa.report.pictures.deck_figures import CURVE_LABELS, draw_curve

    bars = listed([f"{n} of cost {cost}" for cost, n in zip(CURVE_LABELS, best["curve"], strict=True) if n])
    curve = story.show("curve", draw_curve(best, "Mana curve"), f"Bar chart of the cards by mana cost: {bars}.")
    told = (
        f"{describe_types(best)}; {best['dust']:,} dust to craft all of it. Of the finalists it won most in the audit."
    )
    if record.is_finished:
        told += f" It is the file {DECK_FILE} of the run; all finalists are in its folder {DECKS_FOLDER}."
    story.tell(
        "deck",
        f"The best deck: {name_of(record)}",
        paragraph(told),
        beside(_card_table(best, cards), curve),
        _deck_file(best),
    )


def describe_types(audit: Facts) -> str:
    """How many cards of each type a deck has."""
    return listed([count(n, word) for word, n in audit["types"].items()])


def _card_table(audit: Facts, cards: CardSet | None) -> Html:
    """All cards of a deck by cost, then name; without costs if they are not known any more."""
    entries = None if cards is None else look_up(audit, cards)
    if entries is None:
        plain = table("", ["card", "copies"], [[name, str(n)] for name, n in audit["cards"]])
        return join([plain, paragraph(NO_COSTS, "faint")])
    rows = [[card.name, describe_card(card), str(n), str(card.tree["cost"])] for card, n in entries]
    return table("", ["card", "what", "copies", "cost"], rows, texts=2)


def look_up(audit: Facts, cards: CardSet) -> list[tuple[Card, int]] | None:
    """The cards of a deck with their copies, by cost, then name; None if they are not what they were."""
    try:
        found = [(find_card(cards, name), n) for name, n in audit["cards"]]
    except InputError:
        return None  # a card is gone; the page says so where it would show them
    curve = [0] * (CURVE_END + 1)
    for card, n in found:
        curve[min(card.tree["cost"], CURVE_END)] += n
    return sorted(found, key=lambda entry: (entry[0].tree["cost"], entry[0].name)) if curve == audit["curve"] else None


def describe_card(card: Card) -> str:
    """What a card is: attack and health or durability, and its type."""
    numbers = [str(card.tree[name]) for name in ("attack", "health", "durability") if name in card.tree]
    return " ".join(part for part in ("/".join(numbers), card.tree["type"]) if part)


def _deck_file(audit: Facts) -> Html:
    return folded("The deck as a file", preformatted(audit["toml"]), is_file=True)


def _tell_match_ups(record: RunRecord, story: Story, best: Facts, audits: Sequence[Facts]) -> None:
    from evometa.report.pictures.deck_figures import draw_match_ups

    shown = [{**best, "name": f"{best['name']}, found"}, *(audit for audit in audits if audit["is_known"])]
    explained = _explain_games(record, len(shown) > 1)
    told = [f"{audit['name']}: {_tell_rates(audit)}." for audit in shown]
    picture = draw_match_ups(shown, f"Against each deck of {record.metagame}", explained)
    alternative = f"Heat map of win rates in %. {' '.join(told)}"
    story.tell("match-ups", "Against the metagame", story.show("match-ups", picture, alternative))


def _explain_games(record: RunRecord, has_known: bool) -> str:
    settings = record.settings
    seats = "the row's deck always starts" if settings["seats"] == "first" else "both seats alike"
    same = "; the same fresh games and the same player for all rows" if has_known else "; fresh games"
    return f"{settings['audit_games']:,} games per match-up, {seats}{same}."


def _tell_rates(audit: Facts) -> str:
    rates = [f"{rate(each['win_rate'])} against {each['deck']}" for each in audit["opponents"]]
    return f"{', '.join(rates)}, {rate(audit['win_rate'])} against the metagame"


# --- the finalists --------------------------------------------------------------------------------


def _tell_finalists(
    record: RunRecord, story: Story, best: Facts, audits: Sequence[Facts], cards: CardSet | None
) -> None:
    from evometa.report.pictures.deck_figures import draw_curves

    curves = draw_curves(audits, "Mana curves of all audited decks")
    told = [f"{audit['name']}: {', '.join(map(str, audit['curve']))}." for audit in audits]
    alternative = f"Bar charts of the cards by mana cost, from 0 to 7 and above. {' '.join(told)}"
    story.tell(
        "finalists",
        "The finalists",
        paragraph(LUCK_EXPLAINED),
        _finalist_table(record, best, audits),
        story.show("curves", curves, alternative),
        *(_fold_deck(audit, cards) for audit in audits if audit is not best),
    )


def _finalist_table(record: RunRecord, best: Facts, audits: Sequence[Facts]) -> Html:
    objective, measures = objective_of(record.settings), measures_of(record.settings)
    heads = [
        *("deck", "evaluation", "searched", "again", "audited", "win rate", "95% interval"),
        *(each.short for each in measures),
        *("dust", "shared cards"),
    ]
    rows = [
        [
            audit["name"],
            "known" if audit["is_known"] else number(audit["number"], 0),
            *(objective.show(audit[name]) if audit[name] is not None else ABSENT for name in ("searched", "again")),
            objective.show(audit["objective"]),
            f"{rate(audit['win_rate'])}%",
            _ends(audit),
            *(each.show(value) for each, value in zip(measures, audit["measures"], strict=True)),
            f"{audit['dust']:,}",
            str(shared_cards(audit, best)),
        ]
        for audit in audits
    ]
    marked = [place for place, audit in enumerate(audits) if audit is best]
    return table(_explain_columns(record, objective.label), heads, rows, 1, marked)


def _explain_columns(record: RunRecord, objective: str) -> str:
    settings = record.settings
    return (
        f"{objective[0].upper()}{objective[1:]}: as searched ({settings['games']:,} games per deck), measured again "
        f"({settings['again_games']:,}), and audited ({settings['audit_games']:,} per opponent). The win rate is "
        "audited, too. Shared cards: with the best deck, which is shaded."
    )


def _fold_deck(audit: Facts, cards: CardSet | None) -> Html:
    content = join([paragraph(describe_types(audit)), _card_table(audit, cards), _deck_file(audit)])
    return folded(f"{audit['name']}: its cards", content)


# --- the map --------------------------------------------------------------------------------------


def _tell_map(record: RunRecord, story: Story) -> None:
    facts = record.results.get("map")
    if not facts:
        return
    from evometa.report.pictures.deck_maps import draw_equal_map, draw_map, landmarks_of, read_map

    deck_map = read_map(facts)
    marks = landmarks_of(deck_map, facts, record.results["audits"])
    axes = listed([each.title for each in deck_map.measures])
    values = sorted(deck_map.elites.values())
    alternative = (
        f"Heat map by {axes}: {len(deck_map.elites)} of {deck_map.n_cells} cells have an elite, whose "
        f"{deck_map.objective.label} is from {number(values[0], 1)} to {number(values[-1], 1)}. Marked: "
        f"{listed([mark.name for mark in marks])}."
    )
    intro = (
        f"The best deck of every kind: {len(deck_map.elites)} of {deck_map.n_cells} cells have an elite. Kinds differ "
        f"in {axes}."
    )
    real = draw_map(deck_map, marks, f"The map of {name_of(record)}")
    equal = draw_equal_map(deck_map, marks, "The same map with all cells equally large")
    story.tell(
        "map",
        "The map",
        paragraph(intro),
        story.show("map", real, alternative),
        story.show("map-cells", equal, f"The same map with all cells equally large. {alternative}"),
    )


# --- the search -----------------------------------------------------------------------------------


def _tell_search(record: RunRecord, story: Story, best: Facts | None, known: Facts | None) -> None:
    history = record.results.get("history", [])
    if not history:
        return
    from evometa.report.pictures.deck_figures import draw_search

    objective, n_measures = objective_of(record.settings), len(record.settings["measures"])
    picture = draw_search(history, (objective, n_measures), best, known, f"How the search went: {name_of(record)}")
    first, last = (
        f"best elite {objective.show(batch['best'])}, average {objective.show(batch['mean'])}, "
        f"{count(batch['elites'], 'elite')}"
        for batch in (history[0], history[-1])
    )
    alternative = (
        f"Line plots by evaluated decks, of {objective.label} and of the cells. At first: {first}; at last: {last}."
    )
    story.tell(
        "search", "How the search went", paragraph(describe_search(record)), story.show("history", picture, alternative)
    )


def describe_search(record: RunRecord) -> str:
    """What the search did, in a few sentences."""
    settings, first, last = record.settings, *(record.results["history"][place] for place in (0, -1))
    told = (
        f"MAP-Elites with sliding boundaries evaluated {count(last['evaluations'], 'deck')}, each from "
        f"{settings['games']:,} games. The map grew from {first['size']} to {last['size']} cells per "
        "measure."
    )
    n_again = len(record.evaluations) - last["evaluations"]
    if not n_again or not record.results.get("map"):
        return told
    n_elites = len(record.results["map"]["elites"])
    return (
        f"{told} Then {count(n_again, 'deck')} were measured again, until each of the {count(n_elites, 'elite')} had "
        f"been: {n_again - n_elites:,} of them fell behind and gave way to another deck."
    )
