"""What players do after a patch: for each class and style, a search for decks that beat the patched metagame.

A round starts with a patch. The patched metagame is written as a file and played; on it, deck searches look for
answers, starting from the decks that are known (`first_decks.py`). Those that win more than half of their games enter
the metagame, which is written and played again. With a depth of two or more, the next round's patch is what a balance
run makes of that. Each search, table and balance run is a run of its own, in a folder of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, product
from pathlib import Path
from typing import Any

from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.model_search import unit_of
from evometa.experiments.decks.trials import make_space
from evometa.experiments.experiment import Experiment
from evometa.experiments.pilots import PILOTING
from evometa.experiments.progress import Tracker, Whole
from evometa.experiments.respond.first_decks import add_better_cards, choose_first, find_better
from evometa.experiments.respond.parts import (
    AFTER,
    BASE,
    BEFORE,
    PILOTS,
    Parts,
    folder_of,
    part_of,
    place_of,
    plan_left,
)
from evometa.experiments.respond.results import BetterPilot, RespondResults, Round, RoundStanding
from evometa.experiments.respond.rounds import (
    FoundDeck,
    Patched,
    compare_decks,
    describe_metagame,
    play_better,
    stand_on_levels,
)
from evometa.experiments.respond.settings import RespondSettings, label_style
from evometa.experiments.runs import load_played
from evometa.games.decks.deck import parse_deck, starter_deck
from evometa.games.decks.formats import format_toml
from evometa.games.decks.space import find_sets
from evometa.games.patches.files import format_patch, parse_patch
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError, Where, describe_words, errors_at
from evometa.input.settings import gather
from evometa.input.writing import make_folder, write_file
from evometa.metagame.changes.observed import Observed, gather_rows, read_observed
from evometa.metagame.changes.what_if import affected_pairs
from evometa.metagame.decks.gauntlet import Gauntlet, find_general_player, find_player
from evometa.metagame.limits import ANY_STYLE
from evometa.metagame.metagame_files import write_metagame
from evometa.metagame.metagames import Metagame
from evometa.metagame.skill.pilots import rung_above
from evometa.metagame.standing import Standing
from evometa.search.decks.settings import DeckSearchSettings, make_plan
from evometa.store.results import Ledger

SEATS = 2


class _RespondWork:
    """Rounds of patch and answer; each part sees to it that it goes on as it began."""

    def __init__(self, settings: RespondSettings, tracker: Tracker) -> None:
        self.settings, self.tracker = settings, tracker
        self.metagame = load_played(settings.metagame, settings.players)
        self.observed = gather_rows(settings.observed, self.metagame) if settings.observed else None
        if self.observed is not None and self.observed.shares is not None:
            self.metagame = replace(self.metagame, shares=tuple(self.observed.shares.tolist()))
        self.first = apply_patch(self.metagame, _read_asked_patch(settings, self.metagame), settings.patch_label)
        game = self.metagame.game
        find_sets(settings.pool, game)
        for klass in settings.classes:
            if klass not in game.classes:
                raise InputError(f"class: found {klass!r}; {describe_words(klass, game.classes)}")
        classes = dict.fromkeys(settings.classes or (deck.klass for deck in self.metagame.decks))
        one_player = find_general_player(self.metagame)  # who plays all decks finds one answer for each class
        self.styles = settings.styles or ((ANY_STYLE,) if one_player or not game.styles else game.styles)
        self.searches = list(product(classes, self.styles))
        self._check_searches()
        self._check_budgets()

    def _check_searches(self) -> None:
        """Refuse a class without legal decks, and players who are not there or want other cards."""
        metagame = self.first.new
        for klass, style in self.searches:
            player = find_player(choose_player(style, metagame, self.settings.players), metagame)
            Gauntlet(
                metagame, make_space(self.settings.search(klass, len(self.searches)), metagame), player, self.tracker
            )

    def _check_budgets(self) -> None:
        """Refuse what would be too little for a search of the last round, if all answers enter."""
        rounds, of_class = self.settings.depth - 1, Counter(deck.klass for deck in self.metagame.decks)
        opponents = len(self.metagame.decks) + rounds * len(self.searches)
        known = max(max(of_class[klass], 1) for klass, _ in self.searches) + rounds * len(self.styles)
        games = self.settings.search("", len(self.searches)).max_games
        place = f"max_games, of which each of {self.settings.depth * len(self.searches):,} searches has its part"
        with errors_at(Where(place)):
            make_plan(DeckSearchSettings(games=games), known, unit_of(SEATS * opponents))

    def carry_out(self, ledger: Ledger[RespondResults]) -> None:
        """Do all that is still to do."""
        root, rounds = ledger.run.folder, list[Round]()
        left = plan_left(root, self.settings, len(self.metagame.decks), self.searches)
        whole, metagame, patched = Whole(self.tracker.tell, left), self.metagame, self.first
        for number in range(1, self.settings.depth + 1):
            parts = Parts(root, number, self.settings, self.tracker.runner, whole, len(self.searches))
            if number > 1:
                patched = apply_patch(metagame, parts.balance(metagame), BALANCE.name)
            metagame, told, table = _RoundWork(parts, patched, self.searches, self.observed).play(self.metagame.name)
            rounds.append(told)
            ledger.keep(replace(ledger.results, rounds=tuple(rounds), observed=self.observed))
            self.hand_over(ledger, parts, patched.new, table)

    def hand_over(self, ledger: Ledger[RespondResults], parts: Parts, metagame: Metagame, table: Standing) -> None:
        """Let a better pilot play the decks that there were before the answers, each against the others as they are."""
        pilot, games, results = rung_above(metagame), self.settings.pilot_games, ledger.results
        if pilot is None or not games or results.better_pilot_of(parts.number) is not None:
            return
        tracker = Tracker(parts.runner, parts.whole.of_part(part_of(parts.number, PILOTS)))
        tracker.expect(PILOTING, 0, 1, games * len(metagame.decks) ** 2)
        played = play_better(metagame, pilot, games, parts.seed("pilot"), tracker)
        better = BetterPilot(parts.number, pilot, compare_decks(table, played), played.games)
        ledger.keep(replace(results, better_pilots=(*results.better_pilots, better)))


RESPOND = Experiment("respond", RespondSettings, RespondResults, _RespondWork)


# --- what is asked for ------------------------------------------------------------------------------


def choose_respond(
    asked: Mapping[str, Any], read_patch: Callable[[Metagame], Patch | None], label: str = RespondSettings.patch_label
) -> tuple[RespondSettings, str]:
    """The settings that somebody asks for, by the names of options, and the name of their metagame."""
    wanted = gather(RespondSettings, asked)
    metagame = load_played(wanted["metagame"], wanted.get("players"))
    if patch := read_patch(metagame):
        wanted |= {"patch": format_patch(patch, metagame.patched_cards), "patch_label": label}
    if "classes" in wanted:
        wanted["classes"] = [klass.lower() for klass in wanted["classes"]]
    if "observed" in wanted:
        wanted["observed"] = read_observed(Path(wanted["observed"]), metagame).to_rows()
    return RespondSettings(**wanted), metagame.name


# --- the patch, and who answers ---------------------------------------------------------------------


def _read_asked_patch(settings: RespondSettings, metagame: Metagame) -> Patch | None:
    """The patch of the first round, if there is one; refused if it would change nothing."""
    if not settings.patch:
        return None
    patch = parse_patch(settings.patch, metagame.patched_cards, settings.patch_label)
    if not patch.notes(metagame.patched_cards):
        raise InputError(
            f"{settings.patch_label}: nothing would change; the cards are like that already, or their numbers may go "
            "no further. Without any patch, the metagame is answered as it is"
        )
    return patch


def apply_patch(metagame: Metagame, patch: Patch | None, label: str) -> Patched:
    """The metagame after a patch; its decks play other cards for those that it bans or limits."""
    if patch is None:
        return Patched(metagame, metagame, None)
    try:
        return Patched(metagame, metagame.with_patch(patch), patch)
    except InputError as error:
        raise InputError(f"{label}: {error}; change the decks of the metagame, or the patch") from None


def choose_player(style: str, metagame: Metagame, players: str | None) -> str:
    """Who plays the answers of a style, for `find_player`: who plays the metagame's decks of that style.

    If it has none, it is who plays all of its decks (`players`), if that was said.
    """
    is_known = style in (deck.style for deck in metagame.decks) or find_general_player(metagame)
    if players is None or style not in metagame.game.styles or is_known:
        return style
    return f"{players}-{style}" if players.lower() in metagame.game.presets else players


# --- a round ----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _RoundWork:
    """A patched metagame, and those who answer it."""

    parts: Parts
    patched: Patched
    searches: Sequence[tuple[str, str]]  # class and style
    observed: Observed | None = None  # where the match-ups stood before the patch

    def play(self, name: str) -> tuple[Metagame, Round, Standing]:
        """Carry out the round; the name is that of the whole run's metagame.

        What it leaves behind, what it tells, and the table of the metagame before the answers, as it was simulated.
        """
        before = self.write(self.patched.new, f"{name}, round {self.parts.number}", BEFORE)
        played = self.parts.play_table(BEFORE)
        base = None if self.observed is None else self._play_base(played)
        standing = self.describe(before, played, base)
        found = self.find_answers()
        entering = [each for each in found if each.answer.enters]
        after = self.write(_add_decks(before, entering), f"{before.name}, answered", AFTER)
        answered = self.describe(after, self.parts.play_table(AFTER), base) if entering else standing
        told = Round(
            round=self.parts.number,
            patch=self.patched.describe_patch(),
            before=standing,
            answers=tuple(each.answer for each in found),
            after=answered,
            newly_played=self.patched.find_newly_played([each.deck for each in entering]),
            games=self.parts.games,
            search_games=self.parts.search_games,
        )
        return after, told, played

    def _play_base(self, patched: Standing) -> Standing:
        """The table of the metagame without the patch, from which changes are counted.

        It shares its seeds with the table with the patch, and still the errors of the two are added as if they were
        independent. That errs on the safe side: luck that both have in common makes a change surer than it is told.
        """
        if self.patched.patch is None:
            return patched
        self.write(self.patched.old, f"{self.patched.old.name}, without the patch", BASE)
        return self.parts.play_table(BASE)

    def describe(self, metagame: Metagame, played: Standing, base: Standing | None) -> RoundStanding:
        """A metagame of the round; where known decks stood was observed, if there is a table from before the patch."""
        if self.observed is None or base is None:
            return describe_metagame(metagame, played)
        moved, games = affected_pairs(self.patched.old, self.patched.new), self.parts.settings.table_games
        standing = stand_on_levels(self.observed, base, played, moved, games, metagame.shares)
        return describe_metagame(metagame, standing)

    def write(self, metagame: Metagame, name: str, stem: str) -> Metagame:
        """A metagame of the round under a name of its own, as a file."""
        named = replace(metagame, name=name)
        write_metagame(named, self.parts.folder / f"{stem}.toml")
        return named

    def find_answers(self) -> list[FoundDeck]:
        """The best deck of each search."""
        given = {klass: self._write_first_decks(klass) for klass, _ in self.searches}
        return [self._find_answer(klass, style, given[klass]) for klass, style in self.searches]

    def _write_first_decks(self, klass: str) -> list[Path]:
        """Files of the decks from which the searches of a class start, as often as they are to be given.

        They are the metagame's decks of that class, or else its starter deck, and the same with better cards added.
        """
        metagame, settings = self.patched.new, self.parts.settings
        known = [deck for deck in metagame.decks if deck.klass == klass] or [starter_deck(klass, metagame.game)]
        better = find_better(self.patched.old.patched_cards, metagame.patched_cards)
        search = settings.search(klass, self.parts.n_searches)
        larger = add_better_cards(make_space(search, metagame), known, better)
        folder = self.parts.folder / "first" / klass
        make_folder(folder)
        files = [folder / f"{number}.toml" for number in range(1, len(known) + len(larger) + 1)]
        for file, deck in zip(files, [*known, *larger], strict=True):
            write_file(file, format_toml(deck, metagame.patched_cards))
        plan = make_plan(DeckSearchSettings(games=search.max_games), len(known), unit_of(SEATS * len(metagame.decks)))
        return choose_first(files[: len(known)], files[len(known) :], plan.n_first)

    def _find_answer(self, klass: str, style: str, given: Sequence[Path]) -> FoundDeck:
        """The best deck of a class and style."""
        metagame = self.patched.new
        reference = choose_player(style, metagame, self.parts.settings.players)
        name = _name_answer(self._answer_number, klass, style)
        found = self.parts.search(klass, style, reference, name, given)
        assert found.best is not None
        deck, player = (
            replace(parse_deck(found.best.toml, game=metagame.game), name=name),
            find_player(reference, metagame),
        )
        folder = folder_of(self.parts.number, place_of(klass, style)).as_posix()
        return FoundDeck(deck, player, self.patched.describe_answer(deck, player, found.best, folder, found.pilots))

    @property
    def _answer_number(self) -> int:
        """The number of the round, or the next one that no deck of the metagame has in its name."""
        names = [deck.name.casefold() for deck in self.patched.new.decks]
        return next(n for n in count(self.parts.number) if not any(f"answer {n} " in name for name in names))


def _name_answer(number: int, klass: str, style: str) -> str:
    """What an answer is called: with its style, unless there is only one."""
    told = "" if style == ANY_STYLE else f" ({label_style(style).title()})"
    return " ".join(filter(None, ("Answer", str(number), klass.title()))) + told


def _add_decks(metagame: Metagame, answers: Sequence[FoundDeck]) -> Metagame:
    """The metagame with answers in it, all decks equally common; as it is, if there are none."""
    if not answers:
        return metagame
    decks = (*metagame.decks, *(answer.deck for answer in answers))
    players = (*metagame.players, *(answer.player for answer in answers))
    return replace(metagame, decks=decks, players=players, shares=tuple(1 / len(decks) for _ in decks))
