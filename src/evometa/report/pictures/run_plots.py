"""Pictures of runs: the front of a balance run, the cards of a scan, the decks of a search, the answers to a patch."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from evometa.balance.contributions import Explanation
from evometa.balance.objectives import label_objective
from evometa.experiments.balance.results import FrontPatch
from evometa.experiments.decks.results import DeckAudit
from evometa.experiments.nerfs.results import ScannedCard
from evometa.experiments.nerfs.work import NerfsSettings
from evometa.experiments.respond.results import Round
from evometa.metagame.evidence import Estimate, Estimated
from evometa.metagame.standing import Standing
from evometa.report.pictures.canvas import RULE, Picture, add_panel, add_title, in_plain_style, new_picture
from evometa.report.pictures.cells import AFTER_INK, BEFORE_INK
from evometa.report.pictures.dot_plots import (
    CARD_ROW,
    FILLED,
    ROW,
    add_rows,
    dot_look,
    draw_compared,
    draw_dots,
    draw_line,
    set_range,
    write_column,
)
from evometa.report.words.contributions import describe_change, order_parts
from evometa.report.words.estimates import collect, describe_estimate, describe_patch, percent, pick, shorten_name
from evometa.report.words.numbers import ARROW, number

FRONT_SIZE = (5.6, 3.6)  # inches
WIDTH = 4.6
BOTH_WIDTH = 4.2


# --- balance --------------------------------------------------------------------------------------


@in_plain_style
def draw_front(metagame: str, front: Sequence[FrontPatch], chosen: str) -> Picture:
    """How even the metagame is with each audited patch, over the size of the patch."""
    picture = new_picture()
    panel = add_panel(picture, 0, *FRONT_SIZE)
    for each in front:
        if each.audited_f.is_known:
            value, low, high = each.audited_f
            look = dot_look(AFTER_INK, each.label == chosen)
            panel.plot([each.magnitude] * 2, [low, high], color=AFTER_INK, linewidth=1.6, solid_capstyle="butt")
            panel.plot(each.magnitude, value, color=AFTER_INK, **look)
            panel.annotate(
                f"{each.cards_changed}", (each.magnitude, high), (0, 4), textcoords="offset points", ha="center"
            )
    panel.set(xlabel="M, the size of the patch (mana counts double)", ylabel="F, 0 is even")
    panel.set_ylim(bottom=min(0.0, panel.get_ylim()[0]), top=panel.get_ylim()[1] * 1.08)
    panel.grid(color=RULE, linewidth=0.4)
    add_title(
        picture,
        f"How even the metagame gets: {metagame}",
        "Each audited patch, from fresh games: F without the share of chance, with its 95% interval; above it, how "
        "many cards change. M 0 is no change. Filled: what the run recommends.",
    )
    return picture


@in_plain_style
def draw_standings(metagame: str, before: Standing, after: Standing, notes: Sequence[str]) -> Picture:
    """How strong each deck is without a patch and with it."""
    picture = new_picture()
    sides = [pick(percent(side.against_meta), (np.array(before.order),)) for side in (before, after)]
    _draw_sides(picture, [before.decks[i] for i in before.order], sides, ("before", "after"))
    add_title(
        picture,
        f"How strong each deck is: {metagame}",
        describe_patch(notes),
        "Win rate against all decks by their shares, in %, with its 95% interval; from games that have nothing in "
        "common, before the patch and with it.",
    )
    return picture


@in_plain_style
def draw_contributions(metagame: str, found: Explanation) -> Picture:
    """What each change of a patch buys."""
    picture, parts = new_picture(), order_parts(found)
    names = [f"{part.card}: {describe_change(part).replace('->', ARROW)}" for part in parts]
    panel = add_rows(picture, names, len(parts), 0, BOTH_WIDTH, ROW)
    buys, goal = collect([part.buys for part in parts]), label_objective(found.objective)
    draw_compared(panel, buys, 0, f"how much higher {goal} would be without it", least=0.02)
    write_column(panel, 0, "buys", [describe_estimate(buys, i, True, 3) for i in range(len(parts))])
    add_title(
        picture,
        f"What each change buys: {metagame}",
        f"With this change put back and all others kept, from the same {found.games:,} games with it and without it, "
        f"with 95% intervals. {FILLED.format(line='0')}",
    )
    return picture


# --- cards and decks ------------------------------------------------------------------------------


@in_plain_style
def draw_scan(deck: str, metagame: str, settings: NerfsSettings, cards: Sequence[ScannedCard]) -> Picture:
    """What the change of each card does to its deck."""
    picture = new_picture()
    panel = add_rows(picture, [shorten_name(card.name) for card in cards], len(cards), 0, WIDTH, CARD_ROW)
    changes = percent(collect([card.change for card in cards]))
    draw_compared(panel, changes, 0, "change of the deck's win rate, percentage points")
    write_column(panel, 0, "change", [describe_estimate(changes, i, signed=True) for i in range(len(cards))])
    add_title(
        picture,
        f"What {deck} relies on in {metagame}",
        f"Each card with {number(settings.amount, 0, signed=True)} {settings.attribute} in turn, {settings.games:,} "
        "games per opponent with the same seeds as without the change, with 95% intervals. "
        f"{FILLED.format(line='0')} ?: the card has no such number.",
    )
    return picture


@in_plain_style
def draw_deck_audits(name: str, metagame: str, audits: Sequence[DeckAudit]) -> Picture:
    """How often the decks of a search beat the metagame, beside those that were known."""
    order = sorted(audits, key=lambda audit: -audit.strength)
    labels = [shorten_name(f"{audit.name}{' (known)' if audit.is_known else ''}") for audit in order]
    return _draw_rates(
        f"{name} against {metagame}",
        "Win rate of each audited deck, in %, from fresh games, with its 95% interval. Known: it was there before the "
        f"search. {FILLED.format(line='50')}",
        labels,
        [audit.win_rate for audit in order],
    )


# --- answers --------------------------------------------------------------------------------------


@in_plain_style
def draw_answers(metagame: str, found: Round) -> Picture:
    """How often the answers of a round beat the metagame."""
    return _draw_rates(
        f"Answers to {'the patch' if found.patch else 'the metagame'}: {metagame}",
        "Win rate of the best deck of each search against the metagame before the answers, in %, from fresh games, "
        f"with its 95% interval. {FILLED.format(line='50')}",
        [shorten_name(f"{answer.name}{'' if answer.enters else ' (stays out)'}") for answer in found.ranked],
        [answer.win_rate for answer in found.ranked],
    )


@in_plain_style
def draw_answered(metagame: str, found: Round) -> Picture:
    """How strong each deck is before the answers and with them."""
    picture, n_new = new_picture(), len(found.after.decks) - len(found.before.decks)
    unknown = Estimate(*(np.concatenate([part, np.full(n_new, np.nan)]) for part in found.before.against_meta))
    places = (np.array(found.after.order),)
    sides = [pick(percent(side), places) for side in (unknown, found.after.against_meta)]
    _draw_sides(picture, [found.after.decks[i] for i in found.after.order], sides, ("before", "with the answers"))
    add_title(
        picture,
        f"What the answers do to each deck: {metagame}",
        "Win rate against all decks by their shares, in %, with its 95% interval.",
    )
    return picture


# --- their parts ----------------------------------------------------------------------------------


def _draw_rates(title: str, explained: str, names: Sequence[str], rates: Sequence[Estimated]) -> Picture:
    picture, shown = new_picture(), percent(collect(rates))
    panel = add_rows(picture, names, len(names), 0, WIDTH, ROW)
    draw_compared(panel, shown, 50, "win rate against the metagame, %")
    write_column(panel, 0, "win rate", [describe_estimate(shown, i) for i in range(len(names))])
    add_title(picture, title, explained)
    return picture


def _draw_sides(picture: Picture, decks: Sequence[str], sides: Sequence[Estimate], labels: tuple[str, str]) -> None:
    """Two dots for each deck; one that was not there before has one."""
    panel = add_rows(picture, [shorten_name(deck) for deck in decks], len(decks), 0, BOTH_WIDTH, 1.2 * ROW)
    for place, (side, ink, label) in enumerate(zip(sides, (BEFORE_INK, AFTER_INK), labels, strict=True)):
        draw_dots(panel, side, ink, np.full(len(decks), bool(place)), -0.17 + 0.34 * place, unknown="")
        panel.plot([], [], color=ink, label=label, **dot_look(ink, bool(place)))
    draw_line(panel, 50)
    set_range(panel, sides, 50)
    panel.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False, borderpad=0)
    panel.set_xlabel("win rate against the metagame, %")
    for place, label in enumerate(labels):
        texts = [_rate_text(value) for value in sides[place].value]
        write_column(panel, 60 * place, label.split()[0], texts)


def _rate_text(value: float) -> str:
    return number(value, 1) if isfinite(value) else ""
