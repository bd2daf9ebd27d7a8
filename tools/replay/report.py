"""The outcome of a replay: as text, as JSON, and grouped by card and field."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tools.replay.differences import LEGAL, RANDOM, STATE, Difference
from tools.replay.flaws import FLAWS, Flaw, find_flaw
from tools.replay.moves import recorded_move
from tools.replay.replaying import OPENING, ActionReport, GameReport
from tools.replay.traces import Tree
from tools.replay.waivers import Waiver, WaiverBook
from tools.replay.words import CardWords

COLUMNS = ("", "recorded", "own")
VERBS = {
    "play": "plays",
    "attack": "attacks with",
    "power": "uses",
    "choose": "chooses",
    "end": "ends the turn",
    "setup": "the opening",
}
MAX_WIDTH = 60


@dataclass(frozen=True)
class Finding:
    """A difference, where it was found, and the waiver or the flaw of the recorder that explains it."""

    game: str
    action: int
    words: str  # the action
    subject: str  # the kind of the action and its card
    difference: Difference
    waiver: Waiver | None
    flaw: Flaw | None = None

    def tree(self) -> Tree:
        """For JSON."""
        d = self.difference
        found = {"game": self.game, "action": self.action, "words": self.words, "kind": d.kind, "field": d.field}
        reason = self.waiver or self.flaw
        rule = {"rule": reason.rule} if reason else {}
        return {**found, "recorded": d.recorded, "own": d.own, **rule}


@dataclass
class Outcome:
    """Everything that came out of a run."""

    n_games: int = 0
    n_actions: int = 0
    n_compared: int = 0
    n_echoes: int = 0
    n_recorder_cards: int = 0  # actions that play a card which the recorder has otherwise
    findings: list[Finding] = field(default_factory=list)
    stale: list[Waiver] = field(default_factory=list)
    odds: list[str] = field(default_factory=list)

    @property
    def unexplained(self) -> list[Finding]:
        """The differences that nothing explains."""
        return [finding for finding in self.findings if finding.waiver is None and finding.flaw is None]

    @property
    def waived(self) -> list[Finding]:
        """The differences with a waiver."""
        return [finding for finding in self.findings if finding.waiver is not None]

    @property
    def n_waived_actions(self) -> int:
        """The actions with a waived difference."""
        return len({(finding.game, finding.action) for finding in self.waived})

    def flaws(self) -> dict[str, int]:
        """The actions that a known flaw of the recorder explains, by its name."""
        actions = {(f.flaw.name, f.game, f.action) for f in self.findings if f.flaw is not None}
        counts = Counter(name for name, _, _ in actions)
        return {flaw.name: counts[flaw.name] for flaw in FLAWS}

    @property
    def is_clean(self) -> bool:
        """Is nothing left to explain?"""
        return not self.unexplained and not self.stale

    def count(self, kind: str) -> int:
        """The unexplained differences of a kind."""
        return sum(finding.difference.kind == kind for finding in self.unexplained)

    def add(self, game: GameReport, book: WaiverBook, words: CardWords) -> None:
        """Count a game."""
        self.n_games += 1
        self.n_actions += game.n_actions
        self.n_compared += game.n_compared
        self.n_echoes += game.n_echoes
        self.odds += game.odds
        for report in game.reports:
            text, subject = describe_action(report, words), describe_kind(report, words)
            for difference in report.differences:
                waiver = book.find(game.name, report.number, difference)
                flaw = None if waiver else find_flaw(report.change, difference)
                self.findings.append(Finding(game.name, report.number, text, subject, difference, waiver, flaw))


def describe_kind(report: ActionReport, words: CardWords) -> str:
    """What was done with which card."""
    move = recorded_move(report.action, words)
    return f"{VERBS.get(move.kind, move.kind)} {move.card}".rstrip()


def describe_action(report: ActionReport, words: CardWords) -> str:
    """What a player did, in words."""
    if report.number == OPENING:
        return "the opening"
    move, player = recorded_move(report.action, words), f"p{report.player}"
    at = f"{player}.field.{report.action['pos']}" if "pos" in report.action else ""
    details = (("({})", move.option), ("from {}", move.place), ("on {}", move.target), ("at {}", at))
    return " ".join([player, describe_kind(report, words), *(form.format(word) for form, word in details if word)])


# --- text -------------------------------------------------------------------------------------------------------------


def write_text(outcome: Outcome, limit: int) -> Iterator[str]:
    """The unexplained differences, at most `limit` actions of them, and the counts."""
    by_action: dict[tuple[str, int], list[Finding]] = {}
    for finding in outcome.unexplained:
        by_action.setdefault((finding.game, finding.action), []).append(finding)
    for (game, action), findings in list(by_action.items())[:limit]:
        yield f"{game}, action {action}: {findings[0].words}"
        yield from _write_table([finding.difference for finding in findings])
        yield ""
    if len(by_action) > limit:
        yield f"... and {len(by_action) - limit} more actions with differences; --limit shows more"
        yield ""
    for waiver in outcome.stale:
        yield f"stale waiver: {waiver}"
    yield from _write_counts(outcome)


def _write_table(differences: list[Difference]) -> Iterator[str]:
    """The differing fields side by side; what does not fit side by side stands one below the other."""
    rows = [(_name(d), str(d.recorded), str(d.own)) for d in differences]
    short = [row for row in rows if max(map(len, row)) <= MAX_WIDTH]
    widths = [max(len(row[i]) for row in (COLUMNS, *short)) for i in range(3)]
    if short:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(COLUMNS, widths, strict=True)).rstrip()
    for row in rows:
        if row in short:
            yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        else:
            yield f"  {row[0]}"
            yield from (f"    {name:8}  {cell}" for name, cell in zip(COLUMNS[1:], row[1:], strict=True))


def _name(difference: Difference) -> str:
    return difference.field if difference.kind == STATE else f"{difference.kind}: {difference.field}"


def _write_counts(outcome: Outcome) -> Iterator[str]:
    yield f"games                          {outcome.n_games}"
    yield f"actions                        {outcome.n_actions}"
    yield f"  compared                     {outcome.n_compared}"
    yield f"  not compared                 {outcome.n_actions - outcome.n_compared}"
    yield f"state differences              {outcome.count(STATE)}"
    yield f"legal-action differences       {outcome.count(LEGAL)}"
    yield f"random-outcome differences     {outcome.count(RANDOM)}"
    yield f"waived differences             {len(outcome.waived)}, in {outcome.n_waived_actions} actions"
    yield f"stale waivers                  {len(outcome.stale)}"
    yield "explained by the recorder's known flaws, in actions:"
    yield from (f"  {name:27}  {n}" for name, n in outcome.flaws().items())
    yield f"  {'cards as the recorder has them':27} {outcome.n_recorder_cards}"
    yield "for information:"
    yield f"  echoes of a difference       {outcome.n_echoes}"
    yield f"  picks among another number   {len(outcome.odds)}"


def write_summary(outcome: Outcome) -> Iterator[str]:
    """The unexplained differences grouped by card and field, with an example of each; then the counts."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in outcome.unexplained:
        groups.setdefault(_group(finding), []).append(finding)
    for (subject, name), findings in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])):
        first, d = findings[0], findings[0].difference
        yield f"{len(findings):5}  {subject}: {name}"
        yield f"       for example {first.game}, action {first.action}, {d.field}: recorded {d.recorded}, own {d.own}"
    if outcome.odds:
        yield "picks among another number of things than recorded:"
        yield from (f"{n:5}  {text}" for text, n in Counter(outcome.odds).most_common())
    yield from _write_counts(outcome)


def _group(finding: Finding) -> tuple[str, str]:
    """The card that it is about, and the field without players and places."""
    d = finding.difference
    if d.kind == LEGAL:
        name = re.sub(r" (hand|p\d\.field)\.\d+| -> .*", "", d.field)
        return name, f"recorded {d.recorded}, own {d.own}"
    return finding.subject, d.field if d.kind == RANDOM else re.sub(r"^p\d\.|\.\d+", "", d.field)


def write_drafts(outcome: Outcome) -> Iterator[str]:
    """The unexplained differences as lines for a file of waivers, which still lack the rule."""
    for finding in outcome.unexplained:
        d = finding.difference
        values = {
            "game": finding.game,
            "action": finding.action,
            "field": d.field,
            "recorded": d.recorded,
            "own": d.own,
        }
        fields = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
        yield f'    {{ {", ".join(fields)}, rule = "" }},  # {finding.words}'


# --- JSON -------------------------------------------------------------------------------------------------------------


def write_tree(outcome: Outcome) -> dict[str, Any]:
    """The same for JSON."""
    return {
        "games": outcome.n_games,
        "actions": outcome.n_actions,
        "compared": outcome.n_compared,
        "not_compared": outcome.n_actions - outcome.n_compared,
        "state_differences": outcome.count(STATE),
        "legal_action_differences": outcome.count(LEGAL),
        "random_outcome_differences": outcome.count(RANDOM),
        "waived_differences": len(outcome.waived),
        "waived_actions": outcome.n_waived_actions,
        "recorder_flaws": outcome.flaws(),
        "recorder_cards_played": outcome.n_recorder_cards,
        "differences": [finding.tree() for finding in outcome.unexplained],
        "waived": [finding.tree() for finding in outcome.waived],
        "stale_waivers": [str(waiver) for waiver in outcome.stale],
        "echoes": outcome.n_echoes,
        "picks_among_another_number": outcome.odds,
    }
