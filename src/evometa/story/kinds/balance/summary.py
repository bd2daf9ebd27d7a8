"""The beginning of a balance run's story: what the patch does, as a designer would say it, the patch, the metagame."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.balance.objectives import label_objective
from evometa.balance.targets import Aim
from evometa.experiments.balance.results import Audit
from evometa.experiments.balance.work import BalanceRun
from evometa.matches.inference import INTERVAL, Estimate
from evometa.metagame.standing import Standing
from evometa.story.blocks import Block, Column, Fact, Facts, Figure, Headline, Level, Table, Teller, Warned, Words
from evometa.story.cards import CardFaces
from evometa.story.charts.metagames import strength_plot
from evometa.story.contributions import describe_dropped, tell_contributions
from evometa.story.formats import NUMBER, PLAIN_RATE, POINTS, RIGHT, SHARE
from evometa.story.kinds.balance.goals import tell_goals
from evometa.story.kinds.balance.run import (
    describe_cost,
    is_about_match_ups,
    known_baseline,
    patch_notes,
    share_out,
    win_rates_of,
)
from evometa.story.laboratory.evenness import worth_facts
from evometa.story.matrices import tell_matrices
from evometa.story.pilots import confirm, doubt_patch, patch_pilots
from evometa.story.words.levels import tell_levels
from evometa.story.words.names import add_player, label_decks, tell_worst
from evometa.story.words.numbers import (
    ARROW,
    CYCLES_PART,
    PART_MEANS,
    STRENGTH_PART,
    count,
    interval,
    number,
    rate,
    with_interval,
)

TOO_FEW = "The games of the audit are too few to tell how even the metagame is."
NOTHING_YET = "The run has not measured anything yet."
ALL_IN_ALL = "All in all"
AIM_TITLE = "How far each match-up is from its target"
AIM_NOTE = "Target, before and after: how many of 100 games the deck wins. Off: how many more it wins than it should."


def tell_summary(run: BalanceRun, teller: Teller) -> None:
    """What came out, in short."""
    best = run.results.recommended
    if known_baseline(run) is None:
        teller.tell("summary", "In short", Words(TOO_FEW if run.is_finished else NOTHING_YET))
    elif best is None:
        teller.tell("summary", "In short", *_without_patch(run))
    else:
        teller.tell("summary", "In short", *_with_patch(run, best))


def _without_patch(run: BalanceRun) -> list[Block]:
    goal, unchanged = run.settings.goal, run.results.audits[0]
    now = share_out(unchanged, goal)
    said, found = f"A typical match-up is {now}.", "No patch has been audited yet."
    if run.is_finished:
        said = f"No patch does better on fresh games: a typical match-up stays at {now}."
        found = "The run recommends no change."
    if not is_about_match_ups(goal):
        begins = "No patch does better on fresh games: the" if run.is_finished else "The"
        said = f"{begins} decks win {now}% of their games."
    texts = (tell_worst(run.results.players), found, _tell_cycles(run), tell_levels(run.results.observed))
    value = f"{label_objective(goal)} {with_interval(unchanged.value_of(goal))}, before any change"
    told: list[Block] = [Headline(said, value), *map(Words, texts)]
    return [*told, Facts((_f_before(run.results.f_before), *_part_facts(run), _games(run)), ALL_IN_ALL)]


def _with_patch(run: BalanceRun, best: Audit) -> list[Block]:
    results = run.results
    before = results.f_before
    texts = (
        tell_worst(results.players),
        _summarise(before, best) if is_about_match_ups(run.settings.goal) else "",
        tell_goals(run, best),
        _tell_cycles(run),
        confirm(results.pilots),
        tell_levels(results.observed),
    )
    told: list[Block] = [Warned(doubt_patch(results.pilots)), _headline(run, best), *map(Words, texts)]
    return [*told, _facts(run, best), _player_table(run, best)]


def _headline(run: BalanceRun, best: Audit) -> Headline:
    """What the patch does, as a designer would say it; F and other letters are for those who know them."""
    goal, unchanged = run.settings.goal, run.results.audits[0]
    cards = count(best.cards_changed, "changed card")
    if is_about_match_ups(goal):
        before, after, goal = run.results.f_before, best.f, "f"
        said = f"A typical match-up goes from {share_out(unchanged, goal)} to {share_out(best, goal)} with {cards}."
    else:
        before, after = unchanged.value_of(goal), best.value_of(goal)
        sides = [win_rates_of(each.standing) for each in (unchanged, best)]
        said = f"The decks win {sides[1]}% of their games with {cards}; before they won {sides[0]}%."
    return Headline(
        said, f"{label_objective(goal)} {number(before.value)} {ARROW} {with_interval(after)}, on fresh games"
    )


def _tell_cycles(run: BalanceRun) -> str:
    """Where F was asked for and most of it is cycles: how much, and which goal would fit; else nothing."""
    before = run.results.baseline
    if run.settings.goal != "f" or before is None or not before.is_cyclic:
        return ""
    return (
        f"Most of F is cycles, as in rock, paper, scissors: with all decks made equally strong it would still be "
        f"{with_interval(before.f_cycles)}. The goal {label_objective('f_meta')} (objectives f_meta,m) evens out "
        "strengths and leaves cycles alone."
    )


def _summarise(before: Estimate, best: Audit) -> str:
    after = best.f
    change = "falls" if after.value < before.value else "does not fall: it goes"
    doubt = "" if after.high < before.low else " The intervals overlap: this may be chance."
    return (
        f"F, which is 0 if all match-ups are even, {change} from {number(before.value)} to "
        f"{number(after.value)}.{doubt}"
    )


def _facts(run: BalanceRun, best: Audit) -> Facts:
    before, after = run.results.f_before, best.f
    unweighted = f"cost counts double; {number(best.magnitude_unweighted, 0)} unweighted"
    return Facts(
        (
            _f_before(before),
            Fact("F after, as audited", number(after.value), f"{INTERVAL} {interval(after.low, after.high)}"),
            *_part_facts(run, best),
            *_worth_facts(best),
            Fact("M, the size of the patch", number(best.magnitude, 0), unweighted),
            Fact("Jolt", number(best.jolt, 0), "how much single cards change"),
            Fact("Cards changed", number(best.cards_changed, 0)),
            _games(run),
        ),
        ALL_IN_ALL,
    )


def _part_facts(run: BalanceRun, best: Audit | None = None) -> tuple[Fact, ...]:
    """F of the strengths of decks and F of their cycles, before and after, if they are known."""
    sides = [each.standing for each in (run.results.audits[0], *([best] if best else []))]
    parts = {STRENGTH_PART: [each.f_strength for each in sides], CYCLES_PART: [each.f_cycles for each in sides]}
    return tuple(
        Fact(
            title, f" {ARROW} ".join(number(each.value) for each in found), f"{PART_MEANS[title]}; {_intervals(found)}"
        )
        for title, found in parts.items()
        if all(each.is_known for each in found) and len(sides[0].decks) > 2
    )


def _worth_facts(best: Audit) -> tuple[Fact, ...]:
    """How many decks and classes are worth playing with the patch."""
    return tuple(worth_facts(best.worth)) if best.worth is not None and len(best.standing.decks) > 2 else ()


def _intervals(found: Sequence[Estimate]) -> str:
    told = " and ".join(interval(each.low, each.high) for each in found)
    return f"{INTERVAL}{'s' * (len(found) > 1)} {told}"


def _f_before(f: Estimate) -> Fact:
    return Fact("F before", number(f.value), f"{INTERVAL} {interval(f.low, f.high)}")


def _games(run: BalanceRun) -> Fact:
    return Fact("Games played", f"{run.games:,}")


def _player_table(run: BalanceRun, best: Audit) -> Table:
    """What was minimised, before and after, with each of several who play; no row where one does."""
    goal = run.settings.goal
    columns = (
        Column("played by", lambda row: row[0]),
        Column(f"{label_objective(goal)} before", lambda row: row[1][0], NUMBER),
        Column(f"{label_objective(goal)} after, as audited", lambda row: row[1][1], NUMBER),
    )
    sides = run.results.compare_by_player(best, goal)
    return Table("players", columns, list(sides.items()), "With each player", level=Level.MAIN)


# --- the metagame ---------------------------------------------------------------------------------


def tell_metagame(run: BalanceRun, teller: Teller) -> None:
    """Who beats whom, before and after; where several play, with the first of them."""
    baseline, best = known_baseline(run), run.results.recommended
    if baseline is None:
        return
    player = run.results.first_player
    sides = [("Before", baseline), *([("After", best.standing)] if best else [])]
    titled = [(add_player(f"{when}: F {number(side.f_corrected.value)}", player), side) for when, side in sides]
    title = add_player("The metagame before and after" if best else "The metagame as it is", player)
    decks: list[Block] = (
        [_deck_table(baseline, best.standing, player), _strength(baseline, best.standing, teller)] if best else []
    )
    teller.tell("metagame", title, *decks, *tell_matrices(teller, "matrix", baseline.decks, titled))


def _strength(before: Standing, after: Standing, teller: Teller) -> Figure:
    name, title = teller.id("strength"), "Win rate against the metagame, before and after"
    chart = strength_plot(name, title, before.decks, after.against_meta, before.against_meta, order=before.order)
    explained = f"Against all decks by their shares, with {INTERVAL}s; from games that have nothing in common."
    return Figure(chart, explained)


def _deck_table(before: Standing, after: Standing, player: str) -> Table:
    labels, (was, becomes) = label_decks(before.decks), (each.against_meta.value for each in (before, after))
    columns = (
        Column("", lambda i: labels[i], level=Level.MAIN),
        Column("deck", lambda i: before.decks[i]),
        Column("before", lambda i: was[i], PLAIN_RATE),
        Column("after", lambda i: becomes[i], PLAIN_RATE),
        Column("change", lambda i: becomes[i] - was[i], POINTS),
    )
    return Table("decks", columns, before.order, add_player("Win rate against the metagame", player), level=Level.MAIN)


# --- the patch --------------------------------------------------------------------------------------


def tell_patch(run: BalanceRun, teller: Teller, faces: CardFaces) -> None:
    """The patch that the run recommends, if it does."""
    if best := run.results.recommended:
        intro = f"What the run recommends: {describe_cost(best)}. Each changed card, old {ARROW} new:"
        teller.tell("patch", "The patch", Words(intro, level=Level.FULL), patch_notes(best, faces))


def tell_aims(run: BalanceRun, teller: Teller) -> None:
    """How far each match-up is from what was drawn."""
    if aims := run.results.aims:
        title = add_player(AIM_TITLE, run.results.first_player)
        teller.tell("target", title, Words(summarise_aims(aims)), _aim_table(aims))


def _aim_table(aims: Sequence[Aim]) -> Table:
    columns = (
        Column("deck", lambda aim: aim.deck),
        Column("against", lambda aim: aim.against),
        Column("target", lambda aim: aim.target, SHARE),
        Column("before", lambda aim: aim.before, PLAIN_RATE),
        Column("after", lambda aim: aim.win_rate, PLAIN_RATE),
        Column("off", lambda aim: aim.off, POINTS),
        Column("weight", lambda aim: f"{aim.weight:g}", RIGHT),
    )
    return Table("target", columns, aims, note=AIM_NOTE, level=Level.MAIN)


def tell_explanation(run: BalanceRun, teller: Teller, faces: CardFaces) -> None:
    """What each change of the patch buys, and which were taken out."""
    best, found = run.results.recommended, run.results.explanation
    dropped = Words(describe_dropped(run.results.dropped).replace("->", ARROW))
    if best and found:
        shown = faces.with_patch(best.patch, str(best.number))
        title = add_player("What each change buys", run.results.first_player)
        teller.tell("explained", title, *tell_contributions(found, teller, shown, letters=False), dropped,
                    level=Level.MAIN)  # fmt: skip


def tell_pilots(run: BalanceRun, teller: Teller) -> None:
    """The patch in other hands."""
    if run.results.pilots:
        teller.tell("pilots", "The patch in other hands", patch_pilots(run.results.pilots))


def summarise_aims(aims: Sequence[Aim]) -> str:
    """How far the farthest match-up is from its target; nothing if nothing is drawn."""
    if not aims:
        return ""
    farthest = max(aims, key=lambda aim: abs(aim.off))
    was = max(aims, key=lambda aim: abs(aim.before - aim.target))
    return (
        f"The farthest match-up is {rate(abs(farthest.off))} points from its target ({farthest.deck} against "
        f"{farthest.against}); before it was {rate(abs(was.before - was.target))} points."
    )
