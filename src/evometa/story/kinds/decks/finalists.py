"""The best deck, the other finalists and the known decks: their cards, what the search saw, what fresh games say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from evometa.experiments.decks.results import DeckAudit, DecksResults
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECK_FILE, DECKS_FOLDER, DecksRun
from evometa.experiments.settings import file_name
from evometa.matches.inference import INTERVAL, Estimate
from evometa.story.blocks import Beside, Block, Column, Figure, Fold, Level, Table, Teller, Words, alike
from evometa.story.cards import CardFaces
from evometa.story.charts.data import FILLED, CostCurve
from evometa.story.charts.decks import audits_plot, match_up_map
from evometa.story.charts.heat_map import SURE
from evometa.story.deck_lists import card_table, code_of, file_of, name_by_cost
from evometa.story.deck_quantities import measures_of, objective_of
from evometa.story.formats import COUNT, RATE, RIGHT, WHOLE
from evometa.story.matrices import tell_heat_maps
from evometa.story.pilots import deck_pilots
from evometa.story.words.numbers import count, listed, rate, rate_interval

LUCK_EXPLAINED = (
    "A search keeps the highest of many noisy numbers, and so keeps luck, too. A lucky deck must not stay an elite: "
    "each elite was measured again with fresh games, and if it fell behind, the next deck of its cell took its place "
    "and was measured again in turn. The best of them were audited with many more games. “Audited” is the number to "
    "trust; “again” still favours the lucky, as the finalists were chosen by it."
)
MODEL_EXPLAINED = (
    "A search keeps the highest of many noisy numbers, and so keeps luck, too. What the model says of a deck is "
    "shrunken towards what its cards say; still, “audited” is the number to trust."
)
OTHERS_EXPLAINED = (
    " A deck unlike the best shares at most half of its cards with it, and with others of that kind; they cost less "
    "and more by turns. The model found them, and nobody had played them before the audit."
)
AUDITS_EXPLAINED = (
    f"From fresh games, with {INTERVAL}s. Known: it was there before the search. {FILLED.format(line='50')}"
)


def tell_finalists(run: DecksRun, teller: Teller, best: DeckAudit, faces: CardFaces) -> None:
    """All audited decks, those that were known too."""
    audits = rank_audits(run.results)
    teller.tell(
        "finalists",
        "The finalists",
        Words(_explain_luck(run, audits), level=Level.FULL),
        _audit_table(run, best, audits),
        Figure(replace(audits_plot(audits), name=teller.id("audits")), AUDITS_EXPLAINED),
        Beside(tuple(_curves(teller, audits)), are_narrow=True),
        Words("Number of cards by cost, all to the same scale. Grey: known decks.", is_faint=True, level=Level.FULL),
        *(_fold_deck(audit, faces) for audit in audits if audit is not best),
    )


def _explain_luck(run: DecksRun, audits: Sequence[DeckAudit]) -> str:
    told = MODEL_EXPLAINED if run.settings.learns else LUCK_EXPLAINED
    return told + (OTHERS_EXPLAINED if any(audit.is_other for audit in audits) else "")


def _describe_origin(audit: DeckAudit, best: DeckAudit) -> str:
    """Where a deck comes from, as far as it needs a remark."""
    if audit.is_known:
        return "known before"
    if audit is best:
        return "best found"
    return "unlike the best" if audit.is_other else ""


def _audit_table(run: DecksRun, best: DeckAudit, audits: Sequence[DeckAudit]) -> Table:
    value, measures = objective_of(run).format, measures_of(run)
    crafting = run.versions.find_game().crafting_word
    again = [Column("again", lambda audit: None if audit.is_known else audit.again, value, level=Level.MAIN)]
    if run.settings.learns:
        again = []
    columns = (
        Column("deck", lambda audit: audit.name),
        Column("remark", lambda audit: _describe_origin(audit, best)),
        Column("win rate", lambda audit: audit.win_rate, RATE),
        Column("audited", lambda audit: audit.objective, value, level=Level.MAIN),
        Column("searched", lambda audit: None if audit.is_known else audit.searched, value, level=Level.MAIN),
        *again,
        Column("evaluation", lambda audit: audit.number, WHOLE, level=Level.FULL),
        *alike([each.short for each in measures], lambda audit, k: measures[k].show(audit.measures[k]), RIGHT,
               level=Level.FULL),
        *([Column(crafting, lambda audit: audit.dust, COUNT, level=Level.FULL)] if crafting else []),
        Column("cards as in the best", lambda audit: audit.count_shared(best), WHOLE, level=Level.FULL),
    )  # fmt: skip
    note = _explain_columns(run.settings, objective_of(run).label)
    return Table("audited", columns, audits, "The audited decks", note, marked=lambda audit: audit is best)


def _explain_columns(settings: DecksSettings, objective: str) -> str:
    audited = (
        f"{objective[0].upper()}{objective[1:]}: as audited, from {settings.audit_games:,} fresh games per opponent, "
        "the same for all decks; as searched"
    )
    if settings.learns:
        return f"{audited}, by the model of all games of the search, by which these decks were chosen."
    return (
        f"{audited}, from {settings.games:,} games per deck; and measured again, from "
        f"{settings.again_games:,}. These decks were chosen by the last two, which flatters both. The win rate is "
        "audited, too."
    )


def _curves(teller: Teller, audits: Sequence[DeckAudit]) -> Iterator[Figure]:
    highest = max(max(audit.curve) for audit in audits)
    for place, audit in enumerate(audits):
        look = "before" if audit.is_known else "mark"
        yield Figure(CostCurve(teller.id(f"curve-{place}"), audit.name, audit.curve, highest, look))


def _fold_deck(audit: DeckAudit, faces: CardFaces) -> Fold:
    blocks: list[Block | None] = [Words(describe_types(audit)), card_table(audit, faces)]
    blocks += [code_of(audit, faces.cards), file_of(audit)]
    return Fold(f"{audit.name}: its cards", tuple(block for block in blocks if block))


# --- the best deck --------------------------------------------------------------------------------


def tell_deck(run: DecksRun, teller: Teller, best: DeckAudit, faces: CardFaces) -> None:
    """The cards of the best deck, its curve, code and file."""
    crafting = run.versions.find_game().crafting_word
    effort = f"{best.dust:,} {crafting} to craft all of it" if crafting else ""
    told = "; ".join(part for part in (describe_types(best), effort) if part)
    told = f"{told}. Of the finalists it won most in the audit.".removeprefix(". ")
    file = f"It is the file {DECK_FILE} of the run; all finalists are in its folder {DECKS_FOLDER}."
    curve = CostCurve(teller.id("curve"), "Curve of the best deck", best.curve, cards=name_by_cost(best))
    shown = (card_table(best, faces), Figure(curve, level=Level.BRIEF))
    teller.tell(
        "deck",
        f"The best deck: {run.settings.deck_name}",
        Words(told, level=Level.MAIN),
        Words(file if run.is_finished else "", level=Level.FULL),
        Beside(shown, level=Level.BRIEF),
        code_of(best, faces.cards),
        file_of(best),
    )


def tell_match_ups(run: DecksRun, teller: Teller, best: DeckAudit) -> None:
    """The best deck and the known ones against each deck of the metagame."""
    known = [audit for audit in rank_audits(run.results) if audit.is_known]
    title = f"Against each deck of {file_name(run.settings.metagame)}"
    chart = match_up_map(teller.id("match-ups"), title, [replace(best, name=f"{best.name}, found"), *known])
    explained = (
        f"Win rates of the row's deck against that of the column in %, ± their {INTERVAL}s, draws left out. "
        f"{_explain_games(run.settings, bool(known))} {SURE.format(middle=50)}"
    )
    teller.tell("match-ups", "Against the metagame", *tell_heat_maps([chart], explained), level=Level.MAIN)


def _explain_games(settings: DecksSettings, has_known: bool) -> str:
    seats = "the row's deck always starts" if settings.seats == "first" else "both seats alike"
    same = "; the same fresh games and the same player for all rows" if has_known else "; fresh games"
    return f"{settings.audit_games:,} games per match-up, {seats}{same}."


def tell_pilots(run: DecksRun, teller: Teller) -> None:
    """The best deck in other hands, if others have played it."""
    if pilots := run.results.pilots:
        teller.tell("pilots", "The best deck in other hands", deck_pilots(pilots), level=Level.MAIN)


# --- audited decks ----------------------------------------------


def rank_audits(results: DecksResults) -> list[DeckAudit]:
    """All audited decks: those that were found before the known ones, and the strongest first."""
    return sorted(results.audits, key=lambda audit: (audit.is_known, -audit.strength))


def win_rate_words(found: Estimate, name: str = "") -> str:
    """A win rate with its interval, which may be named."""
    ends = rate_interval(found)
    return f"{rate(found.value)}% ({name}{ends}%)" if ends else f"{rate(found.value)}%"


# --- cards ----------------------------------------------------------------------------------------


def describe_types(audit: DeckAudit) -> str:
    """How many cards of each type a deck has."""
    return listed([count(n, word) for word, n in audit.types.items()])
