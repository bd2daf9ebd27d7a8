"""The finalists and the known decks: what the search saw, what fresh games say, and their cards."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.cards.model import CardSet
from evometa.experiments.decks.results import DeckAudit
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DecksRun
from evometa.report.charts.mana_curve import draw_mana_curve
from evometa.report.pages.decks.audits import card_table, code_parts, deck_file, describe_types, rank_audits, show_ends
from evometa.report.pages.parts import Html, Story, curves, folded, join, paragraph, table
from evometa.report.words.deck_quantities import measures_of, objective_of
from evometa.report.words.numbers import ABSENT, number, rate

LUCK_EXPLAINED = (
    "A search keeps the highest of many noisy numbers, and so keeps luck, too. A lucky deck must not stay an elite: "
    "each elite was measured again with fresh games, and if it fell behind, the next deck of its cell took its place "
    "and was measured again in turn. The best of them were audited with many more games. “Audited” is the number to "
    "trust; “measured again” still favours the lucky, as the finalists were chosen by it."
)


def tell_finalists(run: DecksRun, story: Story, best: DeckAudit, cards: CardSet | None) -> None:
    """All audited decks, those that were known too."""
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
            show_ends(audit.win_rate),
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
    listed_cards = [card_table(audit, cards, story), *code_parts(audit, cards), deck_file(audit)]
    content = join([paragraph(describe_types(audit)), *listed_cards])
    return folded(f"{audit.name}: its cards", content)
