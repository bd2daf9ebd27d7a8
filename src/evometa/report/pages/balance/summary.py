"""The beginning of the page: what the patch does, as a designer would say it, and the metagame before and after."""

from __future__ import annotations

from evometa.balance.objectives import OBJECTIVES
from evometa.experiments.balance.results import Audit
from evometa.metagame.evidence import Estimated
from evometa.report.pages.balance.run import BalanceRun, describe_jolt, known_baseline
from evometa.report.pages.matrices import metagame_matrices
from evometa.report.pages.parts import Html, Story, headline, join, paragraph, table, tiles
from evometa.report.words.front_choice import Trade
from evometa.report.words.levels import tell_levels
from evometa.report.words.numbers import ARROW, count, interval, number, typical_match_up, with_interval
from evometa.report.words.pilots import confirm, doubt_patch
from evometa.report.words.players import add_player, tell_worst


def tell_summary(run: BalanceRun, story: Story) -> None:
    """What came out, in short."""
    baseline, best = known_baseline(run), run.results.recommended
    if baseline is None:
        story.tell("summary", "In short", paragraph("The run has not measured anything yet."))
    elif best is None:
        story.tell("summary", "In short", _summary_without_patch(run))
    else:
        before, pilots = run.results.f_before, run.results.pilots
        doubt = paragraph(doubt_patch(pilots), "notice")
        levels = tell_levels(run.results.observed)
        whose = tell_worst(run.results.players)
        texts = (whose, summarise(before, best), _summarise_goal(run, best), confirm(pilots), levels)
        told = (doubt, _headline(before, best), *map(paragraph, texts), _summary_tiles(run, best))
        story.tell("summary", "In short", *told, _player_table(run, best))


def _summary_without_patch(run: BalanceRun) -> Html:
    found = "No patch has been audited yet."
    if run.is_finished:
        found = "The run has found no patch that does better on fresh games: it recommends no change."
    f, texts = run.results.f_before, (tell_worst(run.results.players), found, tell_levels(run.results.observed))
    told = headline(f"A typical match-up is {typical_match_up(f.value)}.", f"F {with_interval(f)}, before any change")
    return join([told, *map(paragraph, texts)])


def _headline(before: Estimated, best: Audit) -> Html:
    """What the patch does, as a designer would say it; F is for those who know it."""
    after = best.f
    said = f"A typical match-up goes from {typical_match_up(before.value)} to {typical_match_up(after.value)}."
    return headline(said, f"F {number(before.value)} {ARROW} {with_interval(after)}, on fresh games")


def summarise(before: Estimated, best: Audit) -> str:
    """What the patch does, in a few sentences."""
    after = best.f
    change = "falls" if after.value < before.value else "does not fall: it goes"
    doubt = "" if after.high < before.low else " The intervals overlap: this may be chance."
    return (
        f"The recommended patch touches {count(best.cards_changed, 'card')}. F, which is 0 if all match-ups are even, "
        f"{change} from {number(before.value)} to {number(after.value)}.{doubt}"
    )


def _summarise_goal(run: BalanceRun, best: Audit) -> str:
    """What the patch does to what the run minimised, if that is not F."""
    trade = Trade.of(run.settings.objectives)
    if trade.goal == "f" or not run.results.audits:
        return ""
    before, after = trade.goal_of(run.results.audits[0]), trade.goal_of(best)
    title = OBJECTIVES[trade.goal].title if trade.goal in OBJECTIVES else trade.labels[0]
    return f"The run minimised {title}: it goes from {with_interval(before)} to {with_interval(after)}."


def _summary_tiles(run: BalanceRun, best: Audit) -> Html:
    before, after = run.results.f_before, best.f
    return tiles(
        [
            ("F before", number(before.value), f"95% interval {interval(before.low, before.high)}"),
            ("F after, as audited", number(after.value), f"95% interval {interval(after.low, after.high)}"),
            (
                "M, the size of the patch",
                number(best.magnitude, 0),
                f"mana counts double; {number(best.magnitude_unweighted, 0)} unweighted{describe_jolt(best, '; ')}",
            ),
            ("Cards changed", number(best.cards_changed, 0), ""),
            ("Games played", f"{run.games:,}", ""),
        ]
    )


def _player_table(run: BalanceRun, best: Audit) -> Html:
    """F before and after with each of several who play; nothing where one does."""
    sides = run.results.f_by_player(best)
    rows = [
        [name, *(cell for f in both for cell in (number(f.value), interval(f.low, f.high)))]
        for name, both in sides.items()
    ]
    heads = ["played by", "F before", "95% interval", "F after, as audited", "95% interval"]
    return table("", heads, rows) if rows else Html("")


def tell_metagame(run: BalanceRun, story: Story) -> None:
    """Who beats whom, before and after; where several play, with the first of them."""
    baseline, best = known_baseline(run), run.results.recommended
    if baseline is None:
        return
    sides = [("Before", baseline), *([("After", best.standing)] if best else [])]
    player = run.results.first_player
    titled = [(add_player(f"{when}: F {number(side.f_corrected.value)}", player), side) for when, side in sides]
    title = "The metagame before and after" if best else "The metagame as it is"
    story.tell("metagame", title, metagame_matrices(story, "matrix", baseline.decks, titled))
