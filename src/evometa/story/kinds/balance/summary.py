"""The beginning of a balance run's story: what the patch does, as a designer would say it, the patch, the metagame."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.balance.targets import Aim
from evometa.experiments.balance.results import Audit
from evometa.matches.inference import INTERVAL, Estimate
from evometa.metagame.standing import Standing
from evometa.story.blocks import Block, Column, Fact, Facts, Figure, Headline, Level, Table, Teller, Warned, Words
from evometa.story.cards import CardFaces
from evometa.story.charts.fronts import long_name
from evometa.story.charts.metagames import strength_plot
from evometa.story.contributions import describe_dropped, tell_contributions
from evometa.story.formats import NUMBER, PLAIN_RATE, POINTS, RIGHT, SHARE
from evometa.story.kinds.balance.run import BalanceRun, describe_cost, known_baseline, patch_notes
from evometa.story.matrices import tell_matrices
from evometa.story.pilots import confirm, doubt_patch, patch_pilots
from evometa.story.words.front_choice import Trade
from evometa.story.words.levels import tell_levels
from evometa.story.words.names import add_player, label_decks, tell_worst
from evometa.story.words.numbers import ARROW, count, interval, number, rate, typical_match_up, with_interval

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
    f = run.results.f_before
    now = typical_match_up(f.value)
    said, found = f"A typical match-up is {now}.", "No patch has been audited yet."
    if run.is_finished:
        said = f"No patch does better on fresh games: a typical match-up stays at {now}."
        found = "The run recommends no change."
    texts = (tell_worst(run.results.players), found, tell_levels(run.results.observed))
    told: list[Block] = [Headline(said, f"F {with_interval(f)}, before any change"), *map(Words, texts)]
    return [*told, Facts((_f_before(f), _games(run)), ALL_IN_ALL)]


def _with_patch(run: BalanceRun, best: Audit) -> list[Block]:
    results = run.results
    before = results.f_before
    texts = (
        tell_worst(results.players),
        _summarise(before, best),
        _summarise_goal(run, best),
        confirm(results.pilots),
        tell_levels(results.observed),
    )
    told: list[Block] = [Warned(doubt_patch(results.pilots)), _headline(before, best), *map(Words, texts)]
    return [*told, _facts(run, best), _player_table(run, best)]


def _headline(before: Estimate, best: Audit) -> Headline:
    """What the patch does, as a designer would say it; F is for those who know it."""
    sides = f"{typical_match_up(before.value)} to {typical_match_up(best.f.value)}"
    said = f"A typical match-up goes from {sides} with {count(best.cards_changed, 'changed card')}."
    return Headline(said, f"F {number(before.value)} {ARROW} {with_interval(best.f)}, on fresh games")


def _summarise(before: Estimate, best: Audit) -> str:
    after = best.f
    change = "falls" if after.value < before.value else "does not fall: it goes"
    doubt = "" if after.high < before.low else " The intervals overlap: this may be chance."
    return (
        f"F, which is 0 if all match-ups are even, {change} from {number(before.value)} to "
        f"{number(after.value)}.{doubt}"
    )


def _summarise_goal(run: BalanceRun, best: Audit) -> str:
    """What the patch does to what the run minimised, if that is not F."""
    trade = Trade.of(run.settings.objectives)
    if trade.goal == "f" or not run.results.audits:
        return ""
    before, after = trade.goal_of(run.results.audits[0]), trade.goal_of(best)
    return f"The run minimised {long_name(trade.goal)}: it goes from {with_interval(before)} to {with_interval(after)}."


def _facts(run: BalanceRun, best: Audit) -> Facts:
    before, after = run.results.f_before, best.f
    unweighted = f"cost counts double; {number(best.magnitude_unweighted, 0)} unweighted"
    return Facts(
        (
            _f_before(before),
            Fact("F after, as audited", number(after.value), f"{INTERVAL} {interval(after.low, after.high)}"),
            Fact("M, the size of the patch", number(best.magnitude, 0), unweighted),
            Fact("Jolt", number(best.jolt, 0), "how much single cards change"),
            Fact("Cards changed", number(best.cards_changed, 0)),
            _games(run),
        ),
        ALL_IN_ALL,
    )


def _f_before(f: Estimate) -> Fact:
    return Fact("F before", number(f.value), f"{INTERVAL} {interval(f.low, f.high)}")


def _games(run: BalanceRun) -> Fact:
    return Fact("Games played", f"{run.games:,}")


def _player_table(run: BalanceRun, best: Audit) -> Table:
    """F before and after with each of several who play; no row where one does."""
    columns = (
        Column("played by", lambda row: row[0]),
        Column("F before", lambda row: row[1][0], NUMBER),
        Column("F after, as audited", lambda row: row[1][1], NUMBER),
    )
    sides = run.results.f_by_player(best)
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
